"""The matches of players in public leagues: those to come, and those that were played with the own points.

The number of queries is fixed, however many leagues and matches there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubs.models import Player
from tournaments.core.leagues.match import MatchKind, TeamSide
from tournaments.core.leagues.match_results import MatchScore, count_match
from tournaments.core.leagues.rules import LeagueRules
from tournaments.leagues.states import MatchState
from tournaments.leagues.words import figure, points_text, result_text, signed
from tournaments.models import LineUpPlace, TeamMatch, TeamPlayer

_State = TeamMatch.State


class PlaceInMatch(NamedTuple):
    """Where a player sits in a match: the side and the pair."""

    side: TeamSide
    pair: int


@dataclass(frozen=True)
class MatchOfPlayer:
    """A match in which a player plays, or may play."""

    match: TeamMatch
    # Empty before the line-ups are open, or where the player is in neither.
    places: Sequence[PlaceInMatch]

    @property
    def is_over(self) -> bool:
        return self.match.has_result

    @cached_property
    def _rules(self) -> LeagueRules:
        return self.match.league.agreed

    @cached_property
    def _score(self) -> MatchScore | None:
        match = self.match
        return count_match(
            self._rules, MatchState.of(match).as_match(self._rules, match, match.home_id, match.away_id)
        )

    @property
    def result(self) -> str:
        """The table points of both teams."""
        return result_text(self._rules, self._score)

    @property
    def own_points(self) -> str:
        """What the own pair has made at its tables: table points, difference, and the points of each game."""
        return "; ".join(filter(None, map(self._points_of, self.places)))

    def _points_of(self, place: PlaceInMatch) -> str:
        score = self._score
        if score is None or self.match.kind != MatchKind.PLAYED:
            return ""
        own = [
            one
            for one in score.tables
            if place.pair == (one.table.home_pair if place.side is TeamSide.HOME else one.table.away_pair)
        ]
        worths = [one.worths[place.side] for one in own]
        made = ", ".join(figure(one.table.totals[place.side]) for one in own if one.table.totals)
        words = {
            "points": points_text(self._rules, sum(worth.points for worth in worths)),
            "difference": signed(sum(worth.difference for worth in worths)),
            "made": made or "–",
        }
        return _("table points %(points)s, difference %(difference)s, points scored %(made)s") % words

    @property
    def remark(self) -> str:
        """What is to be known besides."""
        match = self.match
        if match.home.is_withdrawn or match.away.is_withdrawn:
            return _("a team has withdrawn")
        if match.state == _State.DISPUTED:
            return str(_State.DISPUTED.label)
        if match.kind not in (None, MatchKind.PLAYED):
            return str(match.get_kind_display())
        return _("not confirmed yet") if match.state == _State.ENTERED else ""


@dataclass(frozen=True, slots=True)
class MatchesOfPlayers:
    """The matches to come, the next first, and those that were played, the latest first."""

    coming: Sequence[MatchOfPlayer]
    played: Sequence[MatchOfPlayer]

    def __bool__(self) -> bool:
        return bool(self.coming or self.played)


def load_matches(players: Iterable[int]) -> MatchesOfPlayers:
    """Load the matches of players: of those who are in one team each match once."""
    ids = list(players)
    places = _places_of(ids)
    matches = list(_matches_of(ids, list(places)))
    listed = [MatchOfPlayer(match, places.get(match.pk, ())) for match in matches]
    played = [one for one in listed if one.is_over and one.places]
    return MatchesOfPlayers([one for one in listed if not one.is_over], played[::-1])


def _places_of(players: Sequence[int]) -> Mapping[int, Sequence[PlaceInMatch]]:
    """Return where players sit by the line-ups that may be seen, by match; a pair of two of them once."""
    rows = LineUpPlace.objects.filter(player__in=players, match__opened_at__isnull=False)
    found = defaultdict[int, list[PlaceInMatch]](list)
    for match, side, pair in rows.order_by("side", "pair").values_list("match", "side", "pair").distinct():
        found[match].append(PlaceInMatch(TeamSide(side), pair))
    return found


def _matches_of(players: Sequence[int], lined_up: Sequence[int]) -> QuerySet[TeamMatch]:
    """Return the matches in whose line-ups players are, and those that their teams have still to play."""
    teams = TeamPlayer.objects.filter(player__in=players, is_reserve=False, team__removed_at=None)
    pks = teams.order_by().values("team")
    here = Q(home__withdrawn_at=None, away__withdrawn_at=None, league__state="running")
    to_come = Q(kind=None) & (Q(home__in=pks) | Q(away__in=pks)) & here
    rows = TeamMatch.objects.filter(to_come | Q(pk__in=lined_up))
    rows = rows.filter(league__public=True, league__removed_at=None)
    rows = rows.select_related("league", "home", "away", "division").prefetch_related("tables")
    return rows.order_by("day", "starts", "league", "number")


# The state.


def state_of_player(pk: int) -> str | None:
    """Return the state of the matches of a player; None where the player may not be named.

    With the number and the ids of the rows the sum of the revisions comes to no earlier sum again.
    """
    rows = Player.objects.filter(pk=pk, may_publish=True)
    for name, model, book in (
        ("team", TeamPlayer, "team__league__book__revision"),
        ("place", LineUpPlace, "match__league__book__revision"),
    ):
        own = model.objects.filter(player=OuterRef("pk")).order_by().values("player")
        rows = rows.annotate(
            **{
                f"{name}_number": Subquery(own.annotate(number=Count("pk")).values("number")),
                f"{name}_ids": Subquery(own.annotate(ids=Sum("pk")).values("ids")),
                f"{name}_revisions": Subquery(own.annotate(sum=Coalesce(Sum(book), 0)).values("sum")),
            }
        )
    state = rows.values_list(
        "version",
        *(f"{name}_{what}" for name in ("team", "place") for what in ("number", "ids", "revisions")),
    ).first()
    return None if state is None else "-".join(str(part or 0) for part in state)
