"""The next step of an event as one value: how far it has got, and what the director does about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import Count
from django.utils import timezone
from django.utils.formats import date_format

from scoring.models import Game
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.play import queries
from tournaments.play.brackets import LevelTable, find_level_tables
from tournaments.play.changed_standings import would_be_drawn_otherwise
from tournaments.play.complaints import MIN_CORRECTION_MINUTES, complaint_minutes, complaints_end
from tournaments.play.counting import without_result
from tournaments.play.event_record import load_event
from tournaments.play.parts import PartsStep, step_of_parts
from tournaments.play.seating import get_seats
from tournaments.running.publishing import find_reopened_before

# From so many entries on, the desk says that sections can be made.
_MANY: Final = 12


@dataclass(frozen=True, slots=True)
class Complaints:
    """Until when complaints about the shown results are taken, and from when that time can be cut short."""

    until: str
    are_over: bool
    cut_from: str
    may_be_cut: bool


@dataclass(frozen=True, slots=True)
class RunningTables:
    """The tables of a round: how many there are, how many play, and how many of these have finished."""

    all: int = 0
    playing: int = 0
    finished: int = 0


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A round that is open although a later one is drawn: its tables at which the games go on."""

    round: Round
    playing: Sequence[int]


@dataclass(frozen=True)
class EventProgress:
    """How far an event has got: its rounds, the one that was drawn last, and how many entries it has."""

    event: Tournament
    # The round that was drawn last.
    round: Round | None
    progress: RunningTables
    fingerprint: str
    entry_counts: Counter[str]
    rounds: Sequence[Round]
    complaints: Complaints | None
    # The rounds before it that are still open, each with the tables that play.
    open_before: Sequence[OpenRound] = ()

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
    def level_tables(self) -> list[tuple[Pairing, LevelTable]]:
        """The tables of a knock-out of which the director has to say who goes on."""
        if self.event.agreement.bracket is None:
            return []
        levels = {(each.round, each.table): each for each in find_level_tables(load_event(self.event))}
        pairings = Pairing.objects.filter(round__in=self.rounds).exclude(round__state=Round.State.REMOVED)
        rows = pairings.select_related("round").order_by("round__number", "table") if levels else []
        found = [(pairing, levels.get((pairing.round.number, pairing.table or 0))) for pairing in rows]
        return [(pairing, level) for pairing, level in found if level is not None]

    @property
    def unsigned(self) -> list[tuple[Round, int]]:
        """The rounds with games that are over and not signed, and how many of them."""
        if self.event.agreement.is_on_paper:
            return []
        unsigned = Pairing.objects.filter(game__state=Game.State.FINISHED, game__other_result="")
        counted = unsigned.filter(round__tournament=self.event).order_by().values_list("round")
        numbers = dict(counted.annotate(Count("pk")))
        return [(drawn, numbers[drawn.pk]) for drawn in self.rounds if drawn.pk in numbers]

    @property
    def entered(self) -> int:
        return self.entry_counts.total()

    @property
    def coming(self) -> int:
        """The number of entries that have not withdrawn."""
        return self.entered - self.entry_counts[Entry.State.WITHDRAWN]

    @cached_property
    def parts_step(self) -> PartsStep | None:
        """What comes next in an event whose rounds are drawn in sections; None of any other."""
        return step_of_parts(self.event)

    @property
    def waits_for_finals(self) -> bool:
        """Whether it is a section, and the finals can be made now."""
        whole = self.event.whole
        return whole is not None and step_of_parts(whole) is PartsStep.MAKE_FINALS

    @property
    def may_be_divided(self) -> bool:
        """Whether it has so many entries that sections may be wanted, and is no section itself."""
        return self.coming >= _MANY and self.event.whole_id is None

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


def load_progress(event: Tournament) -> EventProgress:
    drawn = queries.current_round(event)
    rounds = list(queries.all_rounds(event))
    counts = event.entries.order_by().values_list("state").annotate(Count("pk"))
    return EventProgress(
        event=event,
        round=drawn,
        progress=_progress_of(drawn) if drawn else RunningTables(),
        fingerprint=get_seats(drawn).fingerprint if drawn and drawn.state == Round.State.DRAWN else "",
        entry_counts=Counter(dict(counts)),
        rounds=rounds,
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
    tables = list(drawn.pairings.values_list("game", "kind", "game__over"))
    games = [(kind, over) for game, kind, over in tables if game is not None]
    return RunningTables(
        all=len(tables),
        playing=len(games),
        finished=sum(over or kind != Pairing.Kind.PLAYED for kind, over in games),
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
