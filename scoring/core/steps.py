"""The steps by which a side's lines come about; each rule set lists those of its game, in the order of its
sheet.

A step reads numbers from the rule set and writes lines. Knows nothing of any one game; contracts, which
need both sides, stand in `contract`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.core.counting import SideCount
from scoring.core.rulesets.base import Group, Line, RuleSet

NOTHING: Final[tuple[Line, ...]] = ()
DIRECTOR: Final = "director"


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


def going_out(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    bonus = rules.going_out
    if not side.hand.went_out or not bonus.points:
        return NOTHING
    return (Line("going_out", Group.BASE, 1, bonus.points, bonus.rule),)


def concealed(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    bonus = rules.concealed
    if bonus is None or not side.hand.concealed:
        return NOTHING
    return (Line("concealed", Group.BASE, 1, bonus.points, bonus.rule),)


def red_threes(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    """Red threes on the table: a full set has a price of its own; unearned they count against the side."""
    count = side.red_threes
    if not count:
        return NOTHING
    threes = rules.red_threes
    points = threes.full_set if count == 2 * rules.decks else threes.each * count
    if not threes.earned(side):
        points = -points
    return (Line("red_threes", threes.group, count, points, threes.rule),)


def red_threes_in_hand(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    threes = rules.red_threes_in_hand
    if threes is None or not side.red_in_hand:
        return NOTHING
    points = -threes.each * side.red_in_hand
    return (Line("red_threes_in_hand", threes.group, side.red_in_hand, points, threes.rule),)


def black_threes_in_hand(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    threes = rules.black_threes_in_hand
    if threes is None or not side.black_in_hand:
        return NOTHING
    points = -threes.each * side.black_in_hand
    return (Line("black_threes_in_hand", threes.group, side.black_in_hand, points, threes.rule),)


def third_wild(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    """Each meld with too many wild cards is charged; beside a tally the number is entered."""
    charge = rules.third_wild
    count = sum(1 for meld in side.melds if meld.form.excess)
    count += sum(times for code, times in side.hand.penalties if code == "third_wild")
    if charge is None or not count:
        return NOTHING
    return (Line("third_wild", Group.BASE, count, -charge.points * count, charge.rule),)


def not_opened(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    charge = rules.not_opened
    if charge is None or side.opened:
        return NOTHING
    return (Line("not_opened", Group.BASE, 1, -charge.points, charge.rule),)


def penalties(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    """The penalties that were entered, in the order of the rule set."""
    if not side.hand.penalties:
        return NOTHING
    times = dict(side.hand.penalties)
    return [
        Line(one.code, Group.BASE, times[one.code], -one.points * times[one.code], one.rule)
        for one in rules.penalties
        if times.get(one.code)
    ]


def director(rules: RuleSet, side: SideCount) -> Sequence[Line]:  # noqa: ARG001 - the same in every game
    """One signed number: positive is charged."""
    if not side.hand.penalties:
        return NOTHING
    charged = dict(side.hand.penalties).get(DIRECTOR, 0)
    return (Line(DIRECTOR, Group.BASE, 1, -charged, DIRECTOR),) if charged else NOTHING


# Card points.


def melded_cards(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    points = side.meld_points
    if not points or side.hand.forfeits_card_points:
        return NOTHING
    if rules.minus_without_combination and not side.combinations.number:
        points = -points
    return (Line("melded_cards", Group.CARDS, side.melded_cards, points, rules.melded_rule),)


def excess_wild(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    points = sum(meld.excess_points for meld in side.melds)
    if not points:
        return NOTHING
    count = sum(len(meld.form.excess) for meld in side.melds)
    return (Line("excess_wild", Group.CARDS, count, -points, rules.excess_rule),)


def hand_cards(rules: RuleSet, side: SideCount) -> Sequence[Line]:
    if not side.hand_points:
        return NOTHING
    return (Line("hand_cards", Group.CARDS, side.hand_cards, -side.hand_points, rules.hand_rule),)
