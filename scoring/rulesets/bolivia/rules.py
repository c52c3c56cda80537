"""Bolivia, with three packs and canastas of wild cards: a definition of our own, cited by its paragraphs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.core import steps
from scoring.core.melds import MeldKinds, RankMelds, SequenceMelds, ThreeMelds, WildMelds
from scoring.core.problem import Code
from scoring.core.ruleset import (
    CARD_ROWS,
    DIRECTOR_ROW,
    USUAL_CARD_VALUES,
    Combination,
    CombinationLimit,
    CorrectionRules,
    OptionChoice,
    RedThrees,
    RuleOption,
    RuleSet,
    ThreesInHand,
    row_per_code,
)
from scoring.core.vocabulary import AtLeast, Bonus

RANK_MELDS: Final = RankMelds(pure="natural", mixed="mixed")

# § 6 to 8, with values by § 4. Every escalera goes through ten, nine and eight.
COMBINATIONS: Final = (
    Combination(code="bolivia", points=2500, rule="7", min_value=140, min_wild=7),
    Combination(code="escalera", points=1500, rule="6", min_value=50, min_cards={"T": 1, "9": 1, "8": 1}),
    Combination(code="natural", points=500, rule="8", min_value=35),
    Combination(code="mixed", points=300, rule="8", min_value=50, min_wild=1),
)

# § 12
TWO_WITH_AN_ESCALERA: Final = (
    (
        AtLeast(codes=frozenset(combination.code for combination in COMBINATIONS), number=2),
        AtLeast(codes=frozenset({"escalera"}), number=1),
    ),
)


def _any_wild_cards(rules: RuleSet) -> RuleSet:
    """Any number of wild cards in a set, beside two natural ones (§ 5)."""
    return replace(rules, melds=replace(rules.melds, ranks=replace(RANK_MELDS, max_wild=None)))


BOLIVIA: Final = RuleSet(
    slug="bolivia",
    edition="2026-1",
    target=15_000,
    leads=(460, 129),
    decks=3,
    jokers=6,
    dealt=15,
    player_counts=((1, 1), (1, 1, 1), (2, 2), (3, 3), (2, 2, 2)),
    table_forms=("2", "3", "4", "5", "6b", "6c"),
    # § 4
    card_values=USUAL_CARD_VALUES,
    # § 11: one in the hand has a line of its own.
    black_three_held=0,
    melds=MeldKinds(
        ranks=RANK_MELDS,
        sequences=SequenceMelds(pure="escalera"),
        wild=WildMelds(pure="bolivia", mixed="bolivia"),
        threes=ThreeMelds(max_black=6),
    ),
    melded_rule="13",
    hand_rule="13",
    combinations=COMBINATIONS,
    limits=(
        CombinationLimit(codes=("escalera",), maximum=12),
        CombinationLimit(codes=("natural",), maximum=11),
    ),
    going_out=Bonus(points=200, rule="12"),
    going_out_requirements=TWO_WITH_AN_ESCALERA,
    # ruling 1: one in the hand is laid first.
    red_threes=RedThrees(
        each=100,
        full_set=1000,
        rule="10",
        earned=steps.with_two_combinations,
        problem_in_hand=Code.RED_THREE_NOT_LAID,
    ),
    red_threes_in_hand=None,
    black_threes_in_hand=ThreesInHand(each=100, rule="11"),
    opening_starts=(0, 1500, 3000, 7000),
    opening_needs=(15, 50, 90, 120, 150),
    stock_is_checked=True,
    steps=(
        steps.going_out,
        steps.red_threes,
        steps.black_threes_in_hand,
        steps.director,
        steps.melded_cards,
        steps.hand_cards,
    ),
    printed_rows=(
        *row_per_code("bolivia", "escalera", "natural", "mixed"),
        *row_per_code("red_threes", "black_threes_in_hand", "going_out"),
        *DIRECTOR_ROW,
        *CARD_ROWS,
    ),
    options=(
        RuleOption(
            name="wild_in_sets",
            choices=(OptionChoice(value="two"), OptionChoice(value="any", change=_any_wild_cards)),
            rule="5",
        ),
    ),
    corrections=CorrectionRules(
        arithmetic_after_signing=True,
        arithmetic_rule="ruling 3",
        afterwards_rule="ruling 3",
        two_protocols_rule="ruling 3",
    ),
)

EDITIONS: Final = (BOLIVIA,)
