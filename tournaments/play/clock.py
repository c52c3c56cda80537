"""The clock of a round that is played, and of each of its tables, read as values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from clubs.models import LogEntry
from scoring.models import Call, Deal
from tournaments.core.clock import Clock, Pause, minutes_lost
from tournaments.models import Pairing, Round, RoundClock, TableMinutes

_MINUTE: Final = timedelta(minutes=1)
_FIRST_DEAL: Final = 1


class TableTime(NamedTuple):
    """A table of a round with its clock, and whether it still plays."""

    pairing: int
    table: int
    clock: Clock
    plays: bool
    # A deal has been dealt there, as far as a phone or the desk has said so.
    has_begun: bool


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """The clock of a round, and those of its tables by their pairings."""

    # Where the time of each table begins with its first deal, this one has not been started.
    clock: Clock
    by_table: bool
    tables: Mapping[int, TableTime]

    @property
    def playing(self) -> list[TableTime]:
        return [time for time in self.tables.values() if time.plays]


class MinutesProposal(NamedTuple):
    """Minutes that a table lost while it waited for the director."""

    pairing: int
    table: int
    call: int
    reason: str
    called_at: datetime
    minutes: int


class LateDeal(NamedTuple):
    """A deal that was begun after no new deal was to be dealt."""

    pk: int
    game: int
    table: int
    deal: int
    began: datetime
    # So many sides have said that its last card was dealt in time, and so many sides play.
    agree: int = 0
    sides: int = 0

    @property
    def is_agreed(self) -> bool:
        return self.agree >= self.sides


def stored_clock(stored: RoundClock) -> Clock:
    """Return the clock of a round as it is stored."""
    return Clock(
        playing=stored.minutes * _MINUTE,
        more=stored.more_minutes * _MINUTE,
        started_at=stored.started_at,
        pauses=tuple(read_pauses(stored.pauses)),
    )


def read_pauses(pauses: Iterable[tuple[str, str | None]]) -> Iterable[Pause]:
    for began, ended in pauses:
        yield Pause(datetime.fromisoformat(began), None if ended is None else datetime.fromisoformat(ended))


def with_times(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Add to pairings what their clocks need: minutes given, and when the first deal was dealt."""
    given = TableMinutes.objects.filter(pairing=OuterRef("pk")).order_by().values("pairing")
    first = Deal.objects.filter(game=OuterRef("game"), number=_FIRST_DEAL)
    return pairings.annotate(
        minutes_given=Coalesce(
            Subquery(given.annotate(all=Sum("minutes")).values("all"), output_field=IntegerField()), Value(0)
        ),
        first_deal_at=Subquery(first.values("started_at")[:1]),
    )


def table_clock(stored: RoundClock, minutes: int, first_deal_at: datetime | None) -> Clock:
    """Return the clock of a table of the round."""
    clock = replace(stored_clock(stored), given=minutes * _MINUTE)
    return replace(clock, started_at=first_deal_at) if stored.by_table else clock


def load_times(drawn: Round) -> RoundTimes | None:
    """Load the clocks of a round while it is played; None where it has none."""
    if drawn.state != Round.State.PUBLISHED:
        return None
    stored: RoundClock | None = getattr(drawn, "clock", None)
    if stored is None:
        return None
    columns = ("pk", "table", "kind", "game__over", "game__other_result", "minutes_given", "first_deal_at")
    pairings = with_times(Pairing.objects.filter(round=drawn.pk, table__isnull=False)).order_by("table")
    clock = stored_clock(stored)
    return RoundTimes(
        replace(clock, started_at=None) if stored.by_table else clock,
        stored.by_table,
        {
            pk: TableTime(
                pk,
                table,
                table_clock(stored, minutes, first),
                kind == Pairing.Kind.PLAYED and not over and not other_result,
                first is not None,
            )
            for pk, table, kind, over, other_result, minutes, first in pairings.values_list(*columns)
        },
    )


def load_proposals(times: RoundTimes) -> list[MinutesProposal]:
    """Return for each call that was answered and not decided on how many minutes its table lost.

    Who waits for the director has no less time than the others; while the clock stood still nobody lost any.
    """
    playing = {time.pairing: time for time in times.playing if time.clock.is_started}
    calls = Call.objects.filter(game__pairing__in=playing, answered_at__isnull=False)
    calls = calls.exclude(pk__in=TableMinutes.objects.filter(call__isnull=False).values("call"))
    proposals = []
    for call in calls.order_by("at").annotate(pairing=Subquery(_pairing_of_call())):
        time = playing[call.pairing]
        minutes = minutes_lost(time.clock, call.at, call.answered_at or call.at)
        if minutes:
            why = call.get_reason_display()
            proposals.append(MinutesProposal(time.pairing, time.table, call.pk, why, call.at, minutes))
    return proposals


def load_late_deals(times: RoundTimes, book: int, most: int) -> list[LateDeal]:
    """Return the last deals that were begun after no new deal was to be dealt at their tables.

    What the sides said then is in the log, under the moment at which the deal was begun.
    """
    warnings = {time.pairing: time.clock.warns_at for time in times.tables.values()}
    known = {pairing: moment for pairing, moment in warnings.items() if moment is not None}
    if not known:
        return []
    deals = Deal.objects.filter(game__pairing__in=known, started_at__gt=min(known.values()))
    columns = ("pk", "game", "game__pairing", "number", "started_at", "many")
    rows = deals.annotate(many=Count("game__sides")).order_by("-started_at").values_list(*columns)
    late = [
        LateDeal(pk, game, times.tables[pairing].table, number, began, sides=sides)
        for pk, game, pairing, number, began, sides in rows
        if began > known[pairing]
    ][:most]
    said = _said_in_time(book, [one.began for one in late])
    return [one._replace(agree=said.get(one.pk, 0)) for one in late]


def _said_in_time(book: int, moments: Sequence[datetime]) -> dict[int, int]:
    """Return for deals begun at these moments how many sides have said that they were dealt in time."""
    if not moments:
        return {}
    entries = LogEntry.objects.filter(book=book, act="deal.started", at__in=moments)
    facts = (json.loads(text) for text in entries.values_list("text", flat=True))
    return {int(one["subject"].partition(":")[2]): len(one["after"].get("in_time", ())) for one in facts}


def _pairing_of_call() -> QuerySet[Pairing, int]:
    return Pairing.objects.filter(game=OuterRef("game")).values_list("pk", flat=True)[:1]
