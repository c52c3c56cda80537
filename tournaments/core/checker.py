"""A second opinion on a whole event: was each round drawn by its rules?

Reads what happened and shares no code with the movements that draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import Final

from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.played_rounds import (
    FaultCode,
    Finding,
    PastRounds,
    PlayedRound,
    RoundFault,
    all_can_meet,
    partners_at,
)
from tournaments.core.wish_checks import check_wishes, without_granted

_TWO_SIDES: Final = 2


def check_rounds(rounds: Iterable[PlayedRound]) -> list[RoundFault]:
    """Every fault of an event, round by round; an event that was drawn by its rules has none."""
    before, faults = PastRounds(), []
    for number, played in enumerate(rounds, start=1):
        faults += [RoundFault(number, *finding) for finding in _faults_in(played, before)]
        before.add(played)
    return faults


def _faults_in(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    yield from _check_seating(played)
    yield from _check_tables(played)
    played = _without_locked(played)
    movement = MOVEMENTS[played.movement]
    if played.by_hand or movement.is_set_by_hand:
        return
    before = before.with_apart(played.apart) if played.apart else before
    if played.wished and movement.grants_wishes:
        yield from check_wishes(movement, played, before)
        played = without_granted(movement, played, before)
    yield from _check_sit_outs(movement, played, before)
    yield from _check_apart(movement, played)
    yield from movement.check(played, before)


def _check_seating(played: PlayedRound) -> Iterator[Finding]:
    """Each entry is in the round once."""
    places = Counter([entry for table in played.tables for entry in table] + list(played.out))
    for table in played.tables:
        if len(set(table)) < len(table):
            yield FaultCode.AGAINST_ITSELF, table
    for entry in sorted(entry for entry, times in places.items() if times > 1):
        yield FaultCode.TWICE, (entry,)
    for entry in sorted(set(played.entered) - set(played.absent) - places.keys()):
        yield FaultCode.LEFT_OUT, (entry,)
    for entry in sorted(places.keys() - set(played.entered)):
        yield FaultCode.NOT_ENTERED, (entry,)


def _check_tables(played: PlayedRound) -> Iterator[Finding]:
    """An entry with a fixed table sits there and meets no other such entry; locked tables are unchanged."""
    for number, table in zip(played.numbers, played.tables, strict=False):
        for entry in table:
            if played.fixed_tables.get(entry, number) != number:
                yield FaultCode.NOT_ITS_TABLE, (entry,)
    for table in played.tables:
        if not played.keeps_fixed_entries_apart(table):
            yield FaultCode.NEITHER_MOVES, table
    seated = [set(table) for table in played.tables]
    for table in played.locked:
        if set(table) not in seated:
            yield FaultCode.UNLOCKED, table


def _without_locked(played: PlayedRound) -> PlayedRound:
    """The part that was drawn: a round of the entries that do not sit at a locked table."""
    if not played.locked:
        return played
    locked = {entry for table in played.locked for entry in table}
    return replace(
        played,
        tables=[table for table in played.tables if locked.isdisjoint(table)],
        entered=[entry for entry in played.entered if entry not in locked],
        standing=[entry for entry in played.standing if entry not in locked],
    )


def _check_sit_outs(movement: Movement, played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """As few as the number makes necessary, and no entry again while another has had fewer and could."""
    needed = _fewest_out(movement, played)
    if not movement.mixes_players:
        needed += len(played.absent)  # whoever was to meet one of them
    if movement.sides > _TWO_SIDES:
        # Tables of two sides make up what does not divide: only a single entry is left over.
        needed = 1 if len(played.entered) == 1 else 0
    if len(played.out) > needed:
        yield FaultCode.TOO_MANY_OUT, tuple(played.out)
    if movement.has_fixed_schedule:
        # The place of an entry says when it sits out: the movement's own check has that.
        return
    playing = [entry for entry in played.entered if entry not in played.out]
    for entry in played.out:
        had_fewer = [other for other in playing if before.sit_outs[other] < before.sit_outs[entry]]
        if any(_could_sit_out(movement, played, before, other) for other in had_fewer):
            yield FaultCode.SAT_OUT_AGAIN, (entry,)
    if movement.draws_partners:
        yield from _check_turns(played, before)


def _fewest_out(movement: Movement, played: PlayedRound) -> int:
    """How many cannot be seated at tables of the sizes that there are."""
    entered = len(played.entered) - (len(played.absent) if movement.mixes_players else 0)
    size = _TWO_SIDES * movement.entries_per_side
    if not played.large_tables or sum(entry in played.fixed_tables for entry in played.out) > 1:
        # Two who keep their tables cannot join one together.
        return entered % size
    full = {0}
    for seats in range(1, entered + 1):
        if any(seats - many in full for many in (size, *played.large_tables)):
            full.add(seats)
    return entered - max(full)


def _check_turns(played: PlayedRound, before: PastRounds) -> Iterator[Finding]:
    """Each side of three has one who has sat out as seldom as anybody on a side of two."""
    sides = [side for table in played.tables for side in partners_at(table)]
    others = [before.sit_outs[entry] for side in sides if len(side) == _TWO_SIDES for entry in side]
    for side in sides:
        if len(side) > _TWO_SIDES and others and min(before.sit_outs[entry] for entry in side) > min(others):
            yield FaultCode.SAT_OUT_AGAIN, side


def _check_apart(movement: Movement, played: PlayedRound) -> Iterator[Finding]:
    """No two meet who were not to, where two entries of tables of one size could have changed places.

    Where partners are drawn the movement's own check has it: a repeated partner weighs more.
    """
    if not played.apart or movement.entries_per_side > 1 or not movement.is_redrawable:
        return
    for table, other in permutations(played.tables, 2):
        both = _times_apart(played, table) + _times_apart(played, other)
        if not _times_apart(played, table) or len(table) != len(other):
            continue
        if any(wish.issubset(seated) for wish in played.wished for seated in (table, other)):
            continue
        for entry, change in product(table, other):
            one = tuple(change if seated == entry else seated for seated in table)
            two = tuple(entry if seated == change else seated for seated in other)
            fewer = _times_apart(played, one) + _times_apart(played, two) < both
            if fewer and played.keeps_fixed_entries_apart(one, two):
                yield FaultCode.NOT_APART, table
                return


def _times_apart(played: PlayedRound, table: Iterable[int]) -> int:
    return sum(frozenset(pair) in played.apart for pair in combinations(table, 2))


def _could_sit_out(movement: Movement, played: PlayedRound, before: PastRounds, entry: int) -> bool:
    """Where a rematch weighs more: only if the others could meet without more of them."""
    if not movement.rematch_outweighs_sit_out:
        return True
    others = frozenset(played.entered) - {entry}
    return all_can_meet(played, before, others, before.rematches_in(played))
