"""The way of each entry through the rounds of a movement that lays them out with their tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.agreement.agreement import EventAgreement
from tournaments.core.drawing.meeting import Meeting
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.tables_laid_out import meetings_at_tables
from tournaments.core.guides import GuideLine, guide_lines
from tournaments.models import Round


class OnTheWay(Protocol):
    """What a guide needs to know of an entry: its last round, and the table that it keeps."""

    @property
    def until_round(self) -> int | None: ...

    @property
    def fixed_table(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Guide:
    """The rounds that are laid out, from the round `first` on, each with its meetings by their tables."""

    first: int
    rounds: Sequence[Sequence[Meeting]]

    @property
    def entries(self) -> list[int]:
        return sorted(
            {entry for meetings in self.rounds for meeting in meetings for entry in meeting.entries}
        )

    @property
    def tables(self) -> list[int]:
        numbers = {meeting.table for meetings in self.rounds for meeting in meetings}
        return sorted(number for number in numbers if number is not None)

    def lines(self, entry: int) -> list[GuideLine]:
        return guide_lines(self.rounds, entry, self.first)

    def meetings_at(self, table: int) -> list[tuple[int, Meeting | None]]:
        """Return who is at a table in each round; nobody where it is empty."""
        return [
            (number, next((meeting for meeting in meetings if meeting.table == table), None))
            for number, meetings in enumerate(self.rounds, start=self.first)
        ]


def can_guide(agreement: EventAgreement, drawn: Round) -> bool:
    """Whether the rounds from this one on are laid out; one that was set by hand has no places."""
    phase, _in_phase = agreement.phase_of(drawn.number)
    return phase.movement.lays_out_tables and bool(drawn.places)


def guide_from(agreement: EventAgreement, drawn: Round, entries: Mapping[int, OnTheWay]) -> Guide | None:
    """Return the guide from a drawn round to the end of its phase; None where its movement lays out nothing.

    Who has left has no place in the rounds after, and no opponent.
    """
    phase, in_phase = agreement.phase_of(drawn.number)
    if not can_guide(agreement, drawn):
        return None
    rounds = phase.rounds - in_phase + 1
    if phase.movement.max_rounds is not None:
        rounds = min(rounds, phase.movement.max_rounds(len(drawn.places)) - drawn.turn + 1)
    laid_out = [_meetings(phase.movement, drawn, entries, later) for later in range(rounds)]
    return Guide(drawn.number, laid_out) if laid_out else None


def _meetings(
    movement: Movement, drawn: Round, entries: Mapping[int, OnTheWay], later: int
) -> Sequence[Meeting]:
    number = drawn.number + later
    present = {
        entry for entry, facts in entries.items() if facts.until_round is None or facts.until_round >= number
    }
    fixed = {entry: facts.fixed_table for entry, facts in entries.items() if facts.fixed_table is not None}
    schedule = [] if movement.schedule is None else movement.schedule(drawn.places, drawn.turn + later)
    return meetings_at_tables(schedule, present, fixed)
