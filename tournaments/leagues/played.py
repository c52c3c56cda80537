"""What was played in leagues, for pages over years: their matches, and who stood in the line-ups of these.

Walkovers, and matches that were ruled without their games, are no matches that were played.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Final

from django.db.models import DateField, F, QuerySet
from django.db.models.functions import Coalesce, TruncDate

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
