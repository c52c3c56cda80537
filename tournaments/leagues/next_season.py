"""The next season of a league: its teams go over, those who were promoted or relegated to other divisions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Submission, club_book, retried, writing
from tournaments.leagues.changing import check_plan, store_new_league
from tournaments.leagues.counting import CountedLeague, count_league
from tournaments.leagues.page import DOWN, UP, moves_of
from tournaments.leagues.plans import LeaguePlan, TeamPlan
from tournaments.leagues.session import keep_site
from tournaments.leagues.teams import store_new_team
from tournaments.models import League, Team

_STEPS = {UP: -1, DOWN: 1}


@retried
def make_next_season(by: Author, league: League, name: str, since: date, until: date, key: UUID) -> League:
    """Make the next season of a league that is closed. Sent twice with one key, it is one league."""
    before = LeaguePlan.of(league)
    plan = LeaguePlan(
        name=name,
        ruleset=before.ruleset,
        options=before.options,
        since=since,
        until=until,
        divisions=before.divisions,
        rules=before.rules,
        public=before.public,
    )
    check_plan(plan)
    submission = Submission(key=key, content={"follows": league.pk, **plan.facts})
    with writing(club_book(league.club), by, needs=DIRECTORS, submission=submission) as in_club:
        if in_club.earlier is not None:
            return League.objects.get(book=in_club.earlier.facts["book"])
        _check(league)
        made = store_new_league(league.club, plan, follows=league)
        keep_site(made, league.site)
        in_club.log("league.made", made, after={"book": made.book_id})
        with writing(made.book, by) as in_league:
            in_league.log("league.made", made, after=plan.facts)
            for team, team_plan in next_teams(count_league(league)):
                carried = store_new_team(made, team_plan, follows=team)
                in_league.log("team.added", carried, after={"team": carried.pk, **team_plan.facts})
        return made


def _check(league: League) -> None:
    if not League.objects.filter(pk=league.pk, state=League.State.CLOSED, removed_at=None).exists():
        raise NotNow(_("Close the league first."))
    if League.objects.filter(follows=league, removed_at=None).exists():
        raise NotNow(_("The next season has been made already."))


def next_teams(counted: CountedLeague) -> Iterator[tuple[Team, TeamPlan]]:
    """Return the teams that go over, with the division of each; those that have withdrawn stay behind."""
    for division in counted.divisions:
        moves = moves_of(counted, division)
        for line in division.table.lines:
            team = division.teams[line.team]
            if team.is_withdrawn:
                continue
            plan = TeamPlan.of(team)
            step = _STEPS.get(moves.get(line.team, ""), 0)
            yield team, _in_division(plan, plan.division + step)


def _in_division(plan: TeamPlan, division: int) -> TeamPlan:
    """Return the plan of a team for the next season: its blocked days are over."""
    return TeamPlan(
        name=plan.name,
        division=division,
        club=plan.club,
        captain=plan.captain,
        email=plan.email,
        place=plan.place,
        players=plan.players,
        reserves=plan.reserves,
    )
