"""Mitchell: one line sits, the other moves a table each round. The phantom fills an odd line.

A late entry takes the phantom's place, and no other meeting changes by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tournaments.core.drawing.meeting import PHANTOM_ENTRY, Meeting, MeetingReason, ReasonCode
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, Proposal, draw_by_schedule
from tournaments.core.drawing.tables_laid_out import draw_at_tables, without_tables
from tournaments.core.played_rounds import FaultCode, Finding, PastRounds, PlayedRound
from tournaments.core.texts import gettext_noop


class Lines(NamedTuple):
    """The line that sits and the line that moves, both by tables in the first round."""

    sitting: tuple[int, ...]
    moving: tuple[int, ...]


def split_lines(entries: Sequence[int]) -> Lines:
    """Split the entries: the first half sits; with an odd number the phantom is last in the moving line."""
    half = (len(entries) + 1) // 2
    moving = entries[half:]
    return Lines(tuple(entries[:half]), (*moving, *(PHANTOM_ENTRY,) * (half - len(moving))))


def draw_mitchell(lines: Lines, number: int) -> tuple[Meeting, ...]:
    """Return the meetings of a round by tables, the first round being 1."""
    tables = len(lines.sitting)
    moved = [lines.moving[(table - (number - 1)) % tables] for table in range(tables)]
    pairs = zip(lines.sitting, moved, strict=True)
    return tuple(_meeting(pair, number, table) for table, pair in enumerate(pairs, start=1))


def _meeting(pair: tuple[int, int], number: int, table: int) -> Meeting:
    present = tuple(entry for entry in pair if entry != PHANTOM_ENTRY)
    reasons = [MeetingReason(ReasonCode.LINE_MOVES, {"round": number})]
    if PHANTOM_ENTRY in pair:
        reasons.append(MeetingReason(ReasonCode.PHANTOM))
        return Meeting(present, tuple(reasons))
    return Meeting(present, tuple(reasons), table)


def _schedule(entries: Sequence[int], number: int) -> tuple[Meeting, ...]:
    """Return the meetings of a round; a late entry takes the phantom's place as the next in the order."""
    return draw_mitchell(split_lines(entries), number)


def count_rounds(entries: int) -> int:
    """Return how many rounds there are before all meet their first opponents again."""
    return -(-entries // 2)


# In the first edition the tables had the lowest numbers, so those that sit changed them where one sat out.
_EDITION: Final = 2
_draw_at_tables, _draw_in_order = draw_at_tables(_schedule), draw_by_schedule(_schedule)


def _draw(draw_input: DrawInput) -> Proposal:
    """Who sits keeps the number of the table, whoever sits out."""
    if draw_input.edition >= _EDITION:
        return _draw_at_tables(draw_input)
    return without_tables(_draw_in_order(draw_input))


# The check shares no function with the draw.


def _check(played: PlayedRound, _before: PastRounds) -> Iterator[Finding]:
    """The first half of the places sits; each of the others meets the one a table further each round."""
    half = len(played.places) // 2
    sitting, moving = played.places[:half], played.places[half:]
    for at, entry in enumerate(moving):
        expected = {sitting[(at + played.turn - 1) % half], entry}
        absent = PHANTOM_ENTRY in expected or not expected.isdisjoint(played.absent)
        if not absent and expected not in [set(table) for table in played.tables]:
            yield FaultCode.NOT_THE_LINES, (entry,)


MITCHELL: Final = Movement(
    code="mitchell",
    label=gettext_noop("Mitchell: one line sits, the other moves"),
    position=30,
    draw=_draw,
    edition=_EDITION,
    check=_check,
    schedule=_schedule,
    lays_out_tables=True,
    plays_in_lines=True,
    max_rounds=count_rounds,
    full_set=count_rounds,
    exhausted=gettext_noop(
        "The two lines have all met: another Mitchell round would only bring "
        "rematches. Set the round by hand, or choose another movement."
    ),
)
