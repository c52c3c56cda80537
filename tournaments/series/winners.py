"""Who has won the closed series of a club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Q

from tournaments.models import Series, Tournament
from tournaments.play.event_order import next_first
from tournaments.series.kept import Team, closed_evenings, count_table, load_first, state_of
from tournaments.series.queries import EveningState, shown_series
from tournaments.series.results import results_of


class SeriesWinners(NamedTuple):
    """A closed series with those in the first place."""

    pk: int
    club: int
    name: str
    # Of its last evening.
    day: date
    # Empty where its evenings were played by several.
    ruleset: str
    winners: tuple[Team, ...]


class _ClosedEvening(NamedTuple):
    """An evening of a closed series, with the state of its book."""

    state: EveningState
    day: date
    ruleset: str


def winners_of_closed_series(club: int, year: int | None = None) -> list[SeriesWinners]:
    """Return the winners of the public closed series of a club and, of a federation, of its clubs.

    With a year they are those of the series whose last evening was in it.
    """
    found = shown_series().filter(Q(club=club) | Q(club__federation=club)).exclude(closed_at=None)
    closed = list((found if year is None else found.filter(_may_end_in(year))).order_by("pk"))
    known = _evenings_of(closed)
    evenings = {one.pk: [known[pk] for pk in one.closed_events if pk in known] for one in closed}
    held = [one for one in closed if evenings[one.pk]]
    first = load_first({one.pk: state_of(one, (each.state for each in evenings[one.pk])) for one in held})
    first |= _count_first([one for one in held if one.pk not in first])
    ended = (_winners(one, evenings[one.pk], first[one.pk]) for one in held if one.pk in first)
    return [one for one in ended if year in (None, one.day.year)]


def _may_end_in(year: int) -> Q:
    """Return the condition on series whose days say that they can have ended in a year, or say nothing."""
    is_over = Q(until__lt=date(year, 1, 1), picked=False)
    return ~(is_over | Q(since__gt=date(year, 12, 31), picked=False))


def _evenings_of(series: Sequence[Series]) -> Mapping[int, _ClosedEvening]:
    rows = Tournament.objects.filter(closed_evenings(series)).order_by()
    columns = ("pk", "book__revision", "book__head", "date", "ruleset")
    return {row[0]: _ClosedEvening(EveningState(*row[:3]), *row[3:]) for row in rows.values_list(*columns)}


def _count_first(series: Sequence[Series]) -> Mapping[int, tuple[Team, ...]]:
    """Count series of which nothing is kept; the results of all their evenings are read at once."""
    if not series:
        return {}
    found = Tournament.objects.filter(closed_evenings(series)).select_related("book", "club").in_bulk()
    results_of(list(found.values()))
    evenings = {one.pk: next_first(found[pk] for pk in one.closed_events if pk in found) for one in series}
    return {one.pk: count_table(one, evenings[one.pk])[1].first for one in series}


def _winners(series: Series, evenings: Sequence[_ClosedEvening], first: tuple[Team, ...]) -> SeriesWinners:
    rulesets = {one.ruleset for one in evenings}
    return SeriesWinners(
        series.pk,
        series.club_id,
        series.name,
        max(one.day for one in evenings),
        rulesets.pop() if len(rulesets) == 1 else "",
        first,
    )
