"""A season counted as if something else had been agreed on: in the series, or for each of its evenings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from scoring.models import Deal
from tournaments.agreement.series_rules import store_rules
from tournaments.agreement.validation import DraftAgreement, validate
from tournaments.core.series.rules import SeriesRules
from tournaments.core.worth import Scheme
from tournaments.models import Series, Tournament
from tournaments.play.standings_sources import load_final_places, source_of
from tournaments.play.what_if import Supposition, supposed_event, supposed_places
from tournaments.series.counting import CountedSeries, count
from tournaments.series.results import Evenings, Results, results_by_places


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSupposition:
    """What is supposed of a season."""

    who: Series.Who
    rules: SeriesRules
    # How games count on each evening, with the tie-breaks that go with it; None as each has agreed.
    scheme: Scheme | None = None
    # The house rules of each evening; None as each has agreed.
    options: Mapping[str, Any] | None = None

    @property
    def counts_evenings_again(self) -> bool:
        return self.scheme is not None or self.options is not None


@dataclass(frozen=True, slots=True)
class SupposedSeason:
    """A season as it is counted and as it would be."""

    real: CountedSeries
    supposed: CountedSeries
    # The evenings that count as they do, since nothing else is known of them or they cannot be counted so.
    as_they_are: Sequence[Tournament]


def suppose_season(series: Series, supposition: SeasonSupposition) -> SupposedSeason:
    """Count a season as it is, and as if something else had been agreed on."""
    other = copy(series)
    other.who, other.rules = supposition.who, store_rules(supposition.rules)
    as_they_are: list[Tournament] = []

    def read(evenings: Evenings) -> Results:
        counted = {event.pk: _supposition_for(event, supposition) for event in evenings}
        as_they_are.extend(event for event in evenings if counted[event.pk] is None)
        return _results(evenings, counted)

    supposed = count(other, read=read if supposition.counts_evenings_again else None)
    return SupposedSeason(count(series), supposed, as_they_are)


def _supposition_for(event: Tournament, season: SeasonSupposition) -> Supposition | None:
    """Return what is supposed of an evening; None where it stays as it is."""
    if not source_of(event).knows_games:
        return None
    agreement, options = event.agreement, event.options
    if season.scheme is not None:
        agreement = replace(agreement, scheme=season.scheme, chain=season.scheme.chain)
    if season.options is not None:
        options = season.options
    has_problems = validate(DraftAgreement(event.ruleset, dict(options), agreement, 0))
    return None if has_problems else Supposition(agreement=agreement, options=options)


def _results(evenings: Evenings, suppositions: Mapping[int, Supposition | None]) -> Results:
    as_they_are = [event for event in evenings if suppositions[event.pk] is None]
    others, places = list(as_they_are), load_final_places(as_they_are)
    for event in evenings:
        supposition = suppositions[event.pk]
        if supposition is not None:
            others.append(supposed_event(event, supposition))
            places += supposed_places(event, supposition)
    return results_by_places(others, places)


def count_deals(evenings: Evenings) -> int:
    """Return how many deals the evenings have that another house rule would count again."""
    books = [event.book_id for event in evenings]
    return Deal.objects.filter(game__book__in=books, state__in=Deal.COUNTED).count()
