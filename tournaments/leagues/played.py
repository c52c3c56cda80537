"""What was played in leagues, for pages over years: their matches, and who stood in the line-ups of these.

Walkovers, and matches that were ruled without their games, are no matches that were played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Count, DateField, Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce, ExtractYear, TruncDate

from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.models import League, LineUpPlace, Team, TeamMatch

# The day of a match: one that was never planned for a day has that of its acceptance.
DAY_OF_MATCH: Final = Coalesce(
    F("day"), TruncDate("accepted_at"), F("league__until"), output_field=DateField()
)


def played_matches(leagues: QuerySet[League]) -> QuerySet[TeamMatch]:
    """Return the matches of some leagues that were played and whose results count."""
    return TeamMatch.objects.filter(
        league__in=leagues.order_by().values("pk"),
        kind=MatchKind.PLAYED.value,
        state__in=TeamMatch.COUNTED,
    ).order_by()


class PlayedYear(NamedTuple):
    """How much was played in leagues in a year."""

    matches: int = 0
    # One for each league of each player who stood in a line-up of these matches.
    starts: int = 0


NOTHING_PLAYED: Final = PlayedYear()


def together(played: Iterable[PlayedYear]) -> PlayedYear:
    """Return how much that is together."""
    known = list(played)
    return PlayedYear(sum(one.matches for one in known), sum(one.starts for one in known))


def played_by_year(leagues: QuerySet[League]) -> Mapping[int, Mapping[int, PlayedYear]]:
    """Return how much was played in some leagues, by year and club, with one query."""
    rows = played_matches(leagues).annotate(year=ExtractYear(DAY_OF_MATCH))
    counted = rows.values("year", "league__club", "league").annotate(
        matches=Count("pk", distinct=True),
        players=Count("line_ups__player", distinct=True, filter=Q(opened_at__isnull=False)),
    )
    found = defaultdict[int, dict[int, PlayedYear]](dict)
    for year, club, matches, players in counted.values_list("year", "league__club", "matches", "players"):
        before = found[year].get(club, NOTHING_PLAYED)
        found[year][club] = together((before, PlayedYear(matches, players)))
    return found


# Seasons.


class ClosedSeason(NamedTuple):
    """A closed league: its last day, the teams that took part, and who stood in their line-ups."""

    league: int
    club: int
    day: date
    name: str
    teams: int
    players: int


def closed_seasons(leagues: QuerySet[League]) -> list[ClosedSeason]:
    """Return those of some leagues that are closed: so many queries for any number of them."""
    closed = leagues.filter(state=League.State.CLOSED).order_by()
    rows = list(closed.values_list("pk", "club", "until", "name"))
    if not rows:
        return []
    pks = [row[0] for row in rows]
    days, teams, players = last_days(pks), _count_teams(pks), _count_players(pks)
    return [
        ClosedSeason(pk, club, days.get(pk, until), name, teams[pk], players[pk])
        for pk, club, until, name in rows
    ]


def last_days(leagues: Collection[int]) -> Mapping[int, date]:
    """Return the day of the last match of each league, however it was decided."""
    rows = TeamMatch.objects.filter(league__in=leagues, kind__isnull=False).order_by()
    return dict(rows.values("league").annotate(last=Max(DAY_OF_MATCH)).values_list("league", "last"))


def _count_teams(leagues: Collection[int]) -> Counter[int]:
    """Count the teams of each league, without those that withdrew before they had played."""
    matches = played_matches(League.objects.filter(pk__in=leagues))
    has_played = Exists(matches.filter(Q(home=OuterRef("pk")) | Q(away=OuterRef("pk"))))
    teams = Team.objects.filter(Q(withdrawn_at=None) | has_played, league__in=leagues, removed_at=None)
    counted = teams.order_by().values("league").annotate(teams=Count("pk"))
    return Counter(dict(counted.values_list("league", "teams")))


def _count_players(leagues: Collection[int]) -> Counter[int]:
    places = _places_of(leagues).values("match__league")
    counted = places.annotate(players=Count("player", distinct=True))
    return Counter(dict(counted.values_list("match__league", "players")))


def _places_of(leagues: Collection[int]) -> QuerySet[LineUpPlace]:
    """Return the places of open line-ups in matches that were played."""
    matches = played_matches(League.objects.filter(pk__in=leagues))
    return LineUpPlace.objects.filter(
        match__in=matches.values("pk"), match__opened_at__isnull=False
    ).order_by()


def players_of_teams(leagues: Collection[int]) -> Mapping[int, list[int]]:
    """Return who stood in the line-ups of each team in matches that were played, most often first."""
    times = defaultdict[int, Counter[int]](Counter)
    columns = ("match__home", "match__away", "side", "player")
    for home, away, side, player in _places_of(leagues).values_list(*columns):
        times[home if side == TeamSide.HOME else away][player] += 1
    return {
        team: sorted(counted, key=lambda player: (-counted[player], player))
        for team, counted in times.items()
    }
