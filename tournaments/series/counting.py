"""The table of a series after some of its evenings, counted from their results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.series.result import EveningResult
from tournaments.core.series.table import SeriesKey, SeriesLine, count_series
from tournaments.models import Series, Tournament
from tournaments.series.queries import counted_events
from tournaments.series.results import EntryResults, Evenings, Results, results_of


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
