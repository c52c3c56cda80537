"""Results of every kind: games that were played, and all that may replace one.

A result is its kind, its entries and its totals; `ResultTerms` has the numbers that an event has agreed on
for games that were not played. Entries are numbers, and all arithmetic is in integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from tournaments.core.worth import AgreedScheme, Worth

_PERCENT: Final = 100
# By default a walkover counts this share of the target: 2000, 4000, 8000 of 5000, 10 000, 20 000.
_WALKOVER_PERCENT: Final = 40


class ResultKind(StrEnum):
    """How the result of a pairing came about."""

    PLAYED = "played"
    # The other side did not come.
    WALKOVER = "walkover"
    # No side came.
    BOTH_ABSENT = "both_absent"
    SIT_OUT = "sit_out"
    # A side left during the game, or gave it up: it has lost.
    FORFEITED = "forfeited"
    # Broken off: lost for the side at fault, for both where no side is named.
    ABANDONED = "abandoned"
    # As the jury has ruled.
    ADJUSTED = "adjusted"
    # A round before an entry came.
    MISSED = "missed"
    # Ruled lost (002 §15C, §24A).
    RULED_LOST = "ruled_lost"
    # Broken off with nobody at fault, half or more of it played: the score stands.
    CUT_SHORT = "cut_short"
    # Broken off with nobody at fault before that: a sit-out for all.
    BROKEN_OFF = "broken_off"
    # One of three sides has left, or did not come, and the two others have played on.
    ONE_LEFT = "one_left"
    ONE_ABSENT = "one_absent"
    # It counts nothing: no points, no difference, no win, draw or loss.
    VOID = "void"


# The results that follow from the totals of a game.
COUNT_AS_PLAYED: Final = frozenset({ResultKind.PLAYED, ResultKind.CUT_SHORT})


# What these are for the side that is away.
_KINDS_OF_THREE: Final = {
    ResultKind.ONE_LEFT: ResultKind.FORFEITED,
    ResultKind.ONE_ABSENT: ResultKind.WALKOVER,
}


# Where one side of a table has more players than the other: there is no such entry.
NOBODY: Final = 0


class Result(NamedTuple):
    """The result of one pairing, with its entries in the order of the sides; `NOBODY` where there is none."""

    kind: ResultKind
    entries: tuple[int, ...]
    totals: tuple[int, ...] = ()
    # The side that is absent, has left, or is at fault.
    at_fault: int | None = None
    # As the jury has ruled, side by side.
    ruled_points: tuple[Worth, ...] = ()
    # The entries that a substitute played for.
    substituted: frozenset[int] = frozenset()
    # The opponents of each entry, where a side has more entries than one; elsewhere the other entries.
    opponents: tuple[tuple[int, ...], ...] = ()
    # The game of another result, for other entries of its sides: in averages it counts once.
    is_same_game: bool = False

    def opponents_of(self, at: int) -> tuple[int, ...]:
        """Return the opponents of the entry on this side; who did not come has met nobody."""
        if self.opponents:
            return self.opponents[at]
        absent = self.at_fault if self.kind is ResultKind.ONE_ABSENT else None
        return tuple([entry for side, entry in enumerate(self.entries) if side not in (at, absent)])

    def kind_for(self, at: int) -> ResultKind:
        """Return what the result is for the entry on this side: two have played where the third is away."""
        instead = _KINDS_OF_THREE.get(self.kind)
        if instead is None:
            return self.kind
        return instead if at == self.at_fault else ResultKind.PLAYED


class RoundPlan(StrEnum):
    """What a round is part of."""

    # Who meets whom is drawn for this round.
    FREE = "free"
    # A round robin in which all meet equally often, and one that is cut short before that.
    WHOLE_ROUND_ROBIN = "whole_round_robin"
    PART_OF_ROUND_ROBIN = "part_of_round_robin"

    @property
    def is_round_robin(self) -> bool:
        return self is not RoundPlan.FREE


class SitOutValue(StrEnum):
    """What an entry gets for a round that it sits out."""

    # As it fits the movement and the scheme: what everybody else has for such a round on average.
    BY_MOVEMENT = "by_movement"
    FIXED = "fixed"
    WINNERS_AVERAGE = "winners_average"
    OWN_AVERAGE = "own_average"
    PERCENT_OF_MOST = "percent_of_most"


class MissedValue(StrEnum):
    """What an entry gets for a round that it misses, as often as was agreed."""

    # No points and no difference: lost.
    LOST = "lost"
    SIT_OUT = "sit_out"
    OWN_AVERAGE = "own_average"


class Substitutes(StrEnum):
    """How results count for an entry that a substitute played for; those of its opponents count in full."""

    COUNT = "count"
    # At most so many per cent of the most that a game can give.
    CAPPED = "capped"
    # In at most half of the rounds; those beyond bring no gain.
    HALF = "half"


def walkover_margin(agreed: int | None, target: int) -> int:
    """Return what counts as the margin of a walkover: as agreed, or its share of the target of the game."""
    return target * _WALKOVER_PERCENT // _PERCENT if agreed is None else agreed


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultTerms:
    """What an event has agreed on about results: its scheme, and the worth of games that were not played."""

    scheme: AgreedScheme
    # What counts as the margin of a walkover, and as the points of one where the scheme counts points made.
    margin: int
    # The share of the scheme's most points that a walkover gives, instead of all of them.
    walkover_percent: int | None = None
    sit_out: SitOutValue = SitOutValue.FIXED
    sit_out_points: int = 2
    sit_out_difference: int = 0
    sit_out_percent: int = 60
    # What a missed round is worth, so often; later ones, and the last round unless agreed, are lost.
    missed: MissedValue = MissedValue.LOST
    missed_times: int | None = None
    missed_last: bool = False
    substitutes: Substitutes = Substitutes.COUNT
    substitute_percent: int = 60
    # The rounds of the event: a substitute counts in half of them, and one of them is the last.
    rounds: int = 0

    @property
    def looks_back(self) -> bool:
        """Whether what an entry scores in a round depends on its other rounds."""
        return (
            self.sit_out is SitOutValue.OWN_AVERAGE
            or self.missed is not MissedValue.LOST
            or self.substitutes is not Substitutes.COUNT
        )


class RoundScore(NamedTuple):
    """What one entry scores in one round."""

    round: int
    kind: ResultKind
    worth: Worth
    opponents: tuple[int, ...] = ()
    # What it would be worth without the substitute, where that is more.
    full_worth: Worth | None = None

    @property
    def is_played(self) -> bool:
        return self.kind in COUNT_AS_PLAYED


class RoundValues(NamedTuple):
    """What can be made in a round."""

    plan: RoundPlan
    # Half of the most points of a game, and what stands in the middle; both are averages without a limit.
    half: Fraction
    middle: Fraction
