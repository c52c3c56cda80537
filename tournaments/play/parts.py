"""The sections and finals of an event: which there are, and how far they have come."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

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


class PartsStep(StrEnum):
    """What comes next in an event that is played in sections."""

    PLAY = "play"
    MAKE_FINALS = "make_finals"
    RECORD = "record"
    RECORDED = "recorded"


def step_of_parts(event: Tournament) -> PartsStep | None:
    """Return what comes next in an event that is divided; None of any other."""
    sections = parts_of(event, PartKind.SECTION)
    if not sections:
        return None
    if event.standings_from == Tournament.StandingsFrom.PARTS:
        return PartsStep.RECORDED
    finals = parts_of(event, PartKind.FINAL)
    if not finals:
        return PartsStep.MAKE_FINALS if are_over(sections) else PartsStep.PLAY
    are_official = all(one.state == Tournament.State.OFFICIAL for one in (*sections, *finals))
    return PartsStep.RECORD if are_official else PartsStep.PLAY


def sources_of_finals(event: Tournament) -> list[Tournament]:
    """Return from which places the finals of an event are made: those of its sections, or its own."""
    return parts_of(event, PartKind.SECTION) or [event]


def are_over(events: Sequence[Tournament]) -> bool:
    """Whether the results of all these events are shown: nobody comes, leaves or returns any more."""
    return bool(events) and all(event.state in _OVER for event in events)
