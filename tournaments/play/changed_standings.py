"""Whether the standings have changed since a round was drawn, so that it would be drawn otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, DrawTable
from tournaments.core.movements import MOVEMENTS
from tournaments.models import Round
from tournaments.play import draw
from tournaments.play.draw_input import build_draw_input
from tournaments.play.event_record import EventRecord, load_event


def would_be_drawn_otherwise(drawn: Round, record: EventRecord | None = None) -> bool:
    """Whether results have changed since the draw, and from the same seed it would be another one now.

    A draw that does not depend on them, such as one by lot, stays as it is. Locked tables stay in it.
    """
    movement = MOVEMENTS[drawn.movement]
    if not movement.is_redrawable or drawn.number == 1:
        return False
    before = draw.read_draw_input(drawn.draw_input, drawn.seed)
    record = record or load_event(drawn.tournament)
    now = build_draw_input(record, drawn.number, drawn.seed, unfinished=before.unfinished)
    if _results(before) == _results(now):
        return False
    return _meetings(movement, before, before) != _meetings(movement, before, now)


def _results(known: DrawInput) -> dict[int, tuple[int, int, str]]:
    return {entry.entry: (entry.points, entry.difference, entry.last_outcome) for entry in known.present}


def _meetings(movement: Movement, before: DrawInput, known: DrawInput) -> Sequence[object]:
    """Return who meets whom if the round of `before` is drawn from other results."""
    changed = _results(known)
    present = [
        entry._replace(points=points, difference=difference, last_outcome=last_outcome)
        for entry in before.present
        if entry.entry in changed
        for points, difference, last_outcome in [changed[entry.entry]]
    ]
    tables: Sequence[DrawTable] = draw.draw_proposal(movement, replace(before, present=present)).tables
    return [table.sides for table in tables]
