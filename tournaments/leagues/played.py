"""What was played in leagues, for pages over years: their matches, and who stood in the line-ups of these.

Walkovers, and matches that were ruled without their games, are no matches that were played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from django.db.models import Count, DateField, F, Q, QuerySet
from django.db.models.functions import Coalesce, ExtractYear, TruncDate

from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.models import League, LineUpPlace, TeamMatch

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
        number=Count("pk", distinct=True),
        starts=Count("line_ups__player", distinct=True, filter=Q(opened_at__isnull=False)),
    )
    found = defaultdict[int, dict[int, PlayedYear]](dict)
    for year, club, number, starts in counted.values_list("year", "league__club", "number", "starts"):
        before = found[year].get(club, NOTHING_PLAYED)
        found[year][club] = together((before, PlayedYear(number, starts)))
    return found


def players_of_teams(leagues: Collection[int]) -> Mapping[int, list[int]]:
    """Return who stood in the line-ups of each team in matches that were played, most often first."""
    matches = played_matches(League.objects.filter(pk__in=leagues))
    places = LineUpPlace.objects.filter(match__in=matches.values("pk"), match__opened_at__isnull=False)
    times = defaultdict[int, Counter[int]](Counter)
    columns = ("match__home", "match__away", "side", "player")
    for home, away, side, player in places.order_by().values_list(*columns):
        times[home if side == TeamSide.HOME else away][player] += 1
    return {
        team: sorted(counted, key=lambda player: (-counted[player], player))
        for team, counted in times.items()
    }
