"""What a federation states to a club: events, leagues, starts, licences, and what has changed since.

A statement that was issued stays as it was. What changes afterwards in the days that it is about is a
correction in the next one: so all statements that stand come to what is counted now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import NamedTuple


class StatedKind(StrEnum):
    """What is stated."""

    EVENT = "event"
    # A closed league of teams: it counts as an event, on the day of its last match.
    LEAGUE = "league"


# What is stated: its kind, and its number among those of its kind.
StatedKey = tuple[StatedKind, int]


class StatedEvent(NamedTuple):
    """An event with its entries and its starts, or a league with its teams: a start is a player in it."""

    event: int
    day: date
    name: str
    entries: int
    starts: int
    kind: StatedKind = StatedKind.EVENT

    @property
    def key(self) -> StatedKey:
        return self.kind, self.event


class Fees(NamedTuple):
    """What is asked, in the smallest unit of the currency."""

    per_event: int = 0
    per_start: int = 0
    per_licence: int = 0


class _EventSums(NamedTuple):
    """How often an event is stated or held, with how many entries and starts, and how it is called."""

    day: date
    name: str
    events: int = 0
    entries: int = 0
    starts: int = 0


class Correction(NamedTuple):
    """How much more there is of an event than an earlier statement says, at the fees of that statement."""

    statement: int
    number: str
    event: int
    day: date
    name: str
    events: int
    entries: int
    starts: int
    per_event: int
    per_start: int
    kind: StatedKind = StatedKind.EVENT

    @property
    def key(self) -> StatedKey:
        return self.kind, self.event

    @property
    def amount(self) -> int:
        return self.events * self.per_event + self.starts * self.per_start


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementContent:
    """All that a statement says. Names are those of the day on which it was made."""

    federation: str
    club: str
    currency: str
    fees: Fees
    events: tuple[StatedEvent, ...]
    licences: int
    corrections: tuple[Correction, ...] = ()

    @property
    def entries(self) -> int:
        return sum(one.entries for one in self.events)

    @property
    def starts(self) -> int:
        return sum(one.starts for one in self.events)

    @property
    def for_events(self) -> int:
        return len(self.events) * self.fees.per_event

    @property
    def for_starts(self) -> int:
        return self.starts * self.fees.per_start

    @property
    def for_licences(self) -> int:
        return self.licences * self.fees.per_licence

    @property
    def for_corrections(self) -> int:
        return sum(one.amount for one in self.corrections)

    @property
    def due(self) -> int:
        return self.for_events + self.for_starts + self.for_licences + self.for_corrections

    @property
    def says_something(self) -> bool:
        return bool(self.events or self.licences or self.corrections)


@dataclass(frozen=True, slots=True)
class StandingStatement:
    """A statement that was issued and not taken back."""

    row: int
    number: str
    since: date
    until: date
    content: StatementContent


def new_licences(valid: int, year: int, standing: Iterable[StandingStatement]) -> int:
    """Return how many licences are to be stated: each once a year, and none is paid back."""
    stated = sum(one.content.licences for one in standing if one.until.year == year)
    return max(0, valid - stated)


def corrections_of(standing: Sequence[StandingStatement], held: Sequence[StatedEvent]) -> list[Correction]:
    """Return what has changed in the days of these statements of a club, given all events held on them.

    What other statements have corrected in one of them is a part of what was stated.
    """
    return [
        correction
        for one in sorted(standing, key=lambda one: (one.since, one.row))
        for correction in _corrections_of_one(one, _stated(one, standing), held)
    ]


def _stated(one: StandingStatement, standing: Iterable[StandingStatement]) -> dict[StatedKey, _EventSums]:
    """Return what of each event was stated in a statement and in the corrections of it."""
    stated = {event.key: _sums_of(event) for event in one.content.events}
    for correction in (each for other in standing for each in other.content.corrections):
        if correction.statement == one.row:
            before = stated.get(correction.key, _EventSums(correction.day, correction.name))
            stated[correction.key] = before._replace(
                events=before.events + correction.events,
                entries=before.entries + correction.entries,
                starts=before.starts + correction.starts,
            )
    return stated


def _sums_of(event: StatedEvent) -> _EventSums:
    return _EventSums(event.day, event.name, 1, event.entries, event.starts)


def _corrections_of_one(
    one: StandingStatement, stated: Mapping[StatedKey, _EventSums], held: Iterable[StatedEvent]
) -> list[Correction]:
    now = {event.key: _sums_of(event) for event in held if one.since <= event.day <= one.until}
    found = (_correction(one, key, stated.get(key), now.get(key)) for key in {*stated, *now})
    changed = (each for each in found if each.events or each.entries or each.starts)
    return sorted(changed, key=lambda each: (each.day, each.key))


def _correction(
    one: StandingStatement, key: StatedKey, stated: _EventSums | None, now: _EventSums | None
) -> Correction:
    """Return how much more there is of an event than was stated; less than nothing where there is less."""
    known = [each for each in (now, stated) if each is not None]
    empty = _EventSums(known[0].day, known[0].name)
    before, after = stated or empty, now or empty
    fees, (kind, event) = one.content.fees, key
    return Correction(
        *(one.row, one.number, event, empty.day, empty.name),
        *(after.events - before.events, after.entries - before.entries, after.starts - before.starts),
        *(fees.per_event, fees.per_start, kind),
    )
