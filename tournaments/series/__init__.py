"""The series of a club: which events count, the table after each evening, and the pages about it."""

from tournaments.series.changing import (
    SeriesPlan,
    add_series,
    bring_series_back,
    change_series,
    close_series,
    plan_from,
    plan_of,
    remove_series,
    reopen_series,
)
from tournaments.series.queries import public_series_of, state_for_player
from tournaments.series.winners import SeriesWinners, winners_of_closed_series

__all__ = [
    "SeriesPlan",
    "SeriesWinners",
    "add_series",
    "bring_series_back",
    "change_series",
    "changing",
    "close_series",
    "counting",
    "desk_views",
    "forms",
    "kept",
    "of_player",
    "page",
    "plan_from",
    "plan_of",
    "public_series_of",
    "queries",
    "remove_series",
    "reopen_series",
    "reports",
    "results",
    "state_for_player",
    "views",
    "winners_of_closed_series",
    "words",
]
