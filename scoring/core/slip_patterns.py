"""Slips of the pen and what each does to a total.

Each amount is a line of the deal, an entry of the rule set's tables or follows from the digits. The further
effects of an entry more or less (red threes that now count for the side) come from the rule set's own steps;
its effect on a contract is not considered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final, NamedTuple

from scoring.core.counting import count_side
from scoring.core.ruleset import RuleSet
from scoring.core.score import SideScore, line_sources, points_of
from scoring.core.vocabulary import DIRECTOR, HandSheet, LineGroup, ScoreLine, Tally

# Lines of card points: a tally has only their points.
_MELDED: Final = "melded_cards"
_HELD: Final = ("excess_wild", "hand_cards")
# Lines without a fixed price; and those that can count for a side as well as against it.
_NO_PRICE: Final = frozenset({_MELDED, *_HELD, DIRECTOR})
_EITHER_WAY: Final = frozenset({"red_threes", DIRECTOR})

_THREES: Final = frozenset({"red_threes", "red_threes_in_hand", "black_threes_in_hand"})

# Between the codes of two lines.
CODE_SEPARATOR: Final = "+"
# The amounts of one carried too many or too few.
_CARRY_AMOUNTS: Final = (10, 100, 1000, 10_000)
_DIGITS: Final = "0123456789"


class ComputedFigure(NamedTuple):
    """A computed figure, and what it was computed from."""

    rules: RuleSet
    figure: int
    # The last amount added: the deal's total where the figure is the running one.
    last_added: int
    lines: tuple[ScoreLine, ...] = ()
    base: int = 0
    cards: int = 0
    # The award of a contract that went to another side.
    award: ScoreLine | None = None
    # The totals of the deals of which the figure is the sum.
    deals: tuple[int, ...] = ()


class PenSlip(NamedTuple):
    """The amount by which a slip changes the figure, and the line, lines or deal that it is about."""

    difference: int
    code: str = ""
    rule: str = ""


PenSlips = Iterator[PenSlip]
# Returns every slip of one kind that can have been made.
SlipPattern = Callable[[ComputedFigure], PenSlips]


def deal_figure(rules: RuleSet, side: SideScore, figure: int, award: ScoreLine | None) -> ComputedFigure:
    return ComputedFigure(rules, figure, side.total, side.lines, side.base, side.cards, award)


# Slips in the figure itself.


def wrong_sign(computed: ComputedFigure) -> PenSlips:
    """Minus for plus: the whole figure, or the last amount added."""
    for value in (computed.figure, computed.last_added):
        yield PenSlip(-2 * value)


def digits_swapped(computed: ComputedFigure) -> PenSlips:
    """Two neighbouring digits exchanged."""
    for value in (computed.figure, computed.last_added):
        digits = str(abs(value))
        for at in range(len(digits) - 1):
            swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
            if swapped[0] != "0":
                yield PenSlip(_rewritten(value, swapped))


def wrong_digit(computed: ComputedFigure) -> PenSlips:
    """One wrong digit."""
    digits = str(abs(computed.figure))
    for at in range(len(digits)):
        for digit in _DIGITS:
            changed = digits[:at] + digit + digits[at + 1 :]
            if changed[0] != "0":
                yield PenSlip(_rewritten(computed.figure, changed))


def _rewritten(value: int, digits: str) -> int:
    """Return the difference that other digits make, with the same sign."""
    return int(digits) - value if value >= 0 else -int(digits) - value


def wrong_carry(_counted: ComputedFigure) -> PenSlips:
    """One too many or too few carried from a column to the next."""
    for amount in _CARRY_AMOUNTS:
        yield PenSlip(-amount)
        yield PenSlip(amount)


# Slips in the deals of a game.


def deal_missing(computed: ComputedFigure) -> PenSlips:
    for number, points in enumerate(computed.deals, start=1):
        yield PenSlip(-points, str(number))


def deal_twice(computed: ComputedFigure) -> PenSlips:
    for number, points in enumerate(computed.deals, start=1):
        yield PenSlip(points, str(number))


# Slips in the lines of a deal.


def subtotal_missing(computed: ComputedFigure) -> PenSlips:
    """Base points or card points left out, where they are the sum of several lines."""
    for group, points in ((LineGroup.BASE, computed.base), (LineGroup.CARDS, computed.cards)):
        if sum(line.group is group for line in computed.lines) > 1:
            yield PenSlip(-points, group.value)


def hand_forgotten(computed: ComputedFigure) -> PenSlips:
    """Cards in hand not taken off."""
    yield from _hand_points(computed, times=1)


def hand_added(computed: ComputedFigure) -> PenSlips:
    """Cards in hand added."""
    yield from _hand_points(computed, times=2)


def _hand_points(computed: ComputedFigure, times: int) -> PenSlips:
    lines = [line for line in computed.lines if line.code in _HELD]
    if lines:
        yield PenSlip(-times * sum(line.points for line in lines), lines[-1].code, lines[-1].rule)


def line_missing(computed: ComputedFigure) -> PenSlips:
    """A whole line left out, except the cards in hand, which are `hand_forgotten`."""
    for line in computed.lines:
        if line.code != _HELD[-1]:
            yield PenSlip(-line.points, line.code, line.rule)


def two_lines_missing(computed: ComputedFigure) -> PenSlips:
    for first, second in combinations(computed.lines, 2):
        code = first.code + CODE_SEPARATOR + second.code
        yield PenSlip(-first.points - second.points, code, first.rule)


def line_twice(computed: ComputedFigure) -> PenSlips:
    for line in computed.lines:
        yield PenSlip(line.points, line.code, line.rule)


def wrong_line_sign(computed: ComputedFigure) -> PenSlips:
    """A charge counted for the side, or a line that can be either counted the other way round."""
    for line in computed.lines:
        if (line.points < 0 and line.code != _HELD[-1]) or line.code in _EITHER_WAY:
            yield PenSlip(-2 * line.points, line.code, line.rule)


def wrong_class(computed: ComputedFigure) -> PenSlips:
    """A combination counted as one of another class: the code of the entered one, then of the other."""
    made = {line.code for line in computed.lines}
    for combination in computed.rules.combinations:
        for other in computed.rules.combinations:
            if combination.code in made and other is not combination:
                code = combination.code + CODE_SEPARATOR + other.code
                yield PenSlip(other.points - combination.points, code, combination.rule)


def extra_entry(computed: ComputedFigure) -> PenSlips:
    """Something counted that was not entered: another side's award, a combination, a three, going out."""
    if computed.award is not None:
        yield PenSlip(computed.award.points, computed.award.code, computed.award.rule)
    for combination in computed.rules.combinations:
        yield PenSlip(combination.points, combination.code, combination.rule)
    yield from _entry_changed(computed, by=1, excluded=_charge_codes(computed.rules))


def missing_entry(computed: ComputedFigure) -> PenSlips:
    """One entry left out: its price alone, or with everything that follows from it."""
    made = {line.code for line in computed.lines}
    for combination in computed.rules.combinations:
        if combination.code in made:
            yield PenSlip(-combination.points, combination.code, combination.rule)
    yield from _entry_changed(computed, by=-1)


def extra_charge(computed: ComputedFigure) -> PenSlips:
    """A penalty that was not entered: by its code where no other costs as much."""
    for points in sorted({penalty.points for penalty in computed.rules.penalties}):
        penalties = [penalty for penalty in computed.rules.penalties if penalty.points == points]
        yield PenSlip(-points, penalties[0].code if len(penalties) == 1 else "", penalties[0].rule)


def _charge_codes(rules: RuleSet) -> frozenset[str]:
    return rules.tally_penalties.union(penalty.code for penalty in rules.penalties)


# The effect of one entry more or less.


def _entry_changed(computed: ComputedFigure, by: int, excluded: frozenset[str] = frozenset()) -> PenSlips:
    """Yield the effect on the total of one more or less of each entry, except the excluded codes."""
    rules, entered = computed.rules, _entries_of(computed)
    points_now = _points_of_entries(computed, entered)
    for code, rule in _countable(rules):
        number = entered.get(code, 0) + by
        if code not in excluded and _is_possible(rules, code, number):
            yield PenSlip(_points_of_entries(computed, {**entered, code: number}) - points_now, code, rule)


def _countable(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield the codes of lines of which there can be one more, with their paragraphs."""
    for combination in rules.combinations:
        yield combination.code, combination.rule
    for source in line_sources(rules):
        if source.code not in _NO_PRICE:
            yield source.code, source.rule


def _is_possible(rules: RuleSet, code: str, number: int) -> bool:
    return number >= 0 and (code not in _THREES or number <= 2 * rules.decks)


def _entries_of(computed: ComputedFigure) -> dict[str, int]:
    return {line.code: line.count or 0 for line in computed.lines if line.code not in _NO_PRICE}


def _points_of_entries(computed: ComputedFigure, entered: dict[str, int]) -> int:
    """Return the points of these entries for the side, without the cards in its hand and a contract."""
    rules = computed.rules
    tally = Tally(
        combinations=tuple(
            (combination.code, entered.get(combination.code, 0)) for combination in rules.combinations
        ),
        meld_points=sum(abs(line.points) for line in computed.lines if line.code == _MELDED),
        hand_red_threes=entered.get("red_threes_in_hand", 0),
        hand_black_threes=entered.get("black_threes_in_hand", 0),
    )
    hand = HandSheet(
        tally=tally,
        red_threes=entered.get("red_threes", 0),
        went_out=bool(entered.get("going_out")),
        concealed=bool(entered.get("concealed")),
        penalties=tuple(entered.items()),
    )
    return points_of(rules, count_side(rules, 0, hand, 1))
