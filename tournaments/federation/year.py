"""A federation's year: its clubs, players, events and starts, who has won, what became of the calendar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Count, Q

from clubs.models import Club, Membership
from clubs.people.names import NamedPlayer, public_name
from scoring.models import Deal, WrittenWarning
from tournaments.core.statements import StatedEvent
from tournaments.federation.queries import dates_of
from tournaments.federation.statement import count_licences, stated_events
from tournaments.history.naming import NamesOfPlayers
from tournaments.leagues.played import NOTHING_PLAYED, PlayedYear, played_by_year
from tournaments.leagues.queries import leagues_over_years
from tournaments.leagues.winners import winners_of_closed_leagues
from tournaments.models import Announcement, CalendarDate, Ranking, Series, Tournament
from tournaments.play.queries import current_places
from tournaments.play.standings_sources import load_final_places
from tournaments.rankings.page import load_ranking
from tournaments.rankings.queries import public_rankings_of
from tournaments.series.kept import tables_of
from tournaments.series.queries import public_series_of
from tournaments.series.words import figure

_BEST: Final = 3
_State = CalendarDate.State


@dataclass(frozen=True, slots=True)
class ClubYear:
    """The year of a club, or of the federation itself, in numbers."""

    name: str
    events: Sequence[StatedEvent]
    licences: int
    members: int = 0
    leagues: PlayedYear = NOTHING_PLAYED

    @property
    def entries(self) -> int:
        return sum(one.entries for one in self.events)

    @property
    def starts(self) -> int:
        return sum(one.starts for one in self.events)


@dataclass(frozen=True, slots=True)
class Champions:
    """A championship with the names of those who have won it."""

    day: date
    name: str
    winners: str


@dataclass(frozen=True, slots=True)
class LeadingLine:
    """Somebody who stands at the head of a list."""

    of: str
    place: int
    name: str
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FederationYear:
    """The year of a federation."""

    federation: Club
    year: int
    clubs: Sequence[ClubYear]
    # Those of the federation itself.
    own: ClubYear
    deals: int
    warnings: int
    # Winners of the events that a ranking or the calendar calls championships, and of the own leagues.
    champions: Sequence[Champions]
    leaders: Sequence[LeadingLine]
    # How many dates of the year are in which state; how many of those approved were held; events called off.
    dates: Mapping[str, int]
    held: int
    called_off: int

    @property
    def everybody(self) -> Sequence[ClubYear]:
        return [*self.clubs, self.own]


def load_year(federation: Club, year: int, today: date) -> FederationYear:
    """Load a year up to today: licences and members are those at its end."""
    first, last = date(year, 1, 1), min(date(year, 12, 31), today)
    of = Q(club=federation) | Q(club__federation=federation)
    events, licences = stated_events(of, first, last), count_licences(federation, last)
    members = _count_members(federation, last)
    leagues = played_by_year(leagues_over_years(federation.pk)).get(year, {})
    clubs = [
        ClubYear(
            *(club.name, events.get(club.pk, ()), licences[club.pk], members[club.pk]),
            leagues.get(club.pk, NOTHING_PLAYED),
        )
        for club in federation.clubs.order_by("order", "pk")
    ]
    dates = list(dates_of(federation).filter(first_day__year=year))
    held = {(club, one.day) for club, found in events.items() for one in found}
    return FederationYear(
        federation=federation,
        year=year,
        clubs=clubs,
        own=ClubYear(
            federation.name,
            events.get(federation.pk, ()),
            licences[federation.pk],
            leagues=leagues.get(federation.pk, NOTHING_PLAYED),
        ),
        deals=_count_deals(federation, first, last),
        warnings=_count_warnings(federation, first, last),
        champions=[*_champions(federation, events, dates), *_champions_of_leagues(federation, year)],
        leaders=list(_leaders(federation, first, last)),
        dates=Counter(one.state for one in dates),
        held=sum(1 for one in dates if one.state == _State.APPROVED and _is_held(one, held)),
        called_off=_count_called_off(of, first),
    )


def _count_members(federation: Club, day: date) -> Counter[int]:
    """Return the members of each club on a day; somebody may be a member of several."""
    present = Membership.objects.filter(Q(until=None) | Q(until__gte=day), since__lte=day)
    counted = present.filter(club__federation=federation).order_by().values("club")
    return Counter(dict(counted.annotate(count=Count("player", distinct=True)).values_list("club", "count")))


def _of_books(path: str, federation: Club) -> Q:
    return Q(**{f"{path}__club": federation}) | Q(**{f"{path}__club__federation": federation})


def _count_deals(federation: Club, first: date, last: date) -> int:
    """Return how many deals were counted in the events of the year."""
    found = Deal.objects.filter(
        _of_books("game__book", federation),
        state__in=Deal.COUNTED,
        game__book__trial=False,
        game__book__tournament__date__range=(first, last),
    )
    return found.count()


def _count_warnings(federation: Club, first: date, last: date) -> int:
    """Return how many written warnings stand; nobody is named."""
    found = WrittenWarning.objects.filter(
        _of_books("game__book", federation), cancelled_at=None, at__date__range=(first, last)
    )
    return found.exclude(game__book__trial=True).count()


def _count_called_off(of: Q, first: date) -> int:
    cancelled = Announcement.Status.CANCELLED
    events = Tournament.objects.filter(of, date__year=first.year, book__trial=False)
    return events.filter(announcement__status=cancelled).count()


def _is_held(one: CalendarDate, held: set[tuple[int, date]]) -> bool:
    return any(club == one.club_id and one.first_day <= day <= one.last_day for club, day in held)


# Who has won.


def _champions(
    federation: Club, events: Mapping[int, Sequence[StatedEvent]], dates: Sequence[CalendarDate]
) -> list[Champions]:
    picked = set(
        Ranking.championships.through.objects.filter(
            ranking__club=federation, ranking__removed_at=None
        ).values_list("tournament", flat=True)
    )
    in_calendar = {
        (one.club_id, one.name, one.first_day)
        for one in dates
        if one.kind == CalendarDate.Kind.CHAMPIONSHIP and one.state == _State.APPROVED
    }
    pks = [
        one.event
        for club, found in events.items()
        for one in found
        if one.event in picked or (club, one.name, one.day) in in_calendar
    ]
    chosen = list(Tournament.objects.filter(pk__in=pks))
    names = _winners(chosen)
    ordered = sorted(chosen, key=lambda event: (event.date, event.name))
    return [Champions(event.date, event.name, ", ".join(names.get(event.pk, ()))) for event in ordered]


def _champions_of_leagues(federation: Club, year: int) -> list[Champions]:
    """Return the teams that have won the own leagues of a federation, with those who played for them."""
    won = [one for one in winners_of_closed_leagues(federation.pk, year) if one.club == federation.pk]
    names = NamesOfPlayers(player for one in won for team in one.teams for player in team.players)
    return [
        Champions(one.day, one.name, ", ".join(names.of_team(team.name, team.players) for team in one.teams))
        for one in won
    ]


def _winners(events: Sequence[Tournament]) -> Mapping[int, list[str]]:
    """Return the names of the entries in the first place, as public pages write them."""
    first = load_final_places(events, Q(place=1))
    players: dict[int, list[str]] = {}
    places = current_places().filter(entry__in=[place.standing.entry_id for place in first])
    columns = [f"player__{name}" for name in NamedPlayer._fields]
    for entry, *player in places.order_by("entry", "position").values_list("entry", *columns):
        players.setdefault(entry, []).append(public_name(NamedPlayer._make(player)))
    found: dict[int, list[str]] = {}
    for place in first:
        found.setdefault(place.event, []).append(" – ".join(players.get(place.standing.entry_id, ())))
    return found


def _leaders(federation: Club, first: date, last: date) -> Iterator[LeadingLine]:
    """Yield the first places of the public rankings at the end of the year, and of the series of the year."""
    for ranking in public_rankings_of(federation):
        page = load_ranking(ranking, last)
        for row in () if page is None else page.lines:
            if row.line.place is not None and row.line.place <= _BEST:
                yield LeadingLine(ranking.name, row.line.place, row.name, row.total)
    yield from _leaders_of_series(
        [series for series in public_series_of(federation) if _is_of_year(series, first, last)]
    )


def _leaders_of_series(ended: Sequence[Series]) -> Iterator[LeadingLine]:
    tables = tables_of(ended)
    best = [
        (series, line, line.place)
        for series in ended
        for line in tables[series.pk].lines
        if line.place is not None and line.place <= _BEST
    ]
    names = NamesOfPlayers(player for _series, line, _place in best for player in line.players)
    for series, line, place in best:
        yield LeadingLine(series.name, place, names.joined(line.players), figure(line.total))


def _is_of_year(series: Series, first: date, last: date) -> bool:
    """Tell whether a series ends in a year; one that is picked by hand or open does if it began in it."""
    ends = series.until or series.since
    return ends is not None and first <= ends <= last
