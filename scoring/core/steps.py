"""The steps that produce a side's lines; each rule set lists those of its game, in the order of its sheet.

A step takes a rule set once and returns sources of lines: the code of a line, its points for a side and the
number it counts. So the sums of a deal and its lines come from the same numbers. Contracts, which need both
sides, are in `contract`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.core.card_values import number_of_red_threes
from scoring.core.melds import Meld
from scoring.core.ruleset import Amount, CountedSide, LineSource, RuleSet
from scoring.core.vocabulary import DIRECTOR, LineGroup, Penalty

LineSources = Sequence[LineSource]
_NOTHING: Final[LineSources] = ()
_NO_POINTS: Final[Amount] = 0, 0


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

    def amount(side: CountedSide) -> Amount:
        return once if side.hand.went_out else _NO_POINTS

    return (LineSource(code="going_out", group=LineGroup.BASE, rule=rules.going_out.rule, amount=amount),)


def concealed(rules: RuleSet) -> LineSources:
    if rules.concealed is None:
        return _NOTHING
    once: Amount = rules.concealed.points, 1

    def amount(side: CountedSide) -> Amount:
        return once if side.hand.concealed else _NO_POINTS

    return (LineSource(code="concealed", group=LineGroup.BASE, rule=rules.concealed.rule, amount=amount),)


def red_threes(rules: RuleSet) -> LineSources:
    """Red threes on the table: a full set has its own price; unearned they count against the side."""
    threes, all_threes = rules.red_threes, number_of_red_threes(rules)
    each, full_set, is_earned = threes.each, threes.full_set, threes.earned

    def amount(side: CountedSide) -> Amount:
        number = side.red_threes
        points = full_set if number == all_threes else each * number
        return points if is_earned(side) else -points, number

    return (LineSource(code="red_threes", group=threes.group, rule=threes.rule, amount=amount),)


def red_threes_in_hand(rules: RuleSet) -> LineSources:
    threes = rules.red_threes_in_hand
    if threes is None:
        return _NOTHING
    each = threes.each

    def amount(side: CountedSide) -> Amount:
        return -each * side.red_in_hand, side.red_in_hand

    return (LineSource(code="red_threes_in_hand", group=threes.group, rule=threes.rule, amount=amount),)


def black_threes_in_hand(rules: RuleSet) -> LineSources:
    threes = rules.black_threes_in_hand
    if threes is None:
        return _NOTHING
    each = threes.each

    def amount(side: CountedSide) -> Amount:
        return -each * side.black_in_hand, side.black_in_hand

    return (LineSource(code="black_threes_in_hand", group=threes.group, rule=threes.rule, amount=amount),)


def third_wild(rules: RuleSet) -> LineSources:
    """A charge for each meld with too many wild cards; with a tally the number is entered."""
    charge = rules.third_wild
    if charge is None:
        return _NOTHING
    each = charge.points

    def amount(side: CountedSide) -> Amount:
        number = len(_excess_melds(side)) + _number_charged(side, "third_wild")
        return -each * number, number

    return (
        LineSource(code="third_wild", group=LineGroup.BASE, rule=charge.rule, amount=amount, is_rare=True),
    )


def not_opened(rules: RuleSet) -> LineSources:
    if rules.not_opened is None:
        return _NOTHING
    once: Amount = -rules.not_opened.points, 1

    def amount(side: CountedSide) -> Amount:
        return _NO_POINTS if side.opened else once

    return (LineSource(code="not_opened", group=LineGroup.BASE, rule=rules.not_opened.rule, amount=amount),)


def penalties(rules: RuleSet) -> LineSources:
    """The penalties of the rule set, in its order."""
    return [_penalty_source(penalty) for penalty in rules.penalties]


def _penalty_source(penalty: Penalty) -> LineSource:
    code, each = penalty.code, penalty.points

    def amount(side: CountedSide) -> Amount:
        number = _number_charged(side, code)
        return -each * number, number

    return LineSource(code=code, group=LineGroup.BASE, rule=penalty.rule, amount=amount, is_rare=True)


def _number_charged(side: CountedSide, code: str) -> int:
    """How often a penalty was entered for a side."""
    return sum(number for entered, number in side.hand.penalties if entered == code)


def director(rules: RuleSet) -> LineSources:  # noqa: ARG001 - the same in every game
    """The director's adjustment, a signed number: positive is charged."""

    def amount(side: CountedSide) -> Amount:
        return -_number_charged(side, DIRECTOR), 1

    return (LineSource(code=DIRECTOR, group=LineGroup.BASE, rule=DIRECTOR, amount=amount, is_rare=True),)


def _excess_melds(side: CountedSide) -> list[Meld]:
    """Return the melds with too many wild cards."""
    return [meld for _at, meld in side.unusual_melds if meld.shape.excess]


# Card points.


def melded_cards(rules: RuleSet) -> LineSources:
    minus = rules.minus_without_combination

    def amount(side: CountedSide) -> Amount:
        if side.hand.forfeits_card_points:
            return _NO_POINTS
        if minus and not side.combinations.number:
            return -side.meld_points, side.melded_cards
        return side.meld_points, side.melded_cards

    return (LineSource(code="melded_cards", group=LineGroup.CARDS, rule=rules.melded_rule, amount=amount),)


def excess_wild(rules: RuleSet) -> LineSources:
    def amount(side: CountedSide) -> Amount:
        melds = _excess_melds(side)
        return -sum(meld.excess_points for meld in melds), sum(len(meld.shape.excess) for meld in melds)

    return (
        LineSource(
            code="excess_wild", group=LineGroup.CARDS, rule=rules.excess_rule, amount=amount, is_rare=True
        ),
    )


def hand_cards(rules: RuleSet) -> LineSources:
    def amount(side: CountedSide) -> Amount:
        return -side.hand_points, side.hand_cards

    return (LineSource(code="hand_cards", group=LineGroup.CARDS, rule=rules.hand_rule, amount=amount),)
