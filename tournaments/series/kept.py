"""Who stands where in series, for pages that show many of them: kept in the database, and counted else.

What is kept of a series is believed while it has the same evenings in the same states. A season of a
federation has hundreds of evenings, of which the page of a player or the roll of champions asks for a line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _

from scoring.recording.recheck import FurtherDifference
from tournaments.core.series.table import SeriesKey
from tournaments.models import KeptSeries, Series, Tournament
from tournaments.public.event_view import FINISHED_EVENT_STATES
from tournaments.series.counting import count_evenings
from tournaments.series.queries import EveningState, counted_events, shown_series, states_of_evenings

# It changes with what is counted, so that nothing of before is believed.
_VERSION: Final = 1
# Of so many series what was counted is kept in memory.
_MAX_SERIES: Final = 2_000

# The players of a line in their order.
Team = tuple[int, ...]


class KeptLine(NamedTuple):
    """A line of a series without its evenings; the players are in the order in which they last entered."""

    players: Team
    total: int
    place: int | None
    shared: bool
    wanting: int
    played: int

    @property
    def key(self) -> SeriesKey:
        return tuple(sorted(self.players))


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A series after its last evening: those in the first place, and all lines."""

    first: tuple[Team, ...]
    lines: Sequence[KeptLine]

    @property
    def placed(self) -> int:
        return sum(1 for line in self.lines if not line.wanting)


# What this process has counted, with its state.
counted_tables: Final[dict[int, tuple[str, KeptTable]]] = {}


def state_of(series: Series, evenings: Iterable[EveningState]) -> str:
    """Return a digest of a series with these evenings: another one with each change of either."""
    text = json.dumps([_VERSION, series.version, sorted(evenings)])
    return hashlib.sha256(text.encode()).hexdigest()


def states_of(series: Collection[Series]) -> dict[int, str]:
    """Return the states of series now. Those that are closed cost one query together, each other its own."""
    rows = Tournament.objects.filter(closed_evenings(series)).order_by()
    known = {row[0]: EveningState(*row) for row in rows.values_list("pk", "book__revision", "book__head")}

    def evenings(one: Series) -> Iterable[EveningState]:
        if one.is_closed:
            return (known[pk] for pk in one.closed_events if pk in known)
        return states_of_evenings(one)

    return {one.pk: state_of(one, evenings(one)) for one in series}


def closed_evenings(series: Iterable[Series]) -> Q:
    """Return the condition on the evenings that count in the closed ones of these series."""
    pks = {pk for one in series for pk in one.closed_events}
    return Q(pk__in=pks, book__trial=False, state__in=FINISHED_EVENT_STATES)


# Reading.


def tables_of(series: Sequence[Series]) -> Mapping[int, KeptTable]:
    """Return the tables of series after their last evenings, counting those of which nothing is kept."""
    states = states_of(series)
    rows = KeptSeries.objects.filter(series__in=states).order_by()
    found = _remembered(states) | {
        pk: _from_text(first, lines)
        for pk, state, first, lines in rows.values_list("series", "state", "first", "lines")
        if state == states[pk]
    }
    return found | {one.pk: _count(one)[1] for one in series if one.pk not in found}


def load_first(states: Mapping[int, str]) -> dict[int, tuple[Team, ...]]:
    """Return those in the first place of the series whose tables are known in these states."""
    rows = KeptSeries.objects.filter(series__in=states).order_by()
    return {pk: table.first for pk, table in _remembered(states).items()} | {
        pk: _teams(first)
        for pk, state, first in rows.values_list("series", "state", "first")
        if state == states[pk]
    }


def _remembered(states: Mapping[int, str]) -> dict[int, KeptTable]:
    """Return what this process has counted in these states."""
    return {pk: counted_tables[pk][1] for pk in states if counted_tables.get(pk, ("",))[0] == states[pk]}


def _count(series: Series) -> tuple[str, KeptTable]:
    return count_table(series, counted_events(series))


def count_table(series: Series, evenings: Sequence[Tournament]) -> tuple[str, KeptTable]:
    """Count a series with these evenings, which are in their order; return its table with its state.

    It is the state of the very evenings that were counted, whatever happens meanwhile.
    """
    state = state_of(
        series, (EveningState(event.pk, event.book.revision, event.book.head) for event in evenings)
    )
    counted = count_evenings(series, evenings)
    lines = [
        KeptLine(counted.players[line.key], line.total, line.place, line.shared, line.wanting, line.played)
        for line in counted.lines
    ]
    table = KeptTable(tuple(counted.players[line.key] for line in counted.lines if line.place == 1), lines)
    if len(counted_tables) >= _MAX_SERIES:
        counted_tables.clear()
    counted_tables[series.pk] = state, table
    return state, table


def _from_text(first: str, lines: str) -> KeptTable:
    read = [KeptLine(tuple(players), *figures) for players, *figures in json.loads(lines)]
    return KeptTable(_teams(first), read)


def _teams(text: str) -> tuple[Team, ...]:
    return tuple(map(tuple, json.loads(text)))


# Keeping.


def keep_tables(goes_on: Callable[[], bool] = lambda: True) -> int:
    """Keep the present table of each public series of which another one or none is kept; return how many."""
    kept = dict(KeptSeries.objects.order_by().values_list("series", "state"))
    changed = 0
    shown = list(shown_series().order_by("pk"))
    states = states_of(shown)
    for one in (one for one in shown if kept.get(one.pk) != states[one.pk]):
        if not goes_on():
            break
        _store(one)
        changed += 1
    return changed


def _store(series: Series) -> None:
    state, table = _count(series)
    KeptSeries.objects.update_or_create(
        series=series,
        defaults={"state": state, "first": _as_text(table.first), "lines": _as_text(table.lines)},
    )


def _as_text(value: Sequence[object]) -> str:
    return json.dumps(value, separators=(",", ":"))


def forget_tables() -> None:
    """Throw away what is kept: it is counted again."""
    KeptSeries.objects.all().delete()


def differences_in_tables() -> Iterator[FurtherDifference]:
    """Yield where a table that is believed differs from the same counted again."""
    for row in KeptSeries.objects.select_related("series__club").order_by("series"):
        state, table = _count(row.series)
        if row.state != state:
            continue
        for column, kept, value in (("first", row.first, table.first), ("lines", row.lines, table.lines)):
            if kept != _as_text(value):
                place = _("Series %(series)s") % {"series": row.series_id}
                yield FurtherDifference(place, f"kept.{column}", kept, _as_text(value))


def state_of_series() -> tuple[int, ...]:
    """Return what changes when a series is made, changed or closed: one cheap query."""
    counted = shown_series().order_by().aggregate(number=Count("pk"), versions=Sum("version"))
    return tuple(value or 0 for value in counted.values())
