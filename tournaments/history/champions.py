"""Who has won the events and series of a club or a federation over the years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.core.history.roll import Victory
from tournaments.history.facts import EventFacts, HeldEvent
from tournaments.series import SeriesWinners, winners_of_closed_series


def victories_of(
    club: int, events: Sequence[HeldEvent], facts: Mapping[int, EventFacts], year: int | None = None
) -> list[Victory]:
    """Return the events with official results and the closed series, of all years or of one, latest first."""
    held = (event for event in events if year in (None, event.day.year))
    of_events = [_of_event(event, facts[event.pk]) for event in held if event.gives_title]
    of_series = [_of_series(one) for one in winners_of_closed_series(club, year)]
    won = [one for one in (*of_events, *of_series) if one.winners]
    return sorted(won, key=lambda one: (one.day, one.is_series, one.number), reverse=True)


def _of_event(event: HeldEvent, facts: EventFacts) -> Victory:
    return Victory(event.club, event.name, event.day, event.ruleset, facts.winners, event.pk)


def _of_series(one: SeriesWinners) -> Victory:
    return Victory(one.club, one.name, one.day, one.ruleset, one.winners, one.pk, is_series=True)
