"""Which events of a list are in the club already: the same, or others of their name and day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from clubs.models import Club
from clubs.text.alphabet import folded
from tournaments.models import ListedResult, Tournament
from tournaments.past.reading import ListedEvent

# What tells one result from another, without names: place, points, games won, remark.
_Figures = tuple[int, int, int | None, str]


@dataclass(slots=True)
class SortedEvents:
    """The events of a list: those to make, and those that stay as they are."""

    new: list[ListedEvent] = field(default_factory=list)
    # With the same results.
    here: list[Tournament] = field(default_factory=list)
    # Of the same name and day, and with other results: the list changes none of them.
    other: list[Tournament] = field(default_factory=list)


def sort_events(club: Club, events: Sequence[ListedEvent]) -> SortedEvents:
    """Sort the events of a list by what the club has of them."""
    found = club.tournaments.filter(date__in={event.day for event in events}).select_related("book")
    stored = {(event.date, folded(event.name)): event for event in found}
    listed = _stored_figures([event.pk for event in stored.values()])
    events_sorted = SortedEvents()
    for event in events:
        same = stored.get((event.day, folded(event.name)))
        if same is None:
            events_sorted.new.append(event)
        elif listed.get(same.pk) == _figures_of(event):
            events_sorted.here.append(same)
        else:
            events_sorted.other.append(same)
    return events_sorted


def _stored_figures(events: Sequence[int]) -> dict[int, Counter[_Figures]]:
    figures: dict[int, Counter[_Figures]] = {}
    results = ListedResult.objects.filter(tournament__in=events).order_by()
    rows = results.values_list("tournament", "place", "points", "wins", "note")
    for event, place, points, wins, note in rows:
        figures.setdefault(event, Counter())[place, points, wins, note] += 1
    return figures


def _figures_of(event: ListedEvent) -> Counter[_Figures]:
    return Counter(
        (listed.place, listed.result.points, listed.result.wins, listed.result.note)
        for listed in event.places()
    )
