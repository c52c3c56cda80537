"""What every movement takes and returns: entries before a draw, meetings with their reasons."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class ReasonCode(StrEnum):
    """Why entries meet, or why one sits out."""

    LOT = "lot"
    # The circle of a round robin: params round, and leg where all meet twice.
    CIRCLE = "circle"
    # One line sits, the other moves a table: params round.
    LINE_MOVES = "line_moves"
    PHANTOM = "phantom"
    # Neighbours in the standings: params above, below (their places).
    NEIGHBOURS = "neighbours"
    # A neighbour was passed over because they have met: params entry.
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
    # One who would sit out has joined as a fifth or a sixth: params entry, had (sit-outs before this one).
    LARGE_TABLE = "large_table"
    BY_HAND = "by_hand"
    # An entry has a fixed table: params entry, table. It was passed over because both have: params entry.
    STAYS = "stays"
    NEITHER_MOVES = "neither_moves"
    # They were not to meet, and nothing else was possible; one was passed over because of that: params entry.
    APART = "apart"
    APART_PASSED_OVER = "apart_passed_over"
    # They had wished to meet, or to be partners.
    WISHED = "wished"
    # The director locked the table before the others were redrawn.
    LOCKED = "locked"


class MeetingReason(NamedTuple):
    """One reason for a meeting, with its numbers. Its code is a `ReasonCode` or one of the movement's own."""

    code: str
    params: Mapping[str, int] = {}


class Meeting(NamedTuple):
    """Entries that meet, in the order of their sides; one alone sits out."""

    entries: tuple[int, ...]
    reasons: tuple[MeetingReason, ...] = ()
    # Its table, where the movement says at which one they meet.
    table: int | None = None

    @property
    def sits_out(self) -> bool:
        return len(self.entries) == 1


class DrawEntry(NamedTuple):
    """An entry before a round is drawn, with what it has done so far."""

    entry: int
    points: int = 0
    difference: int = 0
    # The entries it has met, and how often.
    met: Mapping[int, int] = {}
    # How often it has sat out, or was on a side of three at a table of five or six.
    sit_outs: int = 0
    # Its club, where club mates are kept apart.
    club: int | None = None
    # How often it has sat at a table of two sides where three should.
    small_tables: int = 0
    # Its fixed table, if it has one.
    table: int | None = None
    # Where it sat in the round before and what became of it there, for movements that go by that: a
    # `GameOutcome`. None where it sat at no table.
    last_table: int | None = None
    last_outcome: str = ""


# The number of the empty place in an odd field.
PHANTOM_ENTRY: Final = 0


def lot_for(seed: str, number: int) -> str:
    """Return the lot of an entry: the order of these strings is the order of the draw."""
    return hashlib.sha256(f"{seed}/{number}".encode()).hexdigest()


def sorted_by_lot(entries: Iterable[int], seed: str) -> list[int]:
    return sorted(entries, key=lambda entry: lot_for(seed, entry))


def sorted_by_standing(field: Iterable[DrawEntry], seed: str) -> list[DrawEntry]:
    """Sort from first to last; tied entries are in the order of their lots."""
    return sorted(field, key=lambda entry: (-entry.points, -entry.difference, lot_for(seed, entry.entry)))


def are_all_tied(field: Iterable[DrawEntry]) -> bool:
    """Whether no entry is above another: before the first result every movement pairs by lot."""
    return len({(entry.points, entry.difference) for entry in field}) < 2
