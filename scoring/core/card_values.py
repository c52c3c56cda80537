"""The value of a card at the end of a deal, melded and in the hand."""

from __future__ import annotations

from scoring.core.cards import BLACK_THREE, RED_THREE
from scoring.core.ruleset import RuleSet


def hand_card_values(rules: RuleSet) -> dict[str, int]:
    """Return what each card in the hand takes from the card points."""
    return {**rules.card_values, RED_THREE: 0, BLACK_THREE: rules.black_three_held}


def hand_card_cost(rules: RuleSet, card: str) -> int:
    """Return what a card in the hand costs: a three by its own line where it has one."""
    own_line = {RED_THREE: rules.red_threes_in_hand, BLACK_THREE: rules.black_threes_in_hand}.get(card)
    return hand_card_values(rules)[card] if own_line is None else own_line.each


def melded_card_value(rules: RuleSet, card: str) -> int | None:
    """Return the value of a card in a meld; None for a card that is never melded."""
    if card == BLACK_THREE and not rules.melds.threes.max_black:
        return None
    return rules.card_values[card] or None


def number_of_red_threes(rules: RuleSet) -> int:
    return 2 * rules.decks


def full_set_has_own_price(rules: RuleSet) -> bool:
    """Whether all red threes together are worth more or less than their sum."""
    return rules.red_threes.full_set != rules.red_threes.each * number_of_red_threes(rules)
