"""The fixtures of a division, planned from its teams, their blocked days and a few numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.core.leagues.fixtures import (
    ClashKind,
    FixtureTeam,
    MatchDay,
    SeasonPlan,
    SeasonTemplate,
    every_weeks,
    rounds_of_a_day,
)
from tournaments.core.leagues.match import Fixture
from tournaments.core.leagues.pattern import LegOrder, rounds_of
from tournaments.core.leagues.planning import plan_season
from tournaments.core.leagues.rules import LeagueRules
from tournaments.models import Division, Team

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

CLASHES: Final[Mapping[ClashKind, _StrPromise]] = {
    ClashKind.TEAM_BLOCKED: _lazy("cannot play on this day"),
    ClashKind.PLACE_BLOCKED: _lazy("the place is taken on this day"),
    ClashKind.PLACE_TAKEN: _lazy("another team is at home at the same place"),
    ClashKind.PLAYS_TWICE: _lazy("plays twice at this time"),
}
_FEWEST: Final = 2
_NOON: Final = time(12, 0)


def plan_division(division: Division, rules: LeagueRules, typed: Mapping[str, Any]) -> SeasonPlan | None:
    """Return the matches of a division; None with fewer than two teams."""
    teams = [*division.teams.filter(removed_at=None, withdrawn_at=None).order_by("number")]
    if len(teams) < _FEWEST:
        return None
    rounds = rounds_of(len(teams), rules.legs)
    return plan_season(
        SeasonTemplate(
            teams=[_fixture_team(team) for team in teams],
            days=_days(rounds, typed),
            legs=rules.legs,
            order=LegOrder(typed["order"]),
        )
    )


def _fixture_team(team: Team) -> FixtureTeam:
    blocked = frozenset(date.fromisoformat(day) for day in team.blocked_dates)
    return FixtureTeam(number=team.number, place=team.place, blocked=blocked)


def _days(rounds: int, typed: Mapping[str, Any]) -> Sequence[MatchDay]:
    starts: time | None = typed["starts"]
    if typed["weeks"] == 0:
        first = datetime.combine(typed["first"], starts or _NOON)
        return rounds_of_a_day(first, rounds, typed["minutes"])
    days = every_weeks(typed["first"], rounds, typed["weeks"], {*typed["skipped"]})
    return tuple(MatchDay(one.day, starts) for one in days)


def fixtures_of(plan: SeasonPlan) -> list[Fixture]:
    """Return the matches of a plan as they are published."""
    return [
        Fixture(round=one.round, home=one.home, away=one.away, day=one.when.day, at=one.when.at)
        for one in plan.matches
    ]
