"""The standings of an event as a report, made in the way of the source that they come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from clubs.reports.report import Report
from tournaments.models import Tournament
from tournaments.public.event_view import EventView
from tournaments.public.listed_standings import listed_report, recorded_report
from tournaments.public.standings import played_report

_REPORTS: Final[Mapping[str, Callable[..., Report]]] = {
    Tournament.StandingsFrom.GAMES: played_report,
    Tournament.StandingsFrom.LIST: listed_report,
    Tournament.StandingsFrom.PARTS: recorded_report,
}


def standings_report(view: EventView, *, on_paper: bool = False) -> Report:
    """The standings; on paper a column of games has signs instead of words."""
    return _REPORTS[view.event.standings_from](view, on_paper=on_paper)
