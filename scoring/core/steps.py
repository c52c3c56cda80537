"""The steps by which a side's lines come about; each rule set lists those of its game, in the order of its
sheet.

A step is given a rule set once and answers with sources of lines: what a line is called, what it is worth
for a side and how many it counts. So the sums of a deal and its lines come from the same numbers. Knows
nothing of any one game; contracts, which need both sides, stand in `contract`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from scoring.core.counting import SideCount, Special
from scoring.core.rulesets.base import Group, Penalty, RuleSet

DIRECTOR: Final = "director"
Points = Callable[[SideCount], int]


def one(_side: SideCount) -> int | None:
    return 1


class Source(NamedTuple):
    """Where one line of a side comes from. A line worth nothing is not written."""

    code: str
    group: Group
    rule: str
    points: Points
    number: Callable[[SideCount], int | None] = one
    # Says nothing of a side without one of these bits of `Special`; 0: every side is asked.
    asks: int = 0


Sources = Sequence[Source]
NOTHING: Final[Sources] = ()


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
    points, rule = rules.going_out.points, rules.going_out.rule
    if not points:
        return NOTHING
    return (Source("going_out", Group.BASE, rule, lambda side: points if side.hand.went_out else 0),)


def concealed(rules: RuleSet) -> Sources:
    if rules.concealed is None:
        return NOTHING
    points, rule = rules.concealed.points, rules.concealed.rule
    return (
        Source(
            "concealed", Group.BASE, rule, lambda side: points * side.hand.concealed, asks=Special.CHARGED
        ),
    )


def red_threes(rules: RuleSet) -> Sources:
    """Red threes on the table: a full set has a price of its own; unearned they count against the side."""
    threes, whole = rules.red_threes, 2 * rules.decks

    def points(side: SideCount) -> int:
        number = side.red_threes
        if not number:
            return 0
        worth = threes.full_set if number == whole else threes.each * number
        return worth if threes.earned(side) else -worth

    return (Source("red_threes", threes.group, threes.rule, points, lambda side: side.red_threes),)


def red_threes_in_hand(rules: RuleSet) -> Sources:
    threes = rules.red_threes_in_hand
    if threes is None:
        return NOTHING
    each, group, rule = threes.each, threes.group, threes.rule
    return (
        Source(
            "red_threes_in_hand",
            group,
            rule,
            lambda side: -each * side.red_in_hand,
            lambda side: side.red_in_hand,
            asks=Special.HOLDS_THREES,
        ),
    )


def black_threes_in_hand(rules: RuleSet) -> Sources:
    threes = rules.black_threes_in_hand
    if threes is None:
        return NOTHING
    each, group, rule = threes.each, threes.group, threes.rule
    return (
        Source(
            "black_threes_in_hand",
            group,
            rule,
            lambda side: -each * side.black_in_hand,
            lambda side: side.black_in_hand,
            asks=Special.HOLDS_THREES,
        ),
    )


def third_wild(rules: RuleSet) -> Sources:
    """Each meld with too many wild cards is charged; beside a tally the number is entered."""
    charge = rules.third_wild
    if charge is None:
        return NOTHING
    each = charge.points

    def number(side: SideCount) -> int:
        return sum(1 for meld in side.melds if meld.form.excess) + times(side, "third_wild")

    def points(side: SideCount) -> int:
        return -each * number(side)

    return (
        Source("third_wild", Group.BASE, charge.rule, points, number, asks=Special.ODD | Special.CHARGED),
    )


def not_opened(rules: RuleSet) -> Sources:
    charge = rules.not_opened
    if charge is None:
        return NOTHING
    points, rule = -charge.points, charge.rule
    return (
        Source(
            "not_opened", Group.BASE, rule, lambda side: 0 if side.opened else points, asks=Special.UNOPENED
        ),
    )


def penalties(rules: RuleSet) -> Sources:
    """The penalties that were entered, in the order of the rule set."""
    return [charged(penalty) for penalty in rules.penalties]


def charged(penalty: Penalty) -> Source:
    code, each = penalty.code, penalty.points
    return Source(
        code,
        Group.BASE,
        penalty.rule,
        lambda side: -each * times(side, code),
        lambda side: times(side, code),
        asks=Special.CHARGED,
    )


def times(side: SideCount, code: str) -> int:
    """How often something was entered as charged."""
    return sum(number for entered, number in side.hand.penalties if entered == code)


def director(rules: RuleSet) -> Sources:  # noqa: ARG001 - the same in every game
    """One signed number: positive is charged."""
    return (
        Source(DIRECTOR, Group.BASE, DIRECTOR, lambda side: -times(side, DIRECTOR), asks=Special.CHARGED),
    )


# Card points.


def melded_cards(rules: RuleSet) -> Sources:
    minus = rules.minus_without_combination

    def points(side: SideCount) -> int:
        if side.hand.forfeits_card_points:
            return 0
        return -side.meld_points if minus and not side.combinations.number else side.meld_points

    return (Source("melded_cards", Group.CARDS, rules.melded_rule, points, lambda side: side.melded_cards),)


def excess_wild(rules: RuleSet) -> Sources:
    def points(side: SideCount) -> int:
        return -sum(meld.excess_points for meld in side.melds)

    def number(side: SideCount) -> int:
        return sum(len(meld.form.excess) for meld in side.melds)

    return (Source("excess_wild", Group.CARDS, rules.excess_rule, points, number, asks=Special.ODD),)


def hand_cards(rules: RuleSet) -> Sources:
    return (
        Source(
            "hand_cards",
            Group.CARDS,
            rules.hand_rule,
            lambda side: -side.hand_points,
            lambda side: side.hand_cards,
        ),
    )
