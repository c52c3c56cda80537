"""The final standings of evenings as values of a series, and the table after some of them.

Nothing of a series is stored. The results of an evening are in the memory of this process, under the state of
its book: a season costs one query for its events, and reads again only what has changed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.core.series.result import HUNDREDTHS, EveningResult
from tournaments.core.series.table import SeriesKey, SeriesLine, count_series
from tournaments.models import Round, Series, Tournament
from tournaments.play.queries import current_places
from tournaments.play.standings_sources import FinalPlace, load_final_places
from tournaments.series.queries import counted_events

# Of so many events the results are kept.
_MAX_EVENTS: Final = 8_000
# The state of an event's book: its revision, and the hash of its last act.
_BookState = tuple[int, str]


class EntryResult(NamedTuple):
    """The result of an entry, with its players in their order."""

    players: tuple[int, ...]
    result: EveningResult


EntryResults = Sequence[EntryResult]
Evenings = Sequence[Tournament]
# The results of each evening, by its row.
Results = Mapping[int, EntryResults]
_kept: Final[dict[int, tuple[_BookState, EntryResults]]] = {}


@dataclass(frozen=True, slots=True)
class CountedSeries:
    """A series after an evening."""

    series: Series
    # All evenings that have been played, and how many of them are counted here.
    evenings: Sequence[Tournament]
    after: int
    lines: Sequence[SeriesLine]
    # The players of each line in the order in which they last entered.
    players: Mapping[SeriesKey, tuple[int, ...]]

    @property
    def counted_evenings(self) -> Sequence[Tournament]:
        return self.evenings[: self.after]


def count(
    series: Series, after: int | None = None, read: Callable[[Evenings], Results] | None = None
) -> CountedSeries:
    """Count a series after its last evening, or after an earlier one by its number.

    The results of its evenings are those that count, or what `read` gives for them.
    """
    return count_evenings(series, counted_events(series), after, read)


def count_evenings(
    series: Series,
    evenings: Evenings,
    after: int | None = None,
    read: Callable[[Evenings], Results] | None = None,
) -> CountedSeries:
    """Count a series whose evenings are known, with their books, in their order."""
    results = (read or results_of)(evenings)
    counted = evenings[:after]
    order: dict[SeriesKey, tuple[int, ...]] = {}
    single = series.who == Series.Who.PLAYERS
    tables = [results_by_key(results[event.pk], order, single=single) for event in counted]
    return CountedSeries(series, evenings, len(counted), count_series(series.agreed, tables), order)


def results_by_key(
    results: EntryResults, order: dict[SeriesKey, tuple[int, ...]], *, single: bool
) -> dict[SeriesKey, EveningResult]:
    """Return the results of an evening by who gathers points; of two of a player the better one.

    That is each `single` player, or the players of an entry together, in the order that is noted.
    """
    by_key: dict[SeriesKey, EveningResult] = {}
    for players, result in results:
        keys = [(player,) for player in players] if single else [tuple(sorted(players))]
        for key in keys:
            order[key] = key if single else players
            known = by_key.get(key)
            if known is None or result.place < known.place:
                by_key[key] = result
    return by_key


# The results of evenings.


def results_of(events: Evenings) -> Results:
    """Return the results of events whose books were read with them."""
    states = {event.pk: (event.book.revision, event.book.head) for event in events}
    known = {pk: _kept[pk][1] for pk, state in states.items() if pk in _kept and _kept[pk][0] == state}
    changed = [event for event in events if event.pk not in known]
    if changed:
        read = _read(changed)
        if len(_kept) + len(read) > _MAX_EVENTS:
            _kept.clear()
        _kept.update({pk: (states[pk], results) for pk, results in read.items()})
        known |= read
    return known


def _read(events: Evenings) -> dict[int, EntryResults]:
    return results_by_places(events, load_final_places(events))


def results_by_places(events: Evenings, places: Iterable[FinalPlace]) -> dict[int, EntryResults]:
    """Return the results that follow from these places."""
    by_event: defaultdict[int, list[FinalPlace]] = defaultdict(list)
    for place in places:
        by_event[place.event].append(place)
    players = _players_of(events)
    return {event.pk: tuple(_results(event, by_event[event.pk], players)) for event in events}


def _players_of(events: Iterable[Tournament]) -> Mapping[int, tuple[int, ...]]:
    """Return the players of each entry as it was at the end of its event."""
    players: dict[int, tuple[int, ...]] = {}
    rows = (
        current_places().filter(tournament__in=[event.pk for event in events]).order_by("entry", "position")
    )
    for entry, player in rows.values_list("entry", "player"):
        players[entry] = (*players.get(entry, ()), player)
    return players


def _results(
    event: Tournament, places: Sequence[FinalPlace], players: Mapping[int, tuple[int, ...]]
) -> Iterable[EntryResult]:
    scheme = event.agreement.scheme
    # Whole points of an evening become hundredths too.
    unit = 1 if scheme.in_hundredths else HUNDREDTHS
    sharing = Counter(place.standing.place for place in places)
    best = max((place.standing.points * unit for place in places), default=0)
    for place in places:
        standing = place.standing
        yield EntryResult(
            players.get(standing.entry_id, ()),
            EveningResult(
                place=standing.place,
                sharing=sharing[standing.place],
                of=len(places),
                points=standing.points * unit,
                best=best,
                possible=_possible(event, place.after, unit),
            ),
        )


def _possible(event: Tournament, last: Round | None, unit: int) -> int | None:
    """Return what could be made: the most that a game can give, in each round."""
    most = event.agreement.scheme_for(0).max_points
    return None if last is None or most is None else most * unit * last.number
