"""What a federation states to a club: events, starts, licences, and what has changed of earlier ones.

A statement that was issued stays as it was. What changes afterwards in the days that it is about is a
correction in the next one: so all statements that stand come to what is counted now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple


class StatedEvent(NamedTuple):
    """An event with its entries and its starts: a start is a player in an event."""

    event: int
    day: date
    name: str
    entries: int
    starts: int


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


def _stated(one: StandingStatement, standing: Iterable[StandingStatement]) -> dict[int, _EventSums]:
    """Return what of each event was stated in a statement and in the corrections of it."""
    stated = {event.event: _sums_of(event) for event in one.content.events}
    for correction in (each for other in standing for each in other.content.corrections):
        if correction.statement == one.row:
            before = stated.get(correction.event, _EventSums(correction.day, correction.name))
            stated[correction.event] = before._replace(
                events=before.events + correction.events,
                entries=before.entries + correction.entries,
                starts=before.starts + correction.starts,
            )
    return stated


def _sums_of(event: StatedEvent) -> _EventSums:
    return _EventSums(event.day, event.name, 1, event.entries, event.starts)


def _corrections_of_one(
    one: StandingStatement, stated: Mapping[int, _EventSums], held: Iterable[StatedEvent]
) -> list[Correction]:
    now = {event.event: _sums_of(event) for event in held if one.since <= event.day <= one.until}
    found = (_correction(one, event, stated.get(event), now.get(event)) for event in {*stated, *now})
    changed = (each for each in found if each.events or each.entries or each.starts)
    return sorted(changed, key=lambda each: (each.day, each.event))


def _correction(
    one: StandingStatement, event: int, stated: _EventSums | None, now: _EventSums | None
) -> Correction:
    """Return how much more there is of an event than was stated; less than nothing where there is less."""
    known = [each for each in (now, stated) if each is not None]
    empty = _EventSums(known[0].day, known[0].name)
    before, after = stated or empty, now or empty
    fees = one.content.fees
    return Correction(
        *(one.row, one.number, event, empty.day, empty.name),
        *(after.events - before.events, after.entries - before.entries, after.starts - before.starts),
        *(fees.per_event, fees.per_start),
    )
