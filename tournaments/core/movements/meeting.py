"""What a movement is given and what it gives: entries before a draw, meetings with their reasons.

Knows entries by their numbers; must not know how any movement pairs them.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple


class Why(StrEnum):
    """Why entries meet, or one sits out."""

    LOT = "lot"
    # The circle of a round robin: params round, and leg where all meet twice.
    CIRCLE = "circle"
    # One line sits, the other moves a table: params round.
    LINE_MOVES = "line_moves"
    PHANTOM = "phantom"
    # Neighbours in the standings: params above, below (their places).
    NEIGHBOURS = "neighbours"
    # A neighbour was passed over: params entry (whom), because they have met.
    MET_BEFORE = "met_before"
    # The whole round matched at the least cost: params points (the gap), difference (the gap).
    SMALLEST_GAP = "smallest_gap"
    # Nothing else was possible.
    REMATCH = "rematch"
    CLUB_MATES = "club_mates"
    SECOND_SIT_OUT = "second_sit_out"
    # Sits out: params had (sit-outs before this one).
    FEWEST_SIT_OUTS = "fewest_sit_outs"
    LOWEST = "lowest"
    # A table of two sides where three sit at the others: params had (such tables before this one).
    SMALL_TABLE = "small_table"
    # Drawn partners: they were partners before, and nothing else was possible.
    SAME_PARTNER = "same_partner"
    BY_HAND = "by_hand"
    # Cannot move: params entry, table. And who was passed over because neither can: params entry.
    STAYS = "stays"
    NEITHER_MOVES = "neither_moves"
    # The director has locked the table before the others were drawn anew.
    LOCKED = "locked"


class Reason(NamedTuple):
    """One reason of a meeting, with its numbers."""

    why: Why
    params: Mapping[str, int] = {}


class Meeting(NamedTuple):
    """Entries that meet, in the order of their sides; one alone sits out."""

    entries: tuple[int, ...]
    reasons: tuple[Reason, ...] = ()

    @property
    def sits_out(self) -> bool:
        return len(self.entries) == 1


class Before(NamedTuple):
    """What is known of an entry before a round is drawn."""

    entry: int
    points: int = 0
    difference: int = 0
    # Whom it has met, and how often.
    met: Mapping[int, int] = {}
    sit_outs: int = 0
    # Entries of one club are kept apart when asked.
    club: int | None = None
    # How often it has sat at a table of two sides where three should.
    small_tables: int = 0
    # The table that it keeps, where it cannot move.
    table: int | None = None


NOBODY: Final = 0


def lot(seed: str, number: int) -> str:
    """The lot that an entry draws: the order of these strings is the order of the draw."""
    return hashlib.sha256(f"{seed}/{number}".encode()).hexdigest()


def in_order_of_lots(entries: Iterable[int], seed: str) -> list[int]:
    return sorted(entries, key=lambda entry: lot(seed, entry))


def in_standing(field: Iterable[Before], seed: str) -> list[Before]:
    """From first to last; who stands alike is ordered by lot."""
    return sorted(field, key=lambda one: (-one.points, -one.difference, lot(seed, one.entry)))


def all_stand_alike(field: Iterable[Before]) -> bool:
    """Before the first result nobody is above another: who meets whom is by lot, whatever the movement."""
    return len({(one.points, one.difference) for one in field}) < 2


def with_meetings(field: Sequence[Before], meetings: Iterable[Meeting], sides: int = 2) -> list[Before]:
    """The same entries after a round at tables of so many sides: whom they have met, and who sat out."""
    met: dict[int, Counter[int]] = {one.entry: Counter(one.met) for one in field}
    sat_out = {one.entry: one.sit_outs for one in field}
    small = {one.entry: one.small_tables for one in field}
    for meeting in meetings:
        for entry in meeting.entries:
            met[entry].update(other for other in meeting.entries if other != entry)
            sat_out[entry] += meeting.sits_out
            small[entry] += 1 < len(meeting.entries) < sides
    return [
        one._replace(met=met[one.entry], sit_outs=sat_out[one.entry], small_tables=small[one.entry])
        for one in field
    ]
