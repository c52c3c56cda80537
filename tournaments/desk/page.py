"""The director's desk of an event as one value: its round, its entries, its ledger, and the next step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from tournaments.models import Entry, EventAdjustment, Round, Tournament
from tournaments.play import queries
from tournaments.play.queries import PairingWithSides
from tournaments.play.seating import get_seats
from tournaments.running.standings import MIN_CORRECTION_MINUTES, complaints_end


@dataclass(frozen=True, slots=True)
class Complaints:
    """Until when complaints about the shown results are taken, and whether that time is over."""

    until: str
    are_over: bool
    shortest_minutes: int = MIN_CORRECTION_MINUTES


@dataclass(frozen=True, slots=True)
class DeskPage:
    """What the desk of an event shows."""

    event: Tournament
    # The round that was drawn last.
    round: Round | None
    tables: Sequence[PairingWithSides]
    fingerprint: str
    entries: Sequence[Entry]
    rounds: QuerySet[Round]
    ledger: QuerySet[EventAdjustment]
    complaints: Complaints | None

    @property
    def games(self) -> Sequence[PairingWithSides]:
        """The tables with a game."""
        return [table for table in self.tables if table.pairing.game is not None]

    @property
    def playing(self) -> int:
        return len(self.games)

    @property
    def finished(self) -> int:
        return sum(not table.blocks_closing for table in self.games)

    @property
    def missing(self) -> int:
        """The number of entries that are not here; 0 before the first is checked in."""
        states = [entry.state for entry in self.entries]
        return states.count(Entry.State.ENTERED) if Entry.State.PRESENT in states else 0

    @property
    def next_number(self) -> int:
        return 1 if self.round is None else self.round.number + 1

    @property
    def has_more_rounds(self) -> bool:
        return self.next_number <= self.event.agreement.rounds


def load_desk_page(event: Tournament) -> DeskPage:
    drawn = queries.current_round(event)
    return DeskPage(
        event=event,
        round=drawn,
        tables=list(queries.get_round_tables(drawn)) if drawn else [],
        fingerprint=get_seats(drawn).fingerprint if drawn else "",
        entries=list(queries.get_entries(event)),
        rounds=queries.all_rounds(event),
        ledger=queries.get_event_adjustments(event),
        complaints=_complaints(event),
    )


def _complaints(event: Tournament) -> Complaints | None:
    """The time for complaints, with the date where it ends on another day; None before results are shown."""
    if event.shown_at is None:
        return None
    end = complaints_end(event.shown_at, event.agreement.correction_minutes)
    is_other_day = timezone.localdate(end) != timezone.localdate(event.shown_at)
    until = date_format(timezone.localtime(end), "SHORT_DATETIME_FORMAT" if is_other_day else "TIME_FORMAT")
    return Complaints(until, timezone.now() >= end)
