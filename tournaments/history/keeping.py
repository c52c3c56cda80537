"""Keeps what is known of events, so that only those that have changed are read again.

An event of ten years ago costs nothing once it was read: the state of its book says that what is known is the
present. It is in the memory of this process, a few kilobytes for an event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db.models import Q

from tournaments.history.facts import EventFacts, HeldEvent
from tournaments.history.reading import read_facts
from tournaments.models import Tournament

# Of so many events it is kept.
_MAX_EVENTS: Final = 10_000
kept_facts: Final[dict[int, tuple[tuple[int, str], EventFacts]]] = {}


def held_events(club: int) -> list[HeldEvent]:
    """Return all events of a club and, of a federation, of its clubs, in their order; a trial counts nowhere.

    The states of their books come with them, so that what is read later is never older than its state.
    """
    events = Tournament.objects.filter(Q(club=club) | Q(club__federation=club), book__trial=False)
    columns = ("pk", "club", "name", "date", "ruleset", "state", "standings_from")
    rows = events.order_by("date", "pk").values_list(*columns, "book__revision", "book__head")
    return [HeldEvent(*row) for row in rows]


def facts_of(events: Sequence[HeldEvent]) -> Mapping[int, EventFacts]:
    """Return what is known of events, reading those that have changed since they were read."""
    known = {event.pk: facts for event in events if (facts := _find(event)) is not None}
    changed = [event for event in events if event.pk not in known]
    if changed:
        read = read_facts(changed)
        _keep((event, read[event.pk]) for event in changed)
        known |= read
    return known


def _find(event: HeldEvent) -> EventFacts | None:
    kept_state, facts = kept_facts.get(event.pk, (None, None))
    return facts if kept_state == event.book_state else None


def _keep(read: Iterable[tuple[HeldEvent, EventFacts]]) -> None:
    fresh = {event.pk: (event.book_state, facts) for event, facts in read}
    if len(kept_facts) + len(fresh) > _MAX_EVENTS:
        kept_facts.clear()
    kept_facts.update(fresh)
