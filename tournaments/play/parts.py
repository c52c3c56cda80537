"""The sections and finals of an event: which there are, and how far they have come."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.agreement.parts import EventPart, PartKind
from tournaments.models import Tournament

_OVER = (Tournament.State.PRELIMINARY, Tournament.State.OFFICIAL)


def parts_of(event: Tournament, kind: PartKind) -> list[Tournament]:
    """Return the sections of an event, or its finals, the first being A."""
    if not event.has_parts:
        return []
    parts = event.parts.select_related("book", "club", "announcement")
    return sorted((one for one in parts if part_of(one).kind is kind), key=lambda one: part_of(one).number)


def part_of(event: Tournament) -> EventPart:
    """Return which part an event is that is one."""
    part = event.as_part
    if part is None:
        raise ValueError(event)
    return part


def is_divided(event: Tournament) -> bool:
    """Whether an event is played in sections, and no round is drawn in it."""
    return bool(parts_of(event, PartKind.SECTION))


def sources_of_finals(event: Tournament) -> list[Tournament]:
    """Return from which places the finals of an event are made: those of its sections, or its own."""
    return parts_of(event, PartKind.SECTION) or [event]


def are_over(events: Sequence[Tournament]) -> bool:
    """Whether the results of all these events are shown: nobody comes, leaves or returns any more."""
    return bool(events) and all(event.state in _OVER for event in events)
