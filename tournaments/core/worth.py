"""What a game is worth in the standings: a scheme, and the numbers that an event has agreed on for it.

All arithmetic is in integers: a scheme with decimals counts in hundredths, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

Totals = Sequence[int]


class GameOutcome(StrEnum):
    """What a game was for a side; NONE where the side has not played it."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    NONE = ""


class Worth(NamedTuple):
    """What one side earns in one game."""

    points: int
    difference: int
    # Its own game points.
    own: int = 0
    outcome: GameOutcome = GameOutcome.NONE


NOTHING: Final = Worth(0, 0)
HUNDREDTHS: Final = 100


def outcome_of(lead: int) -> GameOutcome:
    if lead > 0:
        return GameOutcome.WIN
    return GameOutcome.DRAW if lead == 0 else GameOutcome.LOSS


def worth_of_sides(totals: Totals, points: Callable[[int, int], int]) -> tuple[Worth, ...]:
    """Return what a game is worth for each side; `points` gets its total and its lead.

    The lead of a side is how far it is ahead of the best of the others, or behind it.
    """
    leads = [own - max((*totals[:at], *totals[at + 1 :])) for at, own in enumerate(totals)]
    return tuple(
        Worth(points(own, lead), lead, own, outcome_of(lead)) for own, lead in zip(totals, leads, strict=True)
    )


def mean_in_hundredths(points: Sequence[int]) -> int:
    """Return the mean of whole points in hundredths, what is less than one left out."""
    return sum(points) * HUNDREDTHS // len(points)


# The largest margin for 10-10, 11-9, … 19-1; above the last it is 20-0.
VP_OF_THREE_DEALS: Final = (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)
VP_OF_FOUR_DEALS: Final = (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)
PLACE_POINTS: Final = (3, 1, 0)
_USUAL_BOUND: Final = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class SchemeNumbers:
    """The numbers that an event can agree on for its scheme, under the names of the settings."""

    # The largest margins of the bands.
    bands: tuple[int, ...] = VP_OF_THREE_DEALS
    # Points for the places at a table.
    place_points: tuple[int, ...] = PLACE_POINTS
    # The most points that a side gets for a game.
    cap: int | None = None
    # The margin from which on more does not count: as agreed, or the target of the game.
    bound: int = _USUAL_BOUND
    # At a table of two where three should sit, the second place is the last.
    last_of_two: bool = False
    # After a walkover at a table of three, those who came share the first places.
    walkover_shared: bool = False


class SchemeSentence(NamedTuple):
    """A sentence for the rules in force, in English, with its figures as the reader writes them."""

    text: str
    params: Mapping[str, str] = {}


WorthFunction = Callable[[Totals, SchemeNumbers], tuple[Worth, ...]]
# The sentences about a scheme; the function writes a number as the reader does.
Description = Callable[[SchemeNumbers, Callable[[int], str]], Iterator[SchemeSentence]]


def not_counted(_totals: Totals, _numbers: SchemeNumbers) -> tuple[Worth, ...]:
    """Stand for a scheme's arithmetic that is not written yet; `manage.py check` names it."""
    raise NotImplementedError


def not_described(_numbers: SchemeNumbers, _figure: Callable[[int], str]) -> Iterator[SchemeSentence]:
    """Stand for a scheme's sentences that are not written yet; `manage.py check` names it."""
    raise NotImplementedError


@dataclass(frozen=True, kw_only=True, slots=True, eq=False, repr=False)
class Scheme:
    """How the totals of a game become points. A file in `tournaments/core/schemes` defines it."""

    # As it is stored in the agreement.
    code: str
    # Its name in English, as it stands in the settings.
    label: str = ""
    # Its place in lists to choose from.
    position: int = 90
    worth: WorthFunction = not_counted
    # What the rules in force say about it.
    describe: Description = not_described
    # The sides at a table that it is made for.
    sides: tuple[int, ...] = (2, 3)
    # The fields of `SchemeNumbers` that it reads: their settings are shown with it.
    numbers: tuple[str, ...] = ()
    # The most points that a game can give, which is also what a walkover gives; None where there is no limit.
    max_points: Callable[[SchemeNumbers], int] | None = None
    # What an entry gets for sitting out, where nothing else is agreed; None where it is the round's average.
    sit_out_points: Callable[[SchemeNumbers], int] | None = None
    # What stands in the middle of what a game can give; None where that is half of the most points.
    middle_points: Callable[[SchemeNumbers], int] | None = None
    # What decides a place, where nothing else is agreed: codes of criteria.
    chain: tuple[str, ...] = ("points", "difference")
    # Points are counted in hundredths.
    in_hundredths: bool = False
    # They are whole points as a rule: decimals are written only where there are any.
    usually_whole: bool = False
    # The points are those that the sides have made, so that the total of a game says them.
    counts_points_made: bool = False

    def __str__(self) -> str:
        return self.code

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no most that a game can give."""
        return self.max_points is None

    def shown(self, points: int) -> int | Decimal:
        """Return points as they are written: a whole number, or a decimal where they are hundredths."""
        if not self.in_hundredths:
            return points
        if not self.usually_whole:
            return Decimal(points).scaleb(-2)
        whole, rest = divmod(points, HUNDREDTHS)
        # 1.5 and not 1.50; and 10, not 1E+1.
        return Decimal(points).scaleb(-2).normalize() if rest else whole

    def __repr__(self) -> str:
        return f"Scheme({self.code!r})"


@dataclass(frozen=True, slots=True)
class AgreedScheme:
    """A scheme with the numbers that an event has agreed on."""

    scheme: Scheme
    numbers: SchemeNumbers = SchemeNumbers()

    def worth(self, totals: Totals) -> tuple[Worth, ...]:
        return self.scheme.worth(totals, self.numbers)

    def worth_at_small_table(self, totals: Totals) -> tuple[Worth, ...]:
        """Return what a game is worth at a table of two that was drawn where three should sit."""
        numbers, places = self.numbers, self.numbers.place_points
        if numbers.last_of_two:
            numbers = replace(numbers, place_points=(places[0], places[-1]))
        return self.scheme.worth(totals, numbers)

    @property
    def max_points(self) -> int | None:
        max_points = self.scheme.max_points
        return None if max_points is None else max_points(self.numbers)

    @property
    def half_of_most(self) -> Fraction | None:
        """Half of what a game can give; None where there is no limit."""
        return None if self.max_points is None else Fraction(self.max_points, 2)

    @property
    def middle(self) -> Fraction | None:
        """What stands in the middle of what a game can give; None where there is no limit."""
        middle_points = self.scheme.middle_points
        return self.half_of_most if middle_points is None else Fraction(middle_points(self.numbers))

    @property
    def sit_out_points(self) -> int | None:
        """What sitting out is worth; None where it is the average of the round."""
        points = self.scheme.sit_out_points
        return None if points is None else points(self.numbers)

    @property
    def draw_points(self) -> int | None:
        """What a draw is worth; None where that depends on the points made."""
        return None if self.scheme.counts_points_made else self.worth((0, 0))[0].points

    def capped(self, points: int) -> int:
        """Return points that were made in a game, as far as the scheme counts them."""
        cap = self.numbers.cap if "cap" in self.scheme.numbers else None
        return points if cap is None else min(points, cap)
