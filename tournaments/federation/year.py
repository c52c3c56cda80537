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
from tournaments.federation.queries import dates_of
from tournaments.federation.statement import ClubStatement, StatedEvent, count_licences, stated_events
from tournaments.federation.terms import Terms
from tournaments.models import Announcement, CalendarDate, Ranking, Series, Tournament
from tournaments.play.queries import current_places
from tournaments.play.standings_sources import load_final_places
from tournaments.rankings.page import load_ranking
from tournaments.rankings.queries import public_rankings_of
from tournaments.series.page import load_page
from tournaments.series.queries import public_series_of

_BEST: Final = 3
_State = CalendarDate.State


@dataclass(frozen=True, slots=True)
class ClubYear:
    """The year of a club in numbers."""

    stated: ClubStatement
    members: int


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
    own: ClubStatement
    deals: int
    warnings: int
    # Winners of the events that a ranking or the calendar calls championships.
    champions: Sequence[tuple[Tournament, str]]
    leaders: Sequence[LeadingLine]
    # How many dates of the year are in which state; how many of those approved were held; events called off.
    dates: Mapping[str, int]
    held: int
    called_off: int

    @property
    def everybody(self) -> Sequence[ClubStatement]:
        return [*(one.stated for one in self.clubs), self.own]


def load_year(federation: Club, year: int, today: date) -> FederationYear:
    """Load a year up to today: licences and members are those at its end."""
    first, last = date(year, 1, 1), min(date(year, 12, 31), today)
    of = Q(club=federation) | Q(club__federation=federation)
    events, licences = stated_events(of, first, last), count_licences(federation, last)
    members = _count_members(federation, last)
    clubs = [
        ClubYear(_stated(club, events, licences), members[club.pk])
        for club in federation.clubs.order_by("order", "pk")
    ]
    dates = list(dates_of(federation).filter(first_day__year=year))
    held = {(one.event.club_id, one.event.date) for found in events.values() for one in found}
    return FederationYear(
        federation=federation,
        year=year,
        clubs=clubs,
        own=_stated(federation, events, licences),
        deals=_count_deals(federation, first, last),
        warnings=_count_warnings(federation, first, last),
        champions=_champions(federation, [one.event for found in events.values() for one in found], dates),
        leaders=list(_leaders(federation, first, last)),
        dates=Counter(one.state for one in dates),
        held=sum(1 for one in dates if one.state == _State.APPROVED and _is_held(one, held)),
        called_off=_count_called_off(of, first),
    )


def _stated(club: Club, events: Mapping[int, Sequence[StatedEvent]], licences: Counter[int]) -> ClubStatement:
    return ClubStatement(club, Terms(), events.get(club.pk, ()), licences[club.pk])


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
    federation: Club, events: Sequence[Tournament], dates: Sequence[CalendarDate]
) -> list[tuple[Tournament, str]]:
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
    chosen = [
        event
        for event in events
        if event.pk in picked or (event.club_id, event.name, event.date) in in_calendar
    ]
    names = _winners(chosen)
    ordered = sorted(chosen, key=lambda event: (event.date, event.name))
    return [(event, ", ".join(names.get(event.pk, ()))) for event in ordered]


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
    for series in public_series_of(federation):
        if _is_of_year(series, first, last):
            for line in load_page(series).lines:
                if line.line.place is not None and line.line.place <= _BEST:
                    yield LeadingLine(series.name, line.line.place, line.name, line.total)


def _is_of_year(series: Series, first: date, last: date) -> bool:
    """Tell whether a series ends in a year; one that is picked by hand or open does if it began in it."""
    ends = series.until or series.since
    return ends is not None and first <= ends <= last
