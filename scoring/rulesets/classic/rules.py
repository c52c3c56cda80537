"""Canasta to 5000, the classic game with two packs: a definition of our own, cited by its own paragraphs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.core import steps
from scoring.core.melds import MeldKinds, RankMelds, ThreeMelds
from scoring.core.problem import MeldFault
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

RANK_MELDS: Final = RankMelds(pure="natural", mixed="mixed", max_wild=3, one_unfinished=True)

MELDS: Final = MeldKinds(
    ranks=RANK_MELDS,
    threes=ThreeMelds(max_black=4, with_wild=MeldFault.MIXED_THREES, with_others=MeldFault.MIXED_THREES),
    lone_wild=MeldFault.TOO_FEW_NATURALS,
)


def _wild_at_most_naturals(rules: RuleSet) -> RuleSet:
    """No meld with more wild cards than naturals."""
    return replace(rules, melds=replace(rules.melds, ranks=replace(RANK_MELDS, max_wild_surplus=0)))


CLASSIC: Final = RuleSet(
    slug="classic",
    edition="2026-1",
    target=5000,
    leads=(235, 51),
    decks=2,
    jokers=4,
    dealt=11,
    player_counts=((1, 1), (1, 1, 1), (2, 2)),
    table_forms=("2", "3", "4"),
    card_values=USUAL_CARD_VALUES,
    black_three_held=5,
    melds=MELDS,
    melded_rule="12",
    hand_rule="12",
    combinations=(
        Combination(code="natural", points=500, rule="6", min_value=35),
        Combination(code="mixed", points=300, rule="6", min_value=50, min_wild=1),
    ),
    limits=(CombinationLimit(codes=("natural",), maximum=11),),
    going_out=Bonus(points=100, rule="10"),
    going_out_requirements=((AtLeast(codes=frozenset({"natural", "mixed"}), number=1),),),
    concealed=Bonus(points=100, rule="11"),
    red_threes=RedThrees(each=100, full_set=800, rule="9", earned=steps.with_a_meld),
    red_threes_in_hand=ThreesInHand(each=500, rule="ruling 1"),
    opening_starts=(0, 1500, 3000),
    opening_needs=(15, 50, 90, 120),
    steps=(
        steps.going_out,
        steps.concealed,
        steps.red_threes,
        steps.red_threes_in_hand,
        steps.director,
        steps.melded_cards,
        steps.hand_cards,
    ),
    printed_rows=(
        *row_per_code("natural", "mixed", "red_threes", "red_threes_in_hand", "going_out", "concealed"),
        *DIRECTOR_ROW,
        *CARD_ROWS,
    ),
    options=(
        RuleOption(
            name="wild_at_most_naturals",
            choices=(OptionChoice(value=False), OptionChoice(value=True, change=_wild_at_most_naturals)),
            rule="5",
        ),
    ),
    corrections=CorrectionRules(
        arithmetic_after_signing=True,
        arithmetic_rule="ruling 10",
        afterwards_rule="ruling 10",
        # As in Samba.
        two_protocols_rule="ruling 10",
    ),
)

EDITIONS: Final = (CLASSIC,)
