"""What a draw takes and what it proposes: entries before a round, and the sides at each table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournaments.core.brackets.games import BracketSoFar
from tournaments.core.drawing.meeting import DrawEntry, Meeting, MeetingReason, ReasonCode

# How often two players have been partners: both ways round.
PartnerCounts = Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class DrawTable:
    """The entries on each side of a table; a single side sits out."""

    sides: tuple[tuple[int, ...], ...]
    reasons: tuple[MeetingReason, ...] = ()
    # The number of the table, where it is not simply the next free one.
    number: int | None = None

    @property
    def sits_out(self) -> bool:
        return len(self.sides) == 1

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(entry for side in self.sides for entry in side)


class CountsAs(StrEnum):
    """How a game that goes on counts for the draw of the next round, and for nothing else."""

    AS_IT_STANDS = "as_it_stands"
    DRAW = "draw"
    # As if its round had not come yet for those who play it.
    ROUND_BEHIND = "round_behind"


class UnfinishedGame(NamedTuple):
    """A game of an earlier round that went on when a round was drawn, and how it counted then."""

    round: int
    table: int
    entries: tuple[int, ...]
    counts_as: CountsAs
    # The totals of its sides at that moment; they count from the first deal.
    totals: tuple[int, ...]
    is_begun: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInput:
    """All that the draw of a round needs; entries by their numbers."""

    # The entries that take part in the round, with what they have done, in the order of their numbers.
    present: Sequence[DrawEntry]
    # All entries of the event; where the movement is set beforehand its places, with 0 for an empty one.
    all_entries: Sequence[int]
    # Which round of its phase it is.
    turn: int
    clubs_apart: bool
    partner_counts: PartnerCounts
    seed: str
    # Tables that the director has locked: the draw seats the other entries.
    locked: Sequence[DrawTable] = ()
    # The edition of the movement by which it is drawn.
    edition: int = 1
    # The games of the rounds before that went on.
    unfinished: Sequence[UnfinishedGame] = ()
    # Entries that are not to meet.
    apart: Sequence[tuple[int, int]] = ()
    # Entries that wish to meet once, or to be partners once.
    wished: Sequence[tuple[int, int]] = ()
    # How many players a table may have besides four, where partners are drawn and nobody is to sit out.
    large_tables: Sequence[int] = ()
    # Where it is a knock-out: how its bracket has gone. Its places are `all_entries`, the best first.
    bracket: BracketSoFar | None = None

    @property
    def free(self) -> Sequence[DrawEntry]:
        """The entries that are to be drawn."""
        seated = {entry for table in self.locked for entry in table.entries}
        return [entry for entry in self.present if entry.entry not in seated]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round as the program proposes it: the sides at each table, and the entries that sit out."""

    tables: Sequence[DrawTable]
    # Whether it is proved that no other round is better, where the movement looks for the best.
    exact: bool = True


DrawFunction = Callable[[DrawInput], Proposal]
# The meetings of a round that is fixed beforehand, of all entries and the number of the round in its phase.
Schedule = Callable[[Sequence[int], int], Sequence[Meeting]]


def propose(meetings: Iterable[Meeting], *, exact: bool = True) -> Proposal:
    """Return meetings as a proposal in which each side is one entry."""
    tables = [
        DrawTable(tuple((entry,) for entry in meeting.entries), meeting.reasons, meeting.table)
        for meeting in meetings
    ]
    return Proposal(tables, exact)


def draw_by_schedule(schedule: Schedule) -> DrawFunction:
    """Return the draw of a movement that is fixed beforehand: absent entries keep their places in it."""
    return lambda draw_input: propose(
        without_absent(_present(draw_input), schedule(draw_input.all_entries, draw_input.turn))
    )


def _present(draw_input: DrawInput) -> Collection[int]:
    return {entry.entry for entry in draw_input.present}


def without_absent(present: Collection[int], meetings: Iterable[Meeting]) -> list[Meeting]:
    """Return the meetings of the round; an entry whose opponent takes no part sits out."""
    kept = []
    for meeting in meetings:
        entries = tuple(entry for entry in meeting.entries if entry in present)
        if len(entries) == len(meeting.entries):
            kept.append(meeting)
        elif entries:
            kept.append(Meeting(entries, (*meeting.reasons, MeetingReason(ReasonCode.PHANTOM))))
    return kept
