"""Who has won the events and series of a club or a federation over the years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.core.history.roll import Victory
from tournaments.history.facts import EventFacts, HeldEvent
from tournaments.series import SeriesWinners, winners_of_closed_series


def victories_of(club: int, events: Sequence[HeldEvent], facts: Mapping[int, EventFacts]) -> list[Victory]:
    """Return the events with official results and the closed series, the latest first."""
    of_events = [_of_event(event, facts[event.pk]) for event in events if event.is_official]
    of_series = [_of_series(one) for one in winners_of_closed_series(club)]
    won = [one for one in (*of_events, *of_series) if one.winners]
    return sorted(won, key=lambda one: (one.day, one.is_series, one.number), reverse=True)


def _of_event(event: HeldEvent, facts: EventFacts) -> Victory:
    return Victory(event.club, event.name, event.day, event.ruleset, facts.winners, event.pk)


def _of_series(one: SeriesWinners) -> Victory:
    return Victory(one.club, one.name, one.day, one.ruleset, one.winners, one.pk, is_series=True)
