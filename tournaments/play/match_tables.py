"""The tables of league matches that were played for, and who sat there by the line-ups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.db.models import QuerySet

from tournaments.core.leagues.match import MatchKind
from tournaments.core.results import COUNT_AS_PLAYED
from tournaments.models import LineUpPlace, MatchTable, TeamMatch

# The players of each pair in their order, by the match, the side and the pair.
LinedUp = Mapping[tuple[int, int, int], Sequence[int]]


def accepted_matches() -> QuerySet[TeamMatch]:
    """Return the matches of public leagues that were played and whose results are accepted."""
    return TeamMatch.objects.filter(
        league__public=True,
        league__removed_at=None,
        league__book__trial=False,
        state=TeamMatch.State.ACCEPTED,
        kind=MatchKind.PLAYED.value,
    ).order_by()


def tables_played_for() -> QuerySet[MatchTable]:
    """Return the tables with points that were played for, entered or from a game."""
    return MatchTable.objects.filter(
        kind__in=[kind.value for kind in COUNT_AS_PLAYED],
        home_total__isnull=False,
        away_total__isnull=False,
    ).order_by("match", "number")


def load_lined_up(matches: Collection[int]) -> LinedUp:
    """Load the pairs of the line-ups that everybody may see."""
    found = defaultdict[tuple[int, int, int], list[int]](list)
    places = LineUpPlace.objects.filter(match__in=matches, match__opened_at__isnull=False).order_by("seat")
    for match, side, pair, player in places.values_list("match", "side", "pair", "player"):
        found[match, side, pair].append(player)
    return found
