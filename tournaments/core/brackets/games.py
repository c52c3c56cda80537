"""The games of a bracket as it needs them: who has won, and who was not there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tournaments.core.results import COUNT_AS_PLAYED, NOBODY, Result, ResultKind

# These count nothing: the two play again.
_PLAYED_AGAIN: Final = frozenset({ResultKind.VOID, ResultKind.BROKEN_OFF})


class BracketGame(NamedTuple):
    """A game between two entries of a bracket."""

    entries: tuple[int, int]
    # `NOBODY` where both have lost; None where it has not been decided, or is played again.
    winner: int | None = None
    # Its result is not there yet.
    goes_on: bool = False


class BracketRound(NamedTuple):
    """What a round of an event was for its bracket."""

    games: tuple[BracketGame, ...]
    # The entries that had left before it, and those that were not there for this round.
    gone: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()


class BracketSoFar(NamedTuple):
    """What the draw of a round needs of a bracket besides its places."""

    rounds: tuple[BracketRound, ...] = ()
    # Who has left by now, and who is not there for this round.
    gone: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    best_of: int = 1


class BracketEnd(NamedTuple):
    """How a game of two ended: its winner, or that it is level and something else has to decide."""

    winner: int | None = None
    is_level: bool = False


def end_of(result: Result) -> BracketEnd:
    """Return how a game of two entries ended. Who leads has won, by however little."""
    first, second = result.entries
    if result.kind in _PLAYED_AGAIN:
        return BracketEnd()
    leads = _leads(result)
    if leads:
        mine, theirs = leads
        return BracketEnd(is_level=True) if mine == theirs else BracketEnd(first if mine > theirs else second)
    if result.at_fault is not None:
        return BracketEnd(first if result.at_fault else second)
    return BracketEnd(NOBODY)


def _leads(result: Result) -> Sequence[tuple[int, int]]:
    """Return what the sides are compared by: their totals, or what the jury has ruled."""
    if result.kind in COUNT_AS_PLAYED:
        return [(total, 0) for total in result.totals]
    if result.kind is ResultKind.ADJUSTED:
        return [(worth.points, worth.difference) for worth in result.ruled_points]
    return ()
