"""Draws of movements that say beforehand also at which table each two meet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from tournaments.core.drawing.fixed_tables import FixedTables, get_fixed_tables
from tournaments.core.drawing.meeting import Meeting
from tournaments.core.drawing.proposal import DrawFunction, Proposal, Schedule, propose, without_absent


def draw_at_tables(schedule: Schedule) -> DrawFunction:
    """Return the draw of a movement that is fixed beforehand, with the tables: absent entries keep theirs."""
    return lambda draw_input: propose(
        meetings_at_tables(
            schedule(draw_input.all_entries, draw_input.turn),
            {entry.entry for entry in draw_input.present},
            get_fixed_tables(draw_input.present),
        )
    )


def meetings_at_tables(
    meetings: Sequence[Meeting], present: Collection[int], fixed_tables: FixedTables
) -> list[Meeting]:
    """Return the meetings of those who take part, in the order of their tables."""
    return with_fixed_tables(without_absent(present, meetings), fixed_tables)


def with_fixed_tables(meetings: Sequence[Meeting], fixed_tables: FixedTables) -> list[Meeting]:
    """Return the meetings in the order of their tables, with each entry at its fixed one.

    The table that had this number gets the other one: while an entry stays, nobody else changes for it.
    """
    numbers = [meeting.table for meeting in meetings]
    for at, meeting in enumerate(meetings):
        fixed = next((fixed_tables[entry] for entry in meeting.entries if entry in fixed_tables), None)
        if fixed is None or meeting.sits_out:
            continue
        numbers = [numbers[at] if number == fixed else number for number in numbers]
        numbers[at] = fixed
    moved = [meeting._replace(table=number) for meeting, number in zip(meetings, numbers, strict=True)]
    return sorted(moved, key=lambda meeting: (meeting.table is None, meeting.table or 0))


def without_tables(proposal: Proposal) -> Proposal:
    """Return the round with no numbers of tables: each then has the lowest free one."""
    return replace(proposal, tables=[replace(table, number=None) for table in proposal.tables])
