"""The verbs of a team: added, changed, taken out, withdrawn in the season, brought back, and charged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from clubs.books.refusals import NotNow, unique, validation_error
from clubs.books.writing import Author, Facts, Submission, retried
from clubs.models import Club, Player
from clubs.text.alphabet import tidy
from tournaments.core.leagues.table import LeagueCharge
from tournaments.leagues.plans import TeamPlan
from tournaments.leagues.session import OpenLeague, open_league
from tournaments.models import Division, League, Team, TeamCharge, TeamMatch, TeamPlayer

MAX_TEAMS: Final = 200
MAX_PLAYERS: Final = 40
_MAX_NAME: Final = 100
_MAX_CHARGE: Final = 100_000


@retried
def add_team(by: Author, league: League, plan: TeamPlan, key: UUID) -> Team:
    """Add a team. Sent twice with one key, it is one team."""
    _check(plan)
    submission = Submission(key=key, content={"league": league.pk, **plan.facts})
    with open_league(league, by, submission=submission) as opened:
        earlier = opened.writing.earlier
        if earlier is not None:
            return Team.objects.get(pk=earlier.facts["team"])
        team = store_new_team(opened.league, plan)
        opened.writing.log("team.added", team, after={"team": team.pk, **plan.facts})
        return team


def store_new_team(league: League, plan: TeamPlan, follows: Team | None = None) -> Team:
    """Store a team with its players, under the next number."""
    last = Team.objects.filter(league=league).aggregate(last=Max("number"))["last"] or 0
    if last >= MAX_TEAMS:
        raise NotNow(_("The league has no room for a further team."))
    team = Team(league=league, number=last + 1, follows=follows)
    _store(team, plan)
    return team


@retried
def change_team(by: Author, team: Team, plan: TeamPlan, version: int) -> None:
    """Change a team and its players. `version` is the one that the author has seen."""
    _check(plan)
    with open_league(team.league, by) as opened:
        stored = opened.get_team(team)
        before = TeamPlan.of(stored)
        if before == plan:
            opened.writing.mark_repeat()
            return
        if stored.version != version:
            raise NotNow(_("Somebody else has changed the team meanwhile. Open its page again."))
        if before.division != plan.division and _matches_of(stored).exists():
            raise validation_error("division", _("Its matches are planned: it stays in its division."))
        stored.version += 1
        _store(stored, plan)
        opened.writing.log("team.changed", stored, before=before.facts, after=plan.facts)


def _store(team: Team, plan: TeamPlan) -> None:
    division = Division.objects.filter(league=team.league_id, position=plan.division).first()
    if division is None:
        raise validation_error("division", _("Choose a division of the league."))
    if plan.club is not None and not Club.objects.filter(pk=plan.club).exists():
        raise validation_error("club", _("There is no such club any more."))
    team.division, team.name, team.club_id = division, plan.name, plan.club
    team.captain_name, team.captain_email, team.place = plan.captain, plan.email, plan.place
    team.blocked_dates = [day.isoformat() for day in plan.blocked_dates]
    with unique("name", _("The league has a team of this name already.")):
        team.save()
    _store_players(team, plan)


def _store_players(team: Team, plan: TeamPlan) -> None:
    players = [*plan.players, *plan.reserves]
    if Player.objects.filter(pk__in=players).count() < len(players):
        raise validation_error("players", _("One of the players is no longer there."))
    _refuse_players_of_others(team, plan.players)
    TeamPlayer.objects.filter(team=team).delete()
    TeamPlayer.objects.bulk_create(
        TeamPlayer(team=team, player_id=player, position=position, is_reserve=position > len(plan.players))
        for position, player in enumerate(players, 1)
    )


def _refuse_players_of_others(team: Team, players: Iterable[int]) -> None:
    """A player belongs to one team of a league; a reserve may be named by several."""
    others = TeamPlayer.objects.filter(
        team__league=team.league_id, team__removed_at=None, player__in=players, is_reserve=False
    ).exclude(team=team.pk)
    taken = others.select_related("player", "team").order_by("team__number").first()
    if taken is not None:
        words = {"player": taken.player.name, "team": taken.team.name}
        raise validation_error("players", _("%(player)s plays for %(team)s already.") % words)


def _check(plan: TeamPlan) -> None:
    if not plan.name or len(plan.name) > _MAX_NAME or plan.name != tidy(plan.name):
        raise validation_error("name", _("Give the team a name."))
    players = [*plan.players, *plan.reserves]
    if len({*players}) < len(players):
        raise validation_error("players", _("A player is named twice."))
    if len(players) > MAX_PLAYERS:
        raise validation_error("players", _("A team has at most 40 players."))


def _matches_of(team: Team) -> QuerySet[TeamMatch]:
    return TeamMatch.objects.filter(Q(home=team) | Q(away=team))


# Coming and going.


@retried
def remove_team(by: Author, team: Team) -> None:
    """Take a team out before its matches are planned."""
    with open_league(team.league, by) as opened:
        stored = _present_team(opened, team)
        if _matches_of(stored).exists():
            raise NotNow(_("Its matches are planned: let the team withdraw."))
        stored.removed_at = by.at
        stored.save(update_fields=["removed_at"])
        opened.writing.log("team.removed", stored, before={"name": stored.name})


@retried
def bring_team_back(by: Author, team: Team) -> None:
    """Bring a team that was taken out back into the league."""
    with open_league(team.league, by) as opened:
        stored = opened.get_team(team)
        if stored.removed_at is None:
            raise NotNow(_("The team is in the league."))
        _refuse_players_of_others(stored, TeamPlan.of(stored).players)
        stored.removed_at = None
        with unique("name", _("The league has a team of this name already.")):
            stored.save(update_fields=["removed_at"])
        opened.writing.log("team.brought_back", stored, after={"name": stored.name})


@retried
def withdraw_team(by: Author, team: Team, reason: str) -> None:
    """Let a team leave in the season; the rules of the league say what becomes of its matches."""
    with open_league(team.league, by) as opened:
        stored = _present_team(opened, team)
        if stored.is_withdrawn:
            raise NotNow(_("The team has withdrawn already."))
        if not _matches_of(stored).exists():
            raise NotNow(_("It has no match yet: take the team out."))
        stored.withdrawn_at = by.at
        stored.save(update_fields=["withdrawn_at"])
        opened.writing.log("team.withdrawn", stored, after={"name": stored.name}, reason=reason)


@retried
def return_team(by: Author, team: Team) -> None:
    """Let a team that has withdrawn play on."""
    with open_league(team.league, by) as opened:
        stored = _present_team(opened, team)
        if not stored.is_withdrawn:
            raise NotNow(_("The team has not withdrawn."))
        stored.withdrawn_at = None
        stored.save(update_fields=["withdrawn_at"])
        opened.writing.log("team.returned", stored, before={"name": stored.name})


def _present_team(opened: OpenLeague, team: Team) -> Team:
    stored = opened.get_team(team)
    if stored.removed_at is not None:
        raise NotNow(_("Somebody else has removed this team."))
    return stored


# Charges.


@retried
def charge_team(by: Author, team: Team, charge: LeagueCharge, reason: str, key: UUID) -> TeamCharge:
    """Add points to a team, or take some from it, besides its matches."""
    if charge == LeagueCharge():
        raise validation_error("match_points", _("Say how many points."))
    if any(abs(points) > _MAX_CHARGE for points in charge):
        raise validation_error("match_points", _("That is more than can be given."))
    submission = Submission(key=key, content={"team": team.pk, "charge": [*charge], "reason": reason})
    with open_league(team.league, by, submission=submission) as opened:
        earlier = opened.writing.earlier
        if earlier is not None:
            return TeamCharge.objects.get(pk=earlier.facts["charge"])
        made = TeamCharge.objects.create(
            team=_present_team(opened, team), reason=reason, made_at=by.at, **charge._asdict()
        )
        facts = {"charge": made.pk, **_charge_facts(made)}
        opened.writing.log("team.charged", made, after=facts, reason=reason)
        return made


@retried
def cancel_charge(by: Author, charge: TeamCharge, reason: str = "") -> None:
    _set_cancelled(by, charge, True, reason)


@retried
def restore_charge(by: Author, charge: TeamCharge) -> None:
    _set_cancelled(by, charge, False, "")


def _set_cancelled(by: Author, charge: TeamCharge, cancel: bool, reason: str) -> None:
    with open_league(charge.team.league, by) as opened:
        stored = TeamCharge.objects.get(pk=charge.pk)
        if (stored.cancelled_at is not None) == cancel:
            raise NotNow(_("Somebody else has just done this."))
        stored.cancelled_at = by.at if cancel else None
        stored.save(update_fields=["cancelled_at"])
        act = "team.charge_cancelled" if cancel else "team.charge_restored"
        opened.writing.log(act, stored, before=_charge_facts(stored), reason=reason)


def _charge_facts(charge: TeamCharge) -> Facts:
    return {
        "charged_team": charge.team_id,
        "charged": [charge.match_points, charge.table_points, charge.difference],
    }
