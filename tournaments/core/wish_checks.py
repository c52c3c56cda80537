"""Wishes of a round that was played, a second time: the rule of `drawing/wishes.py` without its code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from tournaments.core.drawing.movement import Movement
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound, partners_at

_TWO_SIDES: Final = 2
# Two who are partners, or who meet; of a side of three one has joined the two who were drawn.
_PAIR: Final = 2

Table = tuple[int, ...]


def without_granted(movement: Movement, played: PlayedRound, before: PastRounds) -> PlayedRound:
    """The part of a round that its movement has drawn: without the tables of those who wished to meet."""
    if movement.draws_partners or movement.sides > _TWO_SIDES:
        return played
    granted = [table for table in played.tables if _is_open(movement, played, before, table)]
    seated = {entry for table in granted for entry in table}
    return replace(
        played,
        tables=[table for table in played.tables if table not in granted],
        entered=[entry for entry in played.entered if entry not in seated],
        standing=[entry for entry in played.standing if entry not in seated],
    )


def _is_open(movement: Movement, played: PlayedRound, before: PastRounds, pair: Sequence[int]) -> bool:
    """Whether these wished to meet and had not yet."""
    wish = frozenset(pair)
    times = before.partners if movement.draws_partners else before.met
    return wish in played.wished and not times[wish]


def check_wishes(movement: Movement, played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """No wish is left that an exchange of two entries would have granted at no cost.

    Three at a table are searched, and partners at tables by standing or with some who are not to meet: there
    nothing is claimed.
    """
    by_search = movement.draws_partners and (played.apart or not movement.avoids_rematches)
    if movement.sides > _TWO_SIDES or by_search:
        return
    sides = [side for table in played.tables for side in _sides_of(movement, table) if len(side) == _PAIR]
    for one, other in combinations(sides, 2):
        if _is_open(movement, played, before, one) or _is_open(movement, played, before, other):
            continue
        for (first, left), (second, right) in _orders(one, other):
            if _is_open(movement, played, before, (first, second)) and _costs_nothing(
                movement, played, before, ((first, left), (second, right))
            ):
                yield FaultCode.NOT_AS_WISHED, tuple(sorted((first, second)))


def _sides_of(movement: Movement, table: Table) -> Sequence[Table]:
    """Return who must be together for a wish: partners, or all at a table of two."""
    return partners_at(table) if movement.draws_partners else (table,)


def _orders(one: Table, other: Table) -> Iterator[tuple[Table, Table]]:
    for first in (one, one[::-1]):
        for second in (other, other[::-1]):
            yield first, second


def _costs_nothing(
    movement: Movement, played: PlayedRound, before: PastRounds, pairs: tuple[Table, Table]
) -> bool:
    """Whether those who are left by the wish can be together too, and repeat no more than before."""
    (first, left), (second, right) = pairs
    times = before.partners if movement.draws_partners else before.met
    clubs = played.clubs if played.clubs_apart and movement.keeps_clubs_apart else {}

    def are_mates(one: int, two: int) -> bool:
        return one in clubs and clubs[one] == clubs.get(two)

    repeats = times[frozenset((left, right))] <= times[frozenset(pairs[0])] + times[frozenset(pairs[1])]
    mates = are_mates(left, right) <= are_mates(first, left) + are_mates(second, right)
    return repeats and mates and played.keeps_fixed_entries_apart(*_tables_after(movement, played, pairs))


def _tables_after(movement: Movement, played: PlayedRound, pairs: tuple[Table, Table]) -> Sequence[Table]:
    """The tables where the partner of the first has changed places with the second."""
    (first, left), (second, right) = pairs
    if not movement.draws_partners:
        return (first, second), (left, right)
    change = {left: second, second: left}
    return [
        tuple(change.get(entry, entry) for entry in table)
        for table in played.tables
        if not {left, second}.isdisjoint(table)
    ]
