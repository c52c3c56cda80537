"""The rankings of a federation or a club: its players over the years, by weighed events."""

from tournaments.rankings.changing import (
    RankingPlan,
    add_ranking,
    bring_ranking_back,
    change_ranking,
    plan_of_ranking,
    ranking_plan_from,
    remove_ranking,
)
from tournaments.rankings.queries import public_rankings_of

__all__ = [
    "RankingPlan",
    "add_ranking",
    "bring_ranking_back",
    "change_ranking",
    "desk_views",
    "page",
    "plan_of_ranking",
    "public_rankings_of",
    "queries",
    "ranking_plan_from",
    "remove_ranking",
    "views",
    "words",
]
