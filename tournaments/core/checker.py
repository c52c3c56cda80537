"""A second opinion on a whole event: was each round drawn by its rules?

Reads what happened and shares no code with the movements that draw: each rule is said here once more, in the
plainest way, from docs and not from the draw. Knows entries by their numbers; must not know names or the
database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple


class Movement(StrEnum):
    """By what a round was drawn."""

    CIRCLE = "circle"
    MITCHELL = "mitchell"
    DANISH_PURE = "danish_pure"
    DANISH_MODIFIED = "danish_modified"
    SWISS = "swiss"
    THREE_SIDED = "three_sided"
    PARTNERS = "partners"
    LOT = "lot"
    BY_HAND = "by_hand"


class Fault(StrEnum):
    """What is wrong with a round."""

    # Somebody stands in it twice, or not at all, or should not stand in it.
    TWICE = "twice"
    LEFT_OUT = "left_out"
    NOT_ENTERED = "not_entered"
    AGAINST_ITSELF = "against_itself"
    # More sit out than must, or somebody again while another has not.
    TOO_MANY_OUT = "too_many_out"
    SAT_OUT_AGAIN = "sat_out_again"
    # Two have met who need not have.
    REMATCH = "rematch"
    # Not as the circle, the lines or the standing say.
    NOT_THE_CIRCLE = "not_the_circle"
    NOT_THE_LINES = "not_the_lines"
    NOT_NEIGHBOURS = "not_neighbours"
    # An exchange between two tables would have been better.
    NOT_THE_BEST = "not_the_best"
    # More tables of two than must be, or somebody at one again while another has not been.
    SMALL_TABLES = "small_tables"
    # The same partner again where another was possible at the table.
    SAME_PARTNER = "same_partner"
    # Somebody who cannot move is at another table, or meets somebody who cannot either.
    NOT_ITS_TABLE = "not_its_table"
    NEITHER_MOVES = "neither_moves"
    # A table that was locked is not as it was.
    UNLOCKED = "unlocked"


class Found(NamedTuple):
    """A fault: in which round, and whom it is about."""

    round: int
    fault: Fault
    entries: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """A round as it was drawn: who met, who sat out, and how everybody stood before it."""

    movement: Movement
    # Entries at each table; at drawn partners the first two are partners, and the last two.
    tables: Sequence[tuple[int, ...]]
    out: Sequence[int] = ()
    # Who took part, in the order that the circle or the lines go by.
    entered: Sequence[int]
    # Who of these has a place in the circle or the lines and is not there: its opponent sits out.
    absent: Collection[int] = ()
    # Points of each entry before the round; who stands alike is in the order of `standing`.
    points: Mapping[int, int] = field(default_factory=dict)
    # From first to last, as it was shown before the draw.
    standing: Sequence[int] = ()
    clubs: Mapping[int, int] = field(default_factory=dict)
    clubs_apart: bool = False
    # The numbers of the tables, in their order; and who cannot move, with the table that it keeps.
    numbers: Sequence[int] = ()
    keeps: Mapping[int, int] = field(default_factory=dict)
    # Tables that were locked: the others were drawn around them.
    locked: Collection[tuple[int, ...]] = ()
    # A director has changed it: of the movement only the turn is left.
    by_hand: bool = False
    # How many sides a full table has.
    sides: int = 2

    def stay_apart(self, *tables: Sequence[int]) -> bool:
        """At none of these tables do two sit who cannot move."""
        return all(sum(entry in self.keeps for entry in table) < 2 for table in tables)


# Four at a table are two sides of partners who were drawn.
_PARTNERED: Final = 4


@dataclass(slots=True)
class SoFar:
    """What has happened before a round."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    out: Counter[int] = field(default_factory=Counter)
    small: Counter[int] = field(default_factory=Counter)
    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    rounds_of: Counter[Movement] = field(default_factory=Counter)

    def add(self, played: PlayedRound) -> None:
        for table in played.tables:
            for one, other in combinations(table, 2):
                self.met[frozenset((one, other))] += 1
            if len(table) == _PARTNERED:
                self.partners.update(frozenset(side) for side in _sides(table))
            if len(table) < played.sides:
                self.small.update(table)
        self.out.update(played.out)
        self.rounds_of[played.movement] += 1


def check(rounds: Iterable[PlayedRound]) -> list[Found]:
    """Every fault of an event, round by round; an event that was drawn by its rules has none."""
    before, found = SoFar(), []
    for number, played in enumerate(rounds, start=1):
        found += [Found(number, *fault) for fault in _faults(played, before)]
        before.add(played)
    return found


_What = tuple[Fault, tuple[int, ...]]


def _faults(played: PlayedRound, before: SoFar) -> Iterator[_What]:
    yield from _seating(played)
    yield from _tables_kept(played)
    played = _without_locked(played)
    if played.by_hand or played.movement is Movement.BY_HAND:
        return
    yield from _sit_outs(played, before)
    yield from _OF_MOVEMENT[played.movement](played, before)


# What holds for every round.


def _seating(played: PlayedRound) -> Iterator[_What]:
    """Everybody stands in a round once."""
    places = Counter([entry for table in played.tables for entry in table] + list(played.out))
    for table in played.tables:
        if len(set(table)) < len(table):
            yield Fault.AGAINST_ITSELF, table
    for entry in sorted(entry for entry, times in places.items() if times > 1):
        yield Fault.TWICE, (entry,)
    for entry in sorted(set(played.entered) - set(played.absent) - places.keys()):
        yield Fault.LEFT_OUT, (entry,)
    for entry in sorted(places.keys() - set(played.entered)):
        yield Fault.NOT_ENTERED, (entry,)


def _tables_kept(played: PlayedRound) -> Iterator[_What]:
    """Who cannot move sits at the one table, and nobody who cannot move either comes there."""
    for number, table in zip(played.numbers, played.tables, strict=False):
        for entry in table:
            if played.keeps.get(entry, number) != number:
                yield Fault.NOT_ITS_TABLE, (entry,)
    for table in played.tables:
        if not played.stay_apart(table):
            yield Fault.NEITHER_MOVES, table
    there = [set(table) for table in played.tables]
    for table in played.locked:
        if set(table) not in there:
            yield Fault.UNLOCKED, table


def _without_locked(played: PlayedRound) -> PlayedRound:
    """What was drawn: a round of those who do not sit at a locked table."""
    if not played.locked:
        return played
    held = {entry for table in played.locked for entry in table}
    return replace(
        played,
        tables=[table for table in played.tables if held.isdisjoint(table)],
        entered=[entry for entry in played.entered if entry not in held],
        standing=[entry for entry in played.standing if entry not in held],
    )


def _sit_outs(played: PlayedRound, before: SoFar) -> Iterator[_What]:
    """As few as the number makes necessary, and nobody again while somebody has had fewer and could."""
    at_a_table = _PARTNERED if played.movement is Movement.PARTNERS else 2
    must = len(played.entered) % at_a_table + len(played.absent)
    if played.movement is Movement.THREE_SIDED:
        must = 1 if len(played.entered) == 1 else 0
    if len(played.out) > must:
        yield Fault.TOO_MANY_OUT, tuple(played.out)
    if played.movement is Movement.MITCHELL or played.absent:
        return
    playing = [entry for entry in played.entered if entry not in played.out]
    for entry in played.out:
        fewer = [other for other in playing if before.out[other] < before.out[entry]]
        if any(_could_sit_out(played, before, other) for other in fewer):
            yield Fault.SAT_OUT_AGAIN, (entry,)


def _could_sit_out(played: PlayedRound, before: SoFar, entry: int) -> bool:
    """In a Swiss round a rematch weighs more: only where the others could meet without more of them."""
    if played.movement is not Movement.SWISS:
        return True
    others = frozenset(played.entered) - {entry}
    return all_can_meet(played, before, others, _rematches_in(played, before))


def _rematches_in(played: PlayedRound, before: SoFar) -> int:
    return sum(before.met[frozenset(table)] for table in played.tables)


# What is left of a round is looked at so often: every way there is for a dozen, and most of them for more.
_LOOKED_AT: Final = 1_000


def all_can_meet(played: PlayedRound, before: SoFar, entries: frozenset[int], rematches: int) -> bool:
    """Whether these can all meet with so many rematches or fewer.

    Every way is tried, from who has fewest to meet; where that is too much nobody is blamed. It ends early
    where each of them can meet half of all for the first time: then all can (Dirac), however many they are.
    """
    times = {one: _times_met(played, before, one, entries) for one in entries}
    in_vain: set[tuple[frozenset[int], int]] = set()

    def within(left: frozenset[int], rematches: int) -> bool:
        if (left, rematches) in in_vain or len(in_vain) == _LOOKED_AT:
            return False
        in_vain.add((left, rematches))
        may_meet = {
            one: sorted(
                (met, other) for other, met in times[one].items() if other in left and met <= rematches
            )
            for one in left
        }
        if all(2 * sum(met == 0 for met, _other in some) >= len(left) for some in may_meet.values()):
            return True
        if not all(may_meet.values()) or sum(some[0][0] for some in may_meet.values()) > 2 * rematches:
            return False
        one = min(left, key=lambda one: (len(may_meet[one]), one))
        return any(within(left - {one, other}, rematches - met) for met, other in may_meet[one])

    return within(entries, rematches)


def _times_met(played: PlayedRound, before: SoFar, one: int, others: Collection[int]) -> dict[int, int]:
    """How often this one has met each of the others that it may meet."""
    return {
        other: before.met[frozenset((one, other))]
        for other in others
        if other != one and played.stay_apart((one, other))
    }


# What holds for each movement.


def _of_circle(played: PlayedRound, before: SoFar) -> Iterator[_What]:
    """Until all have met nobody meets anybody twice; then a second time, and so on."""
    everybody = len(played.entered)
    once = everybody - 1 if everybody % 2 == 0 else everybody
    leg = before.rounds_of[Movement.CIRCLE] // once
    for table in played.tables:
        if before.met[frozenset(table)] > leg:
            yield Fault.NOT_THE_CIRCLE, table


def _of_lines(played: PlayedRound, before: SoFar) -> Iterator[_What]:
    """The first half of the entries sits; each of the others meets the one a table further each round."""
    half = (len(played.entered) + 1) // 2
    sitting, moving = played.entered[:half], played.entered[half:]
    turn = before.rounds_of[Movement.MITCHELL]
    for at, entry in enumerate(moving):
        table = {sitting[(at + turn) % half], entry}
        if table.isdisjoint(played.absent) and table not in [set(one) for one in played.tables]:
            yield Fault.NOT_THE_LINES, (entry,)


def _of_danish_pure(played: PlayedRound, _before: SoFar) -> Iterator[_What]:
    """Of those who play, first and second, third and fourth; passing over where two cannot move."""
    if played.keeps:
        yield from _nearer_passed_over(played, Counter())
        return
    playing = [entry for entry in played.standing if entry not in played.out]
    expected = [set(playing[at : at + 2]) for at in range(0, len(playing), 2)]
    for table in played.tables:
        if set(table) not in expected:
            yield Fault.NOT_NEIGHBOURS, table


def _of_danish_modified(played: PlayedRound, before: SoFar) -> Iterator[_What]:
    """No rematch where exchanging two opponents would have avoided it, and nobody better passed over."""
    yield from _avoidable_rematches(played, before)
    if not any(before.met[frozenset(table)] for table in played.tables):
        yield from _nearer_passed_over(played, before.met)


def _nearer_passed_over(played: PlayedRound, met: Counter[frozenset[int]]) -> Iterator[_What]:
    """Who could have met a nearer one, with somebody for each of the others too."""
    place = {entry: at for at, entry in enumerate(played.standing)}
    for one, other in combinations(played.tables, 2):
        (a, b), (c, d) = (sorted(table, key=place.__getitem__) for table in (one, other))
        if place[a] > place[c]:
            (a, b), (c, d) = (c, d), (a, b)
        for nearer, left in ((c, d), (d, c)):
            free = not met[frozenset((a, nearer))] and not met[frozenset((b, left))]
            free = free and played.stay_apart((a, nearer), (b, left))
            if place[nearer] < place[b] and free:
                yield Fault.NOT_NEIGHBOURS, (a, b)
                break


def _of_swiss(played: PlayedRound, before: SoFar) -> Iterator[_What]:
    """No rematch that could be avoided, whoever sits out; no exchange between two tables that is better."""
    yield from _avoidable_rematches(played, before)
    again = _rematches_in(played, before)
    for entry in played.entered if again and len(played.out) == 1 else ():
        if all_can_meet(played, before, frozenset(played.entered) - {entry}, again - 1):
            yield Fault.REMATCH, (*played.out, entry)
            break
    for one, other in combinations(played.tables, 2):
        now = _cost(played, before, one).beside(_cost(played, before, other))
        for first, second in _exchanges(one, other):
            then = _cost(played, before, first).beside(_cost(played, before, second))
            if then < now and played.stay_apart(first, second):
                yield Fault.NOT_THE_BEST, (*one, *other)
                break


class _Price(NamedTuple):
    """What the meetings of two tables cost together: the most important first."""

    rematches: int
    mates: int
    gaps: int

    def beside(self, other: _Price) -> _Price:
        """Both together."""
        return _Price(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def _cost(played: PlayedRound, before: SoFar, table: tuple[int, ...]) -> _Price:
    one, other = table
    mates = played.clubs_apart and one in played.clubs and played.clubs[one] == played.clubs.get(other)
    gap = played.points.get(one, 0) - played.points.get(other, 0)
    return _Price(before.met[frozenset(table)], int(mates), gap * gap)


def _exchanges(
    one: tuple[int, ...], other: tuple[int, ...]
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    (a, b), (c, d) = one, other
    yield (a, c), (b, d)
    yield (a, d), (b, c)


def _avoidable_rematches(played: PlayedRound, before: SoFar) -> Iterator[_What]:
    """Tables that have met before, where exchanging with another table would leave fewer who have."""
    for one in played.tables:
        now = before.met[frozenset(one)]
        others = [table for table in played.tables if table != one and len(table) == len(one) == 2]
        for other in others if now else ():
            both = now + before.met[frozenset(other)]
            if any(
                before.met[frozenset(first)] + before.met[frozenset(second)] < both
                and played.stay_apart(first, second)
                for first, second in _exchanges(one, other)
            ):
                yield Fault.REMATCH, one
                break


def _of_three_sided(played: PlayedRound, before: SoFar) -> Iterator[_What]:
    """As few tables of two as can be, and nobody at one again while somebody has not been."""
    two = [table for table in played.tables if len(table) == 2]
    must = {0: 0, 1: 2, 2: 1}[len(played.entered) % 3] if len(played.entered) > 1 else 0
    if len(two) != must:
        yield Fault.SMALL_TABLES, tuple(entry for table in two for entry in table)
    for entry in sorted(entry for table in two for entry in table):
        if any(before.small[entry] > before.small[other] for other in _could_change_with(played, entry)):
            yield Fault.SMALL_TABLES, (entry,)


def _could_change_with(played: PlayedRound, entry: int) -> Iterator[int]:
    """Who sits with two others and could change with this one, with no two at a table who cannot move."""
    own = next(table for table in played.tables if entry in table)
    for table in played.tables:
        for other in table if len(table) > 2 else ():
            here = [other if one == entry else one for one in own]
            there = [entry if one == other else one for one in table]
            if played.stay_apart(here, there):
                yield other


def _of_partners(played: PlayedRound, before: SoFar) -> Iterator[_What]:
    """At each table those are partners who have been so least often."""
    for table in played.tables:
        a, b, c, d = table
        ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
        times = [sum(before.partners[frozenset(side)] for side in way) for way in ways]
        if times[0] > min(times):
            yield Fault.SAME_PARTNER, table


def _sides(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [table[:2], table[2:]]


def _nothing_more(_played: PlayedRound, _before: SoFar) -> Iterator[_What]:
    return iter(())


_OF_MOVEMENT = {
    Movement.CIRCLE: _of_circle,
    Movement.MITCHELL: _of_lines,
    Movement.DANISH_PURE: _of_danish_pure,
    Movement.DANISH_MODIFIED: _of_danish_modified,
    Movement.SWISS: _of_swiss,
    Movement.THREE_SIDED: _of_three_sided,
    Movement.PARTNERS: _of_partners,
    Movement.LOT: _nothing_more,
}
