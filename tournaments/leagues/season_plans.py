"""The fixtures of a division, planned from its teams, their blocked days, closed places and a few numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from tournaments.core.leagues.fixtures import (
    MatchDay,
    SeasonPlan,
    SeasonTemplate,
    every_weeks,
    rounds_of_a_day,
)
from tournaments.core.leagues.match import Fixture
from tournaments.core.leagues.pattern import LegOrder, rounds_of
from tournaments.core.leagues.planning import plan_season
from tournaments.leagues.clashes import closed_places, fixture_team, published_matches
from tournaments.leagues.counting import CountedLeague
from tournaments.models import CalendarDate, Division, League

_FEWEST: Final = 2
_NOON: Final = time(12, 0)


def plan_division(counted: CountedLeague, division: Division, typed: Mapping[str, Any]) -> SeasonPlan | None:
    """Return the matches of a division, around those of the others; None with fewer than two teams."""
    in_division = [one for one in counted.teams.values() if one.division_id == division.pk]
    teams = [fixture_team(team) for team in in_division if not team.is_withdrawn]
    if len(teams) < _FEWEST:
        return None
    rules = counted.rules
    return plan_season(
        SeasonTemplate(
            teams=teams,
            days=_days(rounds_of(len(teams), rules.legs), typed),
            legs=rules.legs,
            order=LegOrder(typed["order"]),
            blocked_places=closed_places(typed["closed_places"]),
            taken=published_matches(counted, without=division.pk),
        )
    )


def championship_days(league: League) -> tuple[date, ...]:
    """Return the days in a season on which its federation has a championship: nobody is to choose then."""
    federation = league.club.federation_id or league.club_id
    championships = CalendarDate.objects.filter(
        federation=federation,
        kind=CalendarDate.Kind.CHAMPIONSHIP,
        state=CalendarDate.State.APPROVED,
        first_day__lte=league.until,
        last_day__gte=league.since,
    )
    spans = championships.order_by().values_list("first_day", "last_day")
    days = {
        first + timedelta(days=after) for first, last in spans for after in range((last - first).days + 1)
    }
    return tuple(sorted(days))


def _days(rounds: int, typed: Mapping[str, Any]) -> Sequence[MatchDay]:
    starts: time | None = typed["starts"]
    if typed["weeks"] == 0:
        first = datetime.combine(typed["first"], starts or _NOON)
        return rounds_of_a_day(first, rounds, typed["minutes"], typed["breaks"])
    count = rounds + (typed["spare"] or 0)
    days = every_weeks(typed["first"], count, typed["weeks"], {*typed["skipped"]})
    return tuple(MatchDay(one.day, starts) for one in days)


def fixtures_of(plan: SeasonPlan) -> list[Fixture]:
    """Return the matches of a plan as they are published."""
    return [
        Fixture(round=one.round, home=one.home, away=one.away, day=one.when.day, at=one.when.at)
        for one in plan.matches
    ]
