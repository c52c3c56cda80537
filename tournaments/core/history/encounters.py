"""What became of the games in which two sides met: won, drawn, lost, and the differences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import NamedTuple


class EncounterOutcome(Enum):
    """What a game was for one of two sides."""

    WON = "W"
    DRAWN = "D"
    LOST = "L"


def outcome_of(side: int, winner: int | None) -> EncounterOutcome:
    """Return what a game was for a side, by the side that won it."""
    if winner is None:
        return EncounterOutcome.DRAWN
    return EncounterOutcome.WON if winner == side else EncounterOutcome.LOST


class PlayedAt(NamedTuple):
    """What was played: a game, or a table of a match whose points were entered."""

    pk: int
    is_entered: bool = False


class Encounter(NamedTuple):
    """A game in which the two met: whose side won it, and what each had."""

    game: PlayedAt
    own_side: int
    their_side: int
    own: int
    theirs: int
    # The side that won the game; None where it was drawn.
    winner: int | None
    sides: int = 2

    @property
    def difference(self) -> int:
        return self.own - self.theirs

    @property
    def outcome(self) -> EncounterOutcome:
        """Return what it was; where a third side won, whoever of the two had more was better."""
        if self.winner in (self.own_side, self.their_side) or self.sides == 2:
            return outcome_of(self.own_side, self.winner)
        if self.difference == 0:
            return EncounterOutcome.DRAWN
        return EncounterOutcome.WON if self.difference > 0 else EncounterOutcome.LOST


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The games of two sides, the earliest first."""

    encounters: Sequence[Encounter]

    @property
    def won(self) -> int:
        return self._number(EncounterOutcome.WON)

    @property
    def drawn(self) -> int:
        return self._number(EncounterOutcome.DRAWN)

    @property
    def lost(self) -> int:
        return self._number(EncounterOutcome.LOST)

    def _number(self, outcome: EncounterOutcome) -> int:
        return sum(1 for one in self.encounters if one.outcome is outcome)

    @property
    def difference(self) -> int:
        return sum(one.difference for one in self.encounters)

    @property
    def course(self) -> Sequence[int]:
        """The sum of the differences after each game."""
        return list(accumulate(one.difference for one in self.encounters))

    @property
    def biggest_win(self) -> Encounter | None:
        return _widest((one for one in self.encounters if one.outcome is EncounterOutcome.WON), 1)

    @property
    def biggest_loss(self) -> Encounter | None:
        return _widest((one for one in self.encounters if one.outcome is EncounterOutcome.LOST), -1)


def _widest(encounters: Iterable[Encounter], sign: int) -> Encounter | None:
    """Return the game with the greatest difference in one direction; of equal ones the first."""
    return max(encounters, key=lambda one: sign * one.difference, default=None)
