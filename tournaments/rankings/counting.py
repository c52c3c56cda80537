"""The final standings of events as values of a ranking, and its list on a day.

Nothing of a ranking is stored: its points are added up as those of a series are, and from the same results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, NamedTuple

from clubs.models import Player
from clubs.people.licensing import licensing_club
from clubs.people.names import NamedPlayer
from tournaments.core.ranking import EventClass, LicenceRule, day_before_month
from tournaments.core.series.result import EveningResult
from tournaments.core.series.table import EveningTerms, SeriesKey, SeriesLine, count_series, with_places
from tournaments.models import Ranking, Tournament
from tournaments.play.prizes import read_categories
from tournaments.play.queries import current_places
from tournaments.rankings.queries import counted_events, is_championship
from tournaments.series.counting import results_by_key
from tournaments.series.results import EntryResults, results_of

_LICENCE: Final = ("licence", "licence_until", "federation")
_HOME: Final = ("home_club", "home_club__name", "home_club__place")


class RankedPlayer(NamedTuple):
    """What of a player a ranking asks for."""

    named: NamedPlayer
    licence: str
    licence_until: date | None
    licensed_by: int | None
    club: int
    club_name: str
    place: str

    def has_licence(self, giver: int, day: date) -> bool:
        """Tell whether a licence of this federation is valid on a day; one whose end nobody knows is."""
        is_theirs = bool(self.licence) and self.licensed_by == giver
        return is_theirs and (self.licence_until is None or self.licence_until >= day)


class RankedEvent(NamedTuple):
    """An event that counts in the list of a day."""

    event: Tournament
    event_class: EventClass
    terms: EveningTerms


class ResultWithoutLicence(NamedTuple):
    """A result that gives nothing, with the number of its event in the list, from 0."""

    event: int
    result: EveningResult


@dataclass(frozen=True, slots=True)
class RankingSources:
    """What the lists of a ranking are counted from: read once for the list and for the one before."""

    ranking: Ranking
    events: Sequence[Tournament]
    results: Mapping[int, EntryResults]
    people: Mapping[int, RankedPlayer]
    # The categories in which a player was entered, by player and event.
    tags: Mapping[tuple[int, int], frozenset[str]]
    licence_giver: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedRanking:
    """A ranking on a day."""

    sources: RankingSources
    on: date
    events: Sequence[RankedEvent]
    lines: Sequence[SeriesLine]
    # The results that a missing licence makes worth nothing, by who made them.
    without_licence: Mapping[SeriesKey, Sequence[ResultWithoutLicence]]

    @property
    def ranking(self) -> Ranking:
        return self.sources.ranking

    def has_licence(self, key: SeriesKey) -> bool:
        """Tell whether somebody has a valid licence on the day of the list."""
        return self.sources.people[key[0]].has_licence(self.sources.licence_giver, self.on)

    def categories(self, line: SeriesLine) -> frozenset[str]:
        """Return the categories in which somebody was entered in the latest year with an event of theirs."""
        played = [self.events[one.evening] for one in line.evenings]
        latest = min((one.terms.period for one in played), default=0)
        tags = self.sources.tags
        return frozenset(
            tag
            for one in played
            if one.terms.period == latest
            for tag in tags.get((line.key[0], one.event.pk), ())
        )


def count_ranking(ranking: Ranking, on: date) -> tuple[CountedRanking, CountedRanking]:
    """Return the list of a day, and that of the end of the month before, with which it is compared."""
    before = day_before_month(on)
    sources = _load(ranking, ranking.agreed.earliest(before), on)
    return _count_on(sources, on), _count_on(sources, before)


def _count_on(sources: RankingSources, on: date) -> CountedRanking:
    events = list(_ranked_events(sources, on))
    aside: defaultdict[SeriesKey, list[ResultWithoutLicence]] = defaultdict(list)
    rules = sources.ranking.agreed
    tables = [_table(sources, rules.licence, number, one, aside) for number, one in enumerate(events)]
    lines = count_series(rules.counting, tables, [one.terms for one in events])
    counted = CountedRanking(sources=sources, on=on, events=events, lines=lines, without_licence=aside)
    if rules.licence is not LicenceRule.PLACE:
        return counted
    shown = [replace(line, excluded=not counted.has_licence(line.key)) for line in lines]
    return replace(counted, lines=with_places(shown))


def _ranked_events(sources: RankingSources, on: date) -> Iterable[RankedEvent]:
    rules = sources.ranking.agreed
    for event in sources.events:
        event_class = _class_of(sources.ranking, event)
        terms = rules.terms(event_class, event.date, on)
        if terms is not None:
            yield RankedEvent(event, event_class, terms)


def _class_of(ranking: Ranking, event: Tournament) -> EventClass:
    if is_championship(event):
        return EventClass.CHAMPIONSHIP
    return EventClass.OWN if event.club_id == ranking.club_id else EventClass.CLUB


def _table(
    sources: RankingSources,
    licence: LicenceRule,
    number: int,
    ranked: RankedEvent,
    aside: defaultdict[SeriesKey, list[ResultWithoutLicence]],
) -> dict[SeriesKey, EveningResult]:
    """Return the results of an event by player; those that give nothing are put aside."""
    table = results_by_key(sources.results[ranked.event.pk], {}, single=True)
    if licence is not LicenceRule.POINTS:
        return table
    for key in [key for key in table if not _may_score(sources, key, ranked.event)]:
        aside[key].append(ResultWithoutLicence(number, table.pop(key)))
    return table


def _may_score(sources: RankingSources, key: SeriesKey, event: Tournament) -> bool:
    return sources.people[key[0]].has_licence(sources.licence_giver, event.date)


# Reading.


def _load(ranking: Ranking, since: date, until: date) -> RankingSources:
    events = counted_events(ranking, since, until)
    results = results_of(events)
    players = {player for found in results.values() for entry in found for player in entry.players}
    return RankingSources(
        ranking, events, results, _load_people(players), _load_tags(events), licensing_club(ranking.club).pk
    )


def _load_people(players: Iterable[int]) -> Mapping[int, RankedPlayer]:
    rows = Player.objects.filter(pk__in=list(players)).order_by()
    named = len(NamedPlayer._fields)
    return {
        row[0]: RankedPlayer(NamedPlayer._make(row[:named]), *row[named:])
        for row in rows.values_list(*NamedPlayer._fields, *_LICENCE, *_HOME)
    }


def _load_tags(events: Iterable[Tournament]) -> Mapping[tuple[int, int], frozenset[str]]:
    tagged = current_places().filter(tournament__in=[event.pk for event in events])
    rows = tagged.exclude(entry__categories="").order_by()
    return {
        (player, event): frozenset(read_categories(stored))
        for player, event, stored in rows.values_list("player", "tournament", "entry__categories")
    }
