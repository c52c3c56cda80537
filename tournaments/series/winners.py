"""Who has won the closed series of a club: counted once, and again only when a result has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Q

from tournaments.models import Series, Tournament
from tournaments.play.event_order import next_first
from tournaments.public.event_view import FINISHED_EVENT_STATES
from tournaments.series.counting import count_evenings, results_of
from tournaments.series.queries import shown_series

# Of so many series the winners are kept.
_MAX_SERIES: Final = 2_000


class SeriesWinners(NamedTuple):
    """A closed series with those in the first place."""

    pk: int
    club: int
    name: str
    # Of its last evening.
    day: date
    # Empty where its evenings were played by several.
    ruleset: str
    winners: tuple[tuple[int, ...], ...]


# The version of the series, and each of its events with the state of its book.
_State = tuple[int, tuple[tuple[int, int, str], ...]]
_kept: Final[dict[int, tuple[_State, SeriesWinners]]] = {}


def winners_of_closed_series(club: int) -> list[SeriesWinners]:
    """Return the winners of the public closed series of a club and, of a federation, of its clubs."""
    found = shown_series().filter(Q(club=club) | Q(club__federation=club)).exclude(closed_at=None)
    series = list(found.order_by("pk"))
    events = _events_of(series)
    evenings = {one.pk: [events[pk] for pk in one.closed_events if pk in events] for one in series}
    results_of(_unknown(series, evenings))
    return [_winners(one, evenings[one.pk]) for one in series if evenings[one.pk]]


def _events_of(series: Sequence[Series]) -> Mapping[int, Tournament]:
    pks = {pk for one in series for pk in one.closed_events}
    if not pks:
        return {}
    counted = Tournament.objects.filter(book__trial=False, state__in=FINISHED_EVENT_STATES)
    return counted.select_related("book", "club").in_bulk(pks)


def _unknown(series: Sequence[Series], evenings: Mapping[int, Sequence[Tournament]]) -> list[Tournament]:
    """Return the events of the series that have to be counted, so that their results are read at once."""
    changed = [one.pk for one in series if _find(one, evenings[one.pk]) is None]
    return list({event.pk: event for pk in changed for event in evenings[pk]}.values())


def _state(series: Series, evenings: Sequence[Tournament]) -> _State:
    return series.version, tuple((event.pk, event.book.revision, event.book.head) for event in evenings)


def _find(series: Series, evenings: Sequence[Tournament]) -> SeriesWinners | None:
    kept_state, winners = _kept.get(series.pk, (None, None))
    return winners if kept_state == _state(series, evenings) else None


def _winners(series: Series, evenings: Sequence[Tournament]) -> SeriesWinners:
    known = _find(series, evenings)
    if known is not None:
        return known
    counted = count_evenings(series, next_first(evenings))
    rulesets = {event.ruleset for event in evenings}
    winners = SeriesWinners(
        series.pk,
        series.club_id,
        series.name,
        max(event.date for event in evenings),
        rulesets.pop() if len(rulesets) == 1 else "",
        tuple(counted.players[line.key] for line in counted.lines if line.place == 1),
    )
    if len(_kept) >= _MAX_SERIES:
        _kept.clear()
    _kept[series.pk] = _state(series, evenings), winners
    return winners
