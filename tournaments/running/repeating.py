"""An event repeated: a new one with the settings of an earlier one, and those who come again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction

from clubs.books.refusals import NotNow
from clubs.books.writing import Author, JsonValue, Submission, retried
from clubs.models import Player
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import Entry, Tournament
from tournaments.running.entries import enter_pairs
from tournaments.running.events import EventPlan, create_event_once
from tournaments.running.fixed_tables import set_fixed_table
from tournaments.running.guests import with_guests
from tournaments.running.singles import add_single

_Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Coming:
    """Who comes again, or for the first time. `was` is the entry of last time that had the same players."""

    players: Sequence[Player]
    was: Entry | None = None

    @property
    def is_outside(self) -> bool:
        return self.was is not None and self.was.outside


@dataclass(frozen=True, slots=True)
class RepeatedEvent:
    """The new event, and the entries whose stationary table of last time is not possible in it."""

    event: Tournament
    moving: Sequence[Entry]


@retried
def repeat_event(
    by: Author,
    earlier: Tournament,
    plan: EventPlan,
    coming: Sequence[Coming],
    singles: Sequence[Player],
    key: UUID,
) -> RepeatedEvent:
    """Set up an event in the club of an earlier one and enter these, or do nothing at all.

    An entry of the same players is outside the competition, has its stationary table, and is kept apart from
    others as last time. `singles` come alone and look for a partner. Sent twice it is set up once.
    """
    plan = replace(plan, agreement=_renumbered(plan.agreement, coming))
    with transaction.atomic():
        event, is_new = create_event_once(by, earlier.club, plan, _submission(plan, coming, singles, key))
        if not is_new:
            return RepeatedEvent(event, ())
        entries = with_guests(
            by, event, [one.players for one in coming], lambda stored: _enter(by, event, coming, stored)
        )
        moving = [
            entry
            for one, entry in zip(coming, entries, strict=True)
            if one.was is not None and not _keeps_table(by, entry, one.was.fixed_table)
        ]
        for player in singles:
            add_single(by, event, player)
    return RepeatedEvent(event, moving)


def _submission(
    plan: EventPlan, coming: Sequence[Coming], singles: Sequence[Player], key: UUID
) -> Submission:
    """What was sent, by names: who was a guest the first time is a member the second time."""
    names: list[JsonValue] = [[player.name for player in one.players] for one in coming]
    alone: list[JsonValue] = [player.name for player in singles]
    return Submission(key=key, content={**plan.facts, "coming": names, "alone": alone})


def _renumbered(agreement: EventAgreement, coming: Sequence[Coming]) -> EventAgreement:
    """Who is not to meet, or wishes to, was agreed by numbers that may be others now."""
    numbers = {one.was.number: number for number, one in enumerate(coming, start=1) if one.was is not None}
    return replace(
        agreement,
        apart=_renumbered_pairs(agreement.apart, numbers),
        wished=_renumbered_pairs(agreement.wished, numbers),
        strength=tuple(numbers[entry] for entry in agreement.strength if entry in numbers),
    )


def _renumbered_pairs(pairs: _Pairs, numbers: Mapping[int, int]) -> _Pairs:
    both = [sorted(numbers[entry] for entry in pair) for pair in pairs if numbers.keys() >= set(pair)]
    return tuple(sorted((first, second) for first, second in both))


def _enter(
    by: Author, event: Tournament, coming: Sequence[Coming], stored: Sequence[Sequence[Player]]
) -> list[Entry]:
    """Enter all in their order; who was outside the competition is again."""
    entries: list[Entry] = []
    rows = zip(coming, stored, strict=True)
    for outside, same in groupby(rows, key=lambda row: row[0].is_outside):
        entries += enter_pairs(by, event, [players for _one, players in same], outside=outside)
    return entries


def _keeps_table(by: Author, entry: Entry, table: int | None) -> bool:
    """Keep a stationary table if the entries of today allow it; with fewer it may not exist."""
    if table is None:
        return True
    try:
        set_fixed_table(by, entry, table)
    except (ValidationError, NotNow):
        return False
    return True
