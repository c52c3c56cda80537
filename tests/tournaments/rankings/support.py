"""Rankings for tests: of the evenings that the tests of series store."""

from __future__ import annotations

import json
from datetime import date
from typing import Any
from uuid import uuid4

from clubs.models import Club
from tests.tournaments.series.support import Season, page_of
from tournaments import rankings
from tournaments.core.ranking import RankingRules
from tournaments.core.series.result import WayNumbers
from tournaments.core.series.rules import SeriesRules
from tournaments.models import Ranking

# Ten points for the first, eight for the second, and so on, in full.
PLAIN = RankingRules(counting=SeriesRules(), championship=300, own=100, club=100, years=(100, 50))


def a_ranking(season: Season, rules: RankingRules = PLAIN, **fields: Any) -> Ranking:
    """A public ranking of a club."""
    plan = rankings.RankingPlan(**{"name": "Ranking", "rules": rules, "public": True, **fields})
    return rankings.add_ranking(season.by, season.club, plan, uuid4())


def a_licence(player: Any, giver: Club, until: date | None = None) -> None:
    player.licence, player.federation, player.licence_until = f"L{player.pk}", giver, until
    player.save()


def exported_ranking(one: Ranking, on: date) -> dict[str, Any]:
    """The list of a day for programs."""
    read: dict[str, Any] = json.loads(page_of("ranking_on", one.pk, on.isoformat(), query="?as=json"))
    return read


def points_by_place(*points: int) -> WayNumbers:
    return WayNumbers(place_points=tuple(100 * one for one in points))
