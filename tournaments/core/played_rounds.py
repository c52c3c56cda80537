"""Rounds as they were played and the faults that the checker finds in them; entries by their numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple

from tournaments.core.brackets.games import BracketSoFar


class FaultCode(StrEnum):
    """What is wrong with a round."""

    # An entry is in it twice, or not at all, or should not be in it.
    TWICE = "twice"
    LEFT_OUT = "left_out"
    NOT_ENTERED = "not_entered"
    AGAINST_ITSELF = "against_itself"
    # More entries sit out than must, or one sits out again while another has not yet.
    TOO_MANY_OUT = "too_many_out"
    SAT_OUT_AGAIN = "sat_out_again"
    # Two entries have met again without need.
    REMATCH = "rematch"
    # Not what the circle, the lines or the standing demand.
    NOT_THE_CIRCLE = "not_the_circle"
    NOT_THE_LINES = "not_the_lines"
    # They meet as they should, and each on the side of the other.
    NOT_THE_SIDES = "not_the_sides"
    NOT_NEIGHBOURS = "not_neighbours"
    # An exchange between two tables would have been better.
    NOT_THE_BEST = "not_the_best"
    # Two meet who were not to, and an exchange with another table would have avoided it.
    NOT_APART = "not_apart"
    # Two do not meet who wished to, though an exchange would have cost nobody anything.
    NOT_AS_WISHED = "not_as_wished"
    # More tables of two than must be, or an entry at one again while another has not been at one.
    SMALL_TABLES = "small_tables"
    # The same partner again where another was possible at the table.
    SAME_PARTNER = "same_partner"
    # An entry with a fixed table is at another table, or meets another such entry.
    NOT_ITS_TABLE = "not_its_table"
    NEITHER_MOVES = "neither_moves"
    # Not as a movement demands that has no fault of its own here.
    NOT_THE_MOVEMENT = "not_the_movement"
    # A locked table has changed.
    UNLOCKED = "unlocked"
    # The log has no draw of this round, or another seed or movement.
    NOT_LOGGED = "not_logged"
    NOT_THE_SEED = "not_the_seed"
    # It was drawn on something else than was known, or than had been played.
    NOT_THE_BASIS = "not_the_basis"
    # Other entries are at a table than were drawn there or set by hand, or its mark says otherwise.
    NOT_THE_SEATS = "not_the_seats"
    NOT_MARKED = "not_marked"
    # The ratings by which its handicaps are given are others than were noted.
    NOT_THE_RATINGS = "not_the_ratings"


class RoundFault(NamedTuple):
    """A fault: in which round, and which entries it is about."""

    round: int
    code: FaultCode
    entries: tuple[int, ...] = ()


# A fault of a round whose number is not known yet.
Finding = tuple[FaultCode, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """A round as it was drawn: who met, who sat out, and how the entries stood before it."""

    # The code of the movement that drew it.
    movement: str
    # Entries at each table; at drawn partners the first half are partners, and the last half, at a table of
    # five the first two and the last three.
    tables: Sequence[tuple[int, ...]]
    out: Sequence[int] = ()
    # The entries that took part, in the order that the circle or the lines go by.
    entered: Sequence[int]
    # Those of them that have a place in the circle or the lines and are absent: their opponents sit out.
    absent: Collection[int] = ()
    # The places of the circle or the lines with the entry of each, 0 where there is none; and which round
    # of them it is.
    places: Sequence[int] = ()
    turn: int = 1
    # Points of each entry before the round; entries that are tied are in the order of `standing`.
    points: Mapping[int, int] = field(default_factory=dict)
    # From first to last, as it was published before the draw.
    standing: Sequence[int] = ()
    # The table of the round before at which each sat, and what became of it there; and the seed of the lots.
    last_tables: Mapping[int, int] = field(default_factory=dict)
    last_outcomes: Mapping[int, str] = field(default_factory=dict)
    seed: str = ""
    clubs: Mapping[int, int] = field(default_factory=dict)
    clubs_apart: bool = False
    # The numbers of the tables, in their order; and the entries with a fixed table, each with its table.
    numbers: Sequence[int] = ()
    fixed_tables: Mapping[int, int] = field(default_factory=dict)
    # Pairs of entries that were not to meet.
    apart: Collection[frozenset[int]] = ()
    # Pairs of entries that wished to meet once, or to be partners once.
    wished: Collection[frozenset[int]] = ()
    # Tables that were locked: the others were drawn around them.
    locked: Collection[tuple[int, ...]] = ()
    # How many a table may have besides four, where partners are drawn.
    large_tables: Collection[int] = ()
    # How the bracket of a knock-out had gone; None also where what came before was not as it was drawn.
    bracket: BracketSoFar | None = None
    # A director has changed it: of the movement only the turn is left.
    by_hand: bool = False
    # How many sides a full table has.
    sides: int = 2

    def keeps_fixed_entries_apart(self, *tables: Sequence[int]) -> bool:
        """Whether none of these tables has two entries with fixed tables."""
        return all(sum(entry in self.fixed_tables for entry in table) < 2 for table in tables)


# Four at a table, and more, are two sides of drawn partners.
PLAYERS_OF_DRAWN_PARTNERS: Final = 4
_PARTNERS: Final = 2


def partners_at(table: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the two sides of a table of drawn partners."""
    half = len(table) // 2
    return table[:half], table[half:]


def fours_at(table: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the tables of four that this one can have been before a fifth and a sixth joined it."""
    one, other = partners_at(table)
    return [(*first, *second) for first in combinations(one, 2) for second in combinations(other, 2)]


@dataclass(slots=True)
class PastRounds:
    """What has happened before a round."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    sit_outs: Counter[int] = field(default_factory=Counter)
    small_tables: Counter[int] = field(default_factory=Counter)
    partners: Counter[frozenset[int]] = field(default_factory=Counter)

    def add(self, played: PlayedRound) -> None:
        for table in played.tables:
            for entry, opponent in combinations(table, 2):
                self.met[frozenset((entry, opponent))] += 1
            if len(table) >= PLAYERS_OF_DRAWN_PARTNERS:
                self._add_partners(table)
            if len(table) < played.sides:
                self.small_tables.update(table)
        self.sit_outs.update(played.out)

    def _add_partners(self, table: tuple[int, ...]) -> None:
        """Who was on a side of three counts as having sat out: each there rests, or they share the game."""
        for side in partners_at(table):
            self.partners.update(frozenset(pair) for pair in combinations(side, 2))
            if len(side) > _PARTNERS:
                self.sit_outs.update(side)

    def with_apart(self, pairs: Collection[frozenset[int]]) -> PastRounds:
        """Return the same where these count as having met, and been partners, very often."""
        often = Counter(dict.fromkeys(pairs, 100))
        return PastRounds(self.met + often, self.sit_outs, self.small_tables, self.partners + often)

    def rematches_in(self, played: PlayedRound) -> int:
        return sum(self.met[frozenset(table)] for table in played.tables)


# How many partial pairings are tried: every one for a dozen entries, and for more entries usually enough.
_MAX_ATTEMPTS: Final = 1_000


def all_can_meet(
    played: PlayedRound, before: PastRounds, entries: frozenset[int], max_rematches: int
) -> bool:
    """Whether these entries can all be paired with at most so many rematches.

    Tries every pairing, beginning with the entry that has the fewest possible opponents; answers False
    where that takes too long, so that no fault is reported. Ends early where each of them can meet half
    of all for the first time: then all can (Dirac), however many they are.
    """
    times_met = {entry: _times_met(played, before, entry, entries) for entry in entries}
    failed: set[tuple[frozenset[int], int]] = set()

    def can_be_paired(left: frozenset[int], rematches: int) -> bool:
        if (left, rematches) in failed or len(failed) == _MAX_ATTEMPTS:
            return False
        failed.add((left, rematches))
        opponents = {
            entry: sorted(
                (times, opponent)
                for opponent, times in times_met[entry].items()
                if opponent in left and times <= rematches
            )
            for entry in left
        }
        if all(
            2 * sum(times == 0 for times, _opponent in possible) >= len(left)
            for possible in opponents.values()
        ):
            return True
        if not all(opponents.values()):
            return False
        if sum(possible[0][0] for possible in opponents.values()) > 2 * rematches:
            return False
        first = min(left, key=lambda entry: (len(opponents[entry]), entry))
        return any(
            can_be_paired(left - {first, opponent}, rematches - times) for times, opponent in opponents[first]
        )

    return can_be_paired(entries, max_rematches)


def _times_met(
    played: PlayedRound, before: PastRounds, entry: int, opponents: Collection[int]
) -> dict[int, int]:
    """How often this entry has met each of the opponents that it may meet."""
    return {
        opponent: before.met[frozenset((entry, opponent))]
        for opponent in opponents
        if opponent != entry and played.keeps_fixed_entries_apart((entry, opponent))
    }
