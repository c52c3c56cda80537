"""The steps that produce a side's lines; each rule set lists those of its game, in the order of its sheet.

A step takes a rule set once and returns sources of lines: the code of a line, its points for a side and the
number it counts. So the sums of a deal and its lines come from the same numbers. Contracts, which need both
sides, are in `contract`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.core.card_values import number_of_red_threes
from scoring.core.ruleset import Amount, CountedSide, LineSource, RuleSet
from scoring.core.vocabulary import DIRECTOR, LineGroup, Penalty, Trait

_CHARGED: Final = Trait.CHARGED

LineSources = Sequence[LineSource]
_NOTHING: Final[LineSources] = ()


# Conditions on which the red threes of a side count for it.


def always(side: CountedSide) -> bool:  # noqa: ARG001 - every condition takes a side
    return True


def with_two_combinations(side: CountedSide) -> bool:
    return side.combinations.number >= 2


def with_a_combination(side: CountedSide) -> bool:
    return side.combinations.number >= 1


def with_a_meld(side: CountedSide) -> bool:
    return side.opened


# Base points.


def going_out(rules: RuleSet) -> LineSources:
    if not rules.going_out.points:
        return _NOTHING
    once: Amount = rules.going_out.points, 1
    return (
        LineSource("going_out", LineGroup.BASE, rules.going_out.rule, lambda _side: once, Trait.WENT_OUT),
    )


def concealed(rules: RuleSet) -> LineSources:
    if rules.concealed is None:
        return _NOTHING
    points, rule = rules.concealed.points, rules.concealed.rule

    def amount(side: CountedSide) -> Amount:
        return points * side.hand.concealed, 1

    return (LineSource("concealed", LineGroup.BASE, rule, amount, Trait.CHARGED),)


def red_threes(rules: RuleSet) -> LineSources:
    """Red threes on the table: a full set has its own price; unearned they count against the side."""
    threes, all_threes = rules.red_threes, number_of_red_threes(rules)
    each, full_set, is_earned = threes.each, threes.full_set, threes.earned

    def amount(side: CountedSide) -> Amount:
        number = side.red_threes
        points = full_set if number == all_threes else each * number
        return points if is_earned(side) else -points, number

    return (LineSource("red_threes", threes.group, threes.rule, amount, Trait.RED_THREES),)


def red_threes_in_hand(rules: RuleSet) -> LineSources:
    threes = rules.red_threes_in_hand
    if threes is None:
        return _NOTHING
    each = threes.each

    def amount(side: CountedSide) -> Amount:
        return -each * side.red_in_hand, side.red_in_hand

    return (LineSource("red_threes_in_hand", threes.group, threes.rule, amount, Trait.HOLDS_THREES),)


def black_threes_in_hand(rules: RuleSet) -> LineSources:
    threes = rules.black_threes_in_hand
    if threes is None:
        return _NOTHING
    each = threes.each

    def amount(side: CountedSide) -> Amount:
        return -each * side.black_in_hand, side.black_in_hand

    return (LineSource("black_threes_in_hand", threes.group, threes.rule, amount, Trait.HOLDS_THREES),)


def third_wild(rules: RuleSet) -> LineSources:
    """A charge for each meld with too many wild cards; with a tally the number is entered."""
    charge = rules.third_wild
    if charge is None:
        return _NOTHING
    each = charge.points

    def amount(side: CountedSide) -> Amount:
        number = sum(1 for meld in side.melds if meld.shape.excess) + _number_charged(side, "third_wild")
        return -each * number, number

    return (LineSource("third_wild", LineGroup.BASE, charge.rule, amount, Trait.FLAGGED | Trait.CHARGED),)


def not_opened(rules: RuleSet) -> LineSources:
    if rules.not_opened is None:
        return _NOTHING
    once: Amount = -rules.not_opened.points, 1
    return (
        LineSource("not_opened", LineGroup.BASE, rules.not_opened.rule, lambda _side: once, Trait.UNOPENED),
    )


def penalties(rules: RuleSet) -> LineSources:
    """The penalties of the rule set, in its order."""
    return [_penalty_source(penalty) for penalty in rules.penalties]


def _penalty_source(penalty: Penalty) -> LineSource:
    code, each = penalty.code, penalty.points

    def amount(side: CountedSide) -> Amount:
        number = _number_charged(side, code)
        return -each * number, number

    return LineSource(code, LineGroup.BASE, penalty.rule, amount, Trait.CHARGED)


def _number_charged(side: CountedSide, code: str) -> int:
    """How often a penalty was entered for a side."""
    return sum(number for entered, number in side.hand.penalties if entered == code)


def director(rules: RuleSet) -> LineSources:  # noqa: ARG001 - the same in every game
    """The director's adjustment, a signed number: positive is charged."""

    def amount(side: CountedSide) -> Amount:
        return -_number_charged(side, DIRECTOR), 1

    return (LineSource(DIRECTOR, LineGroup.BASE, DIRECTOR, amount, Trait.CHARGED),)


# Card points.


def melded_cards(rules: RuleSet) -> LineSources:
    minus = rules.minus_without_combination

    def amount(side: CountedSide) -> Amount:
        if side.traits & _CHARGED and side.hand.forfeits_card_points:
            return 0, 0
        if minus and not side.combinations.number:
            return -side.meld_points, side.melded_cards
        return side.meld_points, side.melded_cards

    return (LineSource("melded_cards", LineGroup.CARDS, rules.melded_rule, amount),)


def excess_wild(rules: RuleSet) -> LineSources:
    def amount(side: CountedSide) -> Amount:
        points = sum(meld.excess_points for meld in side.melds)
        return -points, sum(len(meld.shape.excess) for meld in side.melds)

    return (LineSource("excess_wild", LineGroup.CARDS, rules.excess_rule, amount, Trait.FLAGGED),)


def hand_cards(rules: RuleSet) -> LineSources:
    def amount(side: CountedSide) -> Amount:
        return -side.hand_points, side.hand_cards

    return (LineSource("hand_cards", LineGroup.CARDS, rules.hand_rule, amount),)
