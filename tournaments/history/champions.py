"""Who has won the events, series and leagues of a club or a federation over the years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from tournaments.core.history.roll import Victory, VictoryKind
from tournaments.history.facts import EventFacts, HeldEvent
from tournaments.leagues.winners import DivisionWinners, winners_of_closed_leagues
from tournaments.series import SeriesWinners, winners_of_closed_series


def victories_of(
    club: int, events: Sequence[HeldEvent], facts: Mapping[int, EventFacts], year: int | None = None
) -> list[Victory]:
    """Return what was won, of all years or of one, the latest first.

    It is the events with official results, the closed series, and the divisions of the closed leagues.
    """
    held = (event for event in events if year in (None, event.day.year))
    of_events = [_of_event(event, facts[event.pk]) for event in held if event.gives_title]
    of_series = [_of_series(one) for one in winners_of_closed_series(club, year)]
    of_leagues = [_of_league(one) for one in winners_of_closed_leagues(club, year)]
    won = [one for one in (*of_events, *of_series, *of_leagues) if one.winners]
    return sorted(won, key=_order, reverse=True)


def _order(one: Victory) -> tuple[date, int, int, int]:
    """Of one day leagues come first, then series; of a league the highest division."""
    return one.day, _KINDS.index(one.kind), one.number, -one.division


_KINDS: Final = tuple(VictoryKind)


def _of_event(event: HeldEvent, facts: EventFacts) -> Victory:
    return Victory(event.club, event.name, event.day, event.ruleset, facts.winners, event.pk)


def _of_series(one: SeriesWinners) -> Victory:
    return Victory(one.club, one.name, one.day, one.ruleset, one.winners, one.pk, VictoryKind.SERIES)


def _of_league(one: DivisionWinners) -> Victory:
    return Victory(
        *(one.club, one.name, one.day, one.ruleset),
        tuple(team.players for team in one.teams),
        one.league,
        VictoryKind.LEAGUE,
        tuple(team.name for team in one.teams),
        one.position,
    )
