"""The director's desk of an event as one value: its round, its entries, its ledger, and the next step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, OuterRef, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from clubs.web.tables import ROWS_PER_PAGE
from scoring.store.table_queries import attention_flags
from tournaments.desk.worth import worth_by_entry
from tournaments.models import Entry, EventAdjustment, Pairing, Round, Tournament
from tournaments.play import queries
from tournaments.play.changed_standings import would_be_drawn_otherwise
from tournaments.play.complaints import MIN_CORRECTION_MINUTES, complaint_minutes, complaints_end
from tournaments.play.counting import without_result
from tournaments.play.queries import PairingWithSides
from tournaments.play.seating import get_seats
from tournaments.running.publishing import find_reopened_before


@dataclass(frozen=True, slots=True)
class Complaints:
    """Until when complaints about the shown results are taken, and from when that time can be cut short."""

    until: str
    are_over: bool
    cut_from: str
    may_be_cut: bool


@dataclass(frozen=True, slots=True)
class RunningTables:
    """The tables of a round: how many there are, how many have finished, and which need a person."""

    all: int = 0
    playing: int = 0
    finished: int = 0
    # Number and game of each table that calls, or where a deal is disputed.
    calling: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round that is open although a later one is drawn: its tables at which the games go on."""

    round: Round
    playing: Sequence[int]


@dataclass(frozen=True, slots=True)
class DeskPage:
    """What the desk of an event shows: of hundreds of tables and entries a page of each."""

    event: Tournament
    # The round that was drawn last.
    round: Round | None
    progress: RunningTables
    table_page: Page[Any]
    fingerprint: str
    entry_page: Page[Any]
    entry_counts: Counter[str]
    rounds: Sequence[Round]
    ledger: QuerySet[EventAdjustment]
    complaints: Complaints | None
    # The rounds before it that are still open, each with the tables that play.
    open_before: Sequence[OpenRound] = ()

    @property
    def tables(self) -> list[PairingWithSides]:
        return queries.with_sides(self.table_page)

    @property
    def worth(self) -> Mapping[int, str]:
        """What counts for each entry at the tables of this page where another result counts."""
        return {} if self.round is None else worth_by_entry(self.event, self.round, self.table_page)

    @property
    def is_outdated(self) -> bool:
        """Whether the standings have changed since the draw that is not published yet."""
        drawn = self.round
        return drawn is not None and drawn.state == Round.State.DRAWN and would_be_drawn_otherwise(drawn)

    @property
    def reopened(self) -> int | None:
        """The number of an earlier round that was opened again since the draw; it is closed first."""
        drawn = self.round
        if drawn is None or drawn.state != Round.State.DRAWN or not self.open_before:
            return None
        return find_reopened_before(drawn)

    @property
    def closed_before_draw(self) -> Round | None:
        """The round before a draw that nobody has seen yet: it can be opened again."""
        if self.round is None or self.round.state != Round.State.DRAWN or self.open_before:
            return None
        before = [one for one in self.rounds if one.number == self.round.number - 1]
        return next((one for one in before if one.state == Round.State.CLOSED), None)

    @property
    def tables_parameter(self) -> str:
        """The page of the tables as a part of an address: it stays when the entries are paged."""
        return _page_parameter("tables", self.table_page)

    @property
    def entries_parameter(self) -> str:
        return _page_parameter("entries", self.entry_page)

    @property
    def entered(self) -> int:
        return self.entry_counts.total()

    @property
    def coming(self) -> int:
        """The number of entries that have not withdrawn."""
        return self.entered - self.entry_counts[Entry.State.WITHDRAWN]

    @property
    def lacks_filler(self) -> bool:
        """Whether one more entry could still come, so that nobody sits out at tables of two entries."""
        agreement = self.event.agreement
        is_odd = agreement.sides == agreement.entries_per_table == 2 and self.coming % 2 == 1
        return is_odd and self.event.takes_entries and self.has_more_rounds

    @property
    def missing(self) -> int:
        """The number of entries that are not here; 0 before the first is checked in."""
        has_begun = self.entry_counts[Entry.State.PRESENT]
        return self.entry_counts[Entry.State.ENTERED] if has_begun else 0

    @property
    def next_number(self) -> int:
        return 1 if self.round is None else self.round.number + 1

    @property
    def has_more_rounds(self) -> bool:
        return self.next_number <= self.event.agreement.rounds


def _page_parameter(name: str, page: Page[Any]) -> str:
    return f"{name}={page.number}&" if page.number > 1 else ""


def load_desk_page(event: Tournament, tables: str = "", entries: str = "") -> DeskPage:
    """Load the desk with a page of its tables and a page of its entries, by their numbers."""
    drawn = queries.current_round(event)
    pairings = queries.round_pairings(drawn) if drawn else Pairing.objects.none()
    rounds = list(queries.all_rounds(event))
    counts = event.entries.order_by().values_list("state").annotate(Count("pk"))
    return DeskPage(
        event=event,
        round=drawn,
        progress=_progress_of(drawn) if drawn else RunningTables(),
        table_page=Paginator(pairings, ROWS_PER_PAGE).get_page(tables),
        fingerprint=get_seats(drawn).fingerprint if drawn and drawn.state == Round.State.DRAWN else "",
        entry_page=Paginator(queries.get_entries(event), ROWS_PER_PAGE).get_page(entries),
        entry_counts=Counter(dict(counts)),
        rounds=rounds,
        ledger=queries.get_event_adjustments(event),
        complaints=_complaints(event),
        open_before=[] if drawn is None else _open_before(drawn, rounds),
    )


def _open_before(last: Round, rounds: Sequence[Round]) -> list[OpenRound]:
    """Usually there is none, and nothing is asked."""
    found = [drawn for drawn in rounds if drawn.state == Round.State.PUBLISHED and drawn.number < last.number]
    if not found:
        return []
    pairings = Pairing.objects.filter(round__in=found)
    playing = without_result(pairings, last.tournament.agreement.counting)
    tables = list(playing.order_by("table").values_list("round", "table"))
    return [OpenRound(drawn, [table for at, table in tables if at == drawn.pk and table]) for drawn in found]


def _progress_of(drawn: Round) -> RunningTables:
    flags = attention_flags(OuterRef("game"))
    columns = ("table", "game", "kind", "game__over", flags["calls"], flags["disputed"])
    tables = list(drawn.pairings.order_by("table").values_list(*columns))
    games = [(kind, over) for _table, game, kind, over, _calls, _disputed in tables if game is not None]
    return RunningTables(
        all=len(tables),
        playing=len(games),
        finished=sum(over or kind != Pairing.Kind.PLAYED for kind, over in games),
        calling=[(table, game) for table, game, *_result, calls, disputed in tables if calls or disputed],
    )


def _complaints(event: Tournament) -> Complaints | None:
    """The time for complaints, with the date where it ends on another day; None before results are shown."""
    if event.shown_at is None:
        return None
    now, end = timezone.now(), complaints_end(event.shown_at, complaint_minutes(event.agreement))
    cut_from = complaints_end(event.shown_at, MIN_CORRECTION_MINUTES)
    return Complaints(
        until=_time_of(end, event.shown_at),
        are_over=now >= end,
        cut_from=_time_of(cut_from, event.shown_at),
        may_be_cut=now >= cut_from,
    )


def _time_of(moment: datetime, since: datetime) -> str:
    """A time of day, with its date where that is another day."""
    is_other_day = timezone.localdate(moment) != timezone.localdate(since)
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT" if is_other_day else "TIME_FORMAT")
