"""Who may be chosen for a line-up, and what stands in it already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.rules import Reserves
from tournaments.leagues.line_ups import field_of, line_up_of
from tournaments.models import TeamMatch, TeamPlayer


class LineUpChoices(NamedTuple):
    """The players and reserves of a team, and those of lower teams of its club where they may play."""

    members: Sequence[TeamPlayer]
    others: Sequence[TeamPlayer]


def load_choices(match: TeamMatch, side: TeamSide) -> LineUpChoices:
    team, rules = match.team_at(side), match.league.agreed
    members = TeamPlayer.objects.filter(team=team).select_related("player").order_by("is_reserve", "position")
    if rules.reserves is Reserves.NOBODY:
        members = members.filter(is_reserve=False)
    if rules.reserves is not Reserves.LOWER_TEAMS or team.club_id is None:
        return LineUpChoices(list(members), ())
    lower = TeamPlayer.objects.filter(
        team__league=match.league_id,
        team__club=team.club_id,
        team__division__position__gt=match.division.position,
        team__removed_at=None,
        is_reserve=False,
    ).exclude(player__in=[one.player_id for one in members])
    ordered = lower.select_related("player", "team").order_by("team__division__position", "team", "position")
    return LineUpChoices(list(members), list(ordered))


def initial_line_up(match: TeamMatch, side: TeamSide) -> dict[str, str]:
    """Return who was chosen before the seal was broken."""
    return {
        field_of(pair, seat): str(player)
        for pair, players in enumerate(line_up_of(match, side), 1)
        for seat, player in enumerate(players, 1)
        if player is not None
    }
