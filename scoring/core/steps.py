"""The steps by which a side's lines come about; each rule set lists those of its game, in the order of its
sheet.

A step is given a rule set once and answers with sources of lines: what a line is called, what it is worth
for a side and how many it counts. So the sums of a deal and its lines come from the same numbers. Knows
nothing of any one game; contracts, which need both sides, stand in `contract`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from scoring.core.card_values import red_threes_in_all
from scoring.core.counting import SideCount, Special
from scoring.core.rulesets.base import Group, Penalty, RuleSet

DIRECTOR: Final = "director"
_CHARGED: Final = Special.CHARGED
# What a line is worth, and how many it counts; None where a tally does not tell it.
Amount = tuple[int, int | None]


class Source(NamedTuple):
    """Where one line of a side comes from. A line worth nothing is not written."""

    code: str
    group: Group
    rule: str
    amount: Callable[[SideCount], Amount]
    # Says nothing of a side without one of these bits of `Special`; 0: every side is asked.
    asks: int = 0


Sources = Sequence[Source]
_NOTHING: Final[Sources] = ()


# When the red threes of a side count for it.


def always(side: SideCount) -> bool:  # noqa: ARG001 - a condition is asked about a side
    return True


def with_two_combinations(side: SideCount) -> bool:
    return side.combinations.number >= 2


def with_a_combination(side: SideCount) -> bool:
    return side.combinations.number >= 1


def with_a_meld(side: SideCount) -> bool:
    return side.opened


# Base points.


def going_out(rules: RuleSet) -> Sources:
    if not rules.going_out.points:
        return _NOTHING
    once: Amount = rules.going_out.points, 1
    return (Source("going_out", Group.BASE, rules.going_out.rule, lambda _side: once, Special.WENT_OUT),)


def concealed(rules: RuleSet) -> Sources:
    if rules.concealed is None:
        return _NOTHING
    points, rule = rules.concealed.points, rules.concealed.rule

    def amount(side: SideCount) -> Amount:
        return points * side.hand.concealed, 1

    return (Source("concealed", Group.BASE, rule, amount, Special.CHARGED),)


def red_threes(rules: RuleSet) -> Sources:
    """Red threes on the table: a full set has a price of its own; unearned they count against the side."""
    threes, whole = rules.red_threes, red_threes_in_all(rules)
    each, full_set, is_earned = threes.each, threes.full_set, threes.earned

    def amount(side: SideCount) -> Amount:
        number = side.red_threes
        worth = full_set if number == whole else each * number
        return worth if is_earned(side) else -worth, number

    return (Source("red_threes", threes.group, threes.rule, amount, Special.RED_THREES),)


def red_threes_in_hand(rules: RuleSet) -> Sources:
    threes = rules.red_threes_in_hand
    if threes is None:
        return _NOTHING
    each = threes.each

    def amount(side: SideCount) -> Amount:
        return -each * side.red_in_hand, side.red_in_hand

    return (Source("red_threes_in_hand", threes.group, threes.rule, amount, Special.HOLDS_THREES),)


def black_threes_in_hand(rules: RuleSet) -> Sources:
    threes = rules.black_threes_in_hand
    if threes is None:
        return _NOTHING
    each = threes.each

    def amount(side: SideCount) -> Amount:
        return -each * side.black_in_hand, side.black_in_hand

    return (Source("black_threes_in_hand", threes.group, threes.rule, amount, Special.HOLDS_THREES),)


def third_wild(rules: RuleSet) -> Sources:
    """Each meld with too many wild cards is charged; beside a tally the number is entered."""
    charge = rules.third_wild
    if charge is None:
        return _NOTHING
    each = charge.points

    def amount(side: SideCount) -> Amount:
        number = sum(1 for meld in side.melds if meld.form.excess) + _times(side, "third_wild")
        return -each * number, number

    return (Source("third_wild", Group.BASE, charge.rule, amount, Special.ODD | Special.CHARGED),)


def not_opened(rules: RuleSet) -> Sources:
    if rules.not_opened is None:
        return _NOTHING
    once: Amount = -rules.not_opened.points, 1
    return (Source("not_opened", Group.BASE, rules.not_opened.rule, lambda _side: once, Special.UNOPENED),)


def penalties(rules: RuleSet) -> Sources:
    """The penalties that were entered, in the order of the rule set."""
    return [_charged(penalty) for penalty in rules.penalties]


def _charged(penalty: Penalty) -> Source:
    code, each = penalty.code, penalty.points

    def amount(side: SideCount) -> Amount:
        number = _times(side, code)
        return -each * number, number

    return Source(code, Group.BASE, penalty.rule, amount, Special.CHARGED)


def _times(side: SideCount, code: str) -> int:
    """How often something was entered as charged."""
    return sum(number for entered, number in side.hand.penalties if entered == code)


def director(rules: RuleSet) -> Sources:  # noqa: ARG001 - the same in every game
    """One signed number: positive is charged."""

    def amount(side: SideCount) -> Amount:
        return -_times(side, DIRECTOR), 1

    return (Source(DIRECTOR, Group.BASE, DIRECTOR, amount, Special.CHARGED),)


# Card points.


def melded_cards(rules: RuleSet) -> Sources:
    minus = rules.minus_without_combination

    def amount(side: SideCount) -> Amount:
        if side.special & _CHARGED and side.hand.forfeits_card_points:
            return 0, 0
        if minus and not side.combinations.number:
            return -side.meld_points, side.melded_cards
        return side.meld_points, side.melded_cards

    return (Source("melded_cards", Group.CARDS, rules.melded_rule, amount),)


def excess_wild(rules: RuleSet) -> Sources:
    def amount(side: SideCount) -> Amount:
        points = sum(meld.excess_points for meld in side.melds)
        return -points, sum(len(meld.form.excess) for meld in side.melds)

    return (Source("excess_wild", Group.CARDS, rules.excess_rule, amount, Special.ODD),)


def hand_cards(rules: RuleSet) -> Sources:
    def amount(side: SideCount) -> Amount:
        return -side.hand_points, side.hand_cards

    return (Source("hand_cards", Group.CARDS, rules.hand_rule, amount),)
