"""What a card is worth when a deal is over: on the table, and still held.

Knows the numbers of a rule set; must not know a deal, nor what a card is called.
"""

from __future__ import annotations

from scoring.core.cards import BLACK_THREE, RED_THREE
from scoring.core.rulesets.base import RuleSet


def held_values(rules: RuleSet) -> dict[str, int]:
    """What each card held takes from the card points."""
    return {**rules.values, RED_THREE: 0, BLACK_THREE: rules.black_three_held}


def lost_in_hand(rules: RuleSet, card: str) -> int:
    """What a card held costs: a three by a line of its own where it has one."""
    own = {RED_THREE: rules.red_threes_in_hand, BLACK_THREE: rules.black_threes_in_hand}.get(card)
    return held_values(rules)[card] if own is None else own.each


def worth_melded(rules: RuleSet, card: str) -> int | None:
    """What a card is worth in a meld; nothing is said of one that is never melded."""
    if card == BLACK_THREE and not rules.melds.threes.most_black:
        return None
    return rules.values[card] or None


def red_threes_in_all(rules: RuleSet) -> int:
    return 2 * rules.decks


def has_price_of_its_own(rules: RuleSet) -> bool:
    """Whether all red threes together are worth more, or less, than one after the other."""
    return rules.red_threes.full_set != rules.red_threes.each * red_threes_in_all(rules)
