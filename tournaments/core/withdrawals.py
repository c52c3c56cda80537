"""Entries that withdraw from a round robin: who is struck out, and what counts then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Final

from tournaments.core.results import Result, ResultKind

# A game that was begun, or that the other side did not come to. A walkover counts for who has won it.
_COUNT_AS_GAMES: Final = frozenset(
    {
        ResultKind.PLAYED,
        ResultKind.ADJUSTED,
        ResultKind.FORFEITED,
        ResultKind.ABANDONED,
        ResultKind.RULED_LOST,
        ResultKind.WALKOVER,
        ResultKind.CUT_SHORT,
        ResultKind.BROKEN_OFF,
    }
)


def find_struck_out(withdrawn: Mapping[int, int], rounds: Sequence[Iterable[Result]]) -> frozenset[int]:
    """Return the entries that have played under half of their games in a round robin: they are struck out.

    `withdrawn` has the entries that have left, each with the number of games it was to play; `rounds` are
    those of the round robin, before anybody is struck out.
    """
    played = _count_games(rounds)
    return frozenset(entry for entry, games in withdrawn.items() if 2 * played[entry] < games)


def _count_games(rounds: Sequence[Iterable[Result]]) -> Counter[int]:
    return Counter(
        entry
        for results in rounds
        for result in results
        if result.kind in _COUNT_AS_GAMES
        for at, entry in enumerate(result.entries)
        if not (result.kind is ResultKind.WALKOVER and at == result.at_fault)
    )


def without_struck_out(
    struck: frozenset[int], rounds: Sequence[Iterable[Result]]
) -> list[tuple[Result, ...]]:
    """Return the results that count when some entries are struck out: none of theirs.

    An entry that has met one of them has sat out that round, as do the entries that were still to meet it.
    """
    if not struck:
        return [tuple(results) for results in rounds]
    return [
        tuple(counted for result in results for counted in _without_entries(result, struck))
        for results in rounds
    ]


def _without_entries(result: Result, struck: frozenset[int]) -> list[Result]:
    if struck.isdisjoint([*result.entries, *chain(*result.opponents)]):
        return [result]
    return [Result(ResultKind.SIT_OUT, (entry,)) for entry in result.entries if entry not in struck]
