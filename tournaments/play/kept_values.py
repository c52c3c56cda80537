"""What is kept of events for pages over years: a text of each kind, under the state of the event's book.

A value is believed while the book is in the state in which it was counted: its revision and the hash of its
last act. So it is never another truth than the event. Where there is none of the present state, the page
counts from the event itself. `tournaments.running.keeping` stores them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from tournaments.models import KeptOfEvent

# The state of an event's book: its revision, and the hash of its last act.
BookState = tuple[int, str]


@dataclass(frozen=True, slots=True)
class KeptKind:
    """A kind of value that is kept of events whose results are shown."""

    code: str
    # Counts the values of some events from the events themselves; the same event has always the same text.
    count: Callable[[Collection[int]], Mapping[int, str]]


def load_kept(kind: KeptKind, states: Mapping[int, BookState]) -> dict[int, str]:
    """Return the values of these events that are of the present state of their books."""
    rows = KeptOfEvent.objects.filter(kind=kind.code, tournament__in=states).order_by()
    return {
        event: value
        for event, revision, head, value in rows.values_list("tournament", "revision", "head", "value")
        if states[event] == (revision, head)
    }
