"""Parlour canasta: made up, with combinations, a penalty and a house rule that no other game has."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.core import steps
from scoring.core.melds import MeldKinds, RankMelds, SequenceMelds, ThreeMelds
from scoring.core.ruleset import (
    CARD_ROWS,
    DIRECTOR_ROW,
    Combination,
    CorrectionRules,
    OptionChoice,
    RedThrees,
    RuleOption,
    RuleSet,
    ThreesInHand,
    penalty_row,
    row_per_code,
)
from scoring.core.vocabulary import AtLeast, Bonus, Penalty

COMBINATIONS: Final = (
    Combination(code="ladder", points=1000, rule="2a", min_value=50),
    Combination(code="clean", points=600, rule="2b", min_value=35),
    Combination(code="dirty", points=200, rule="2b", min_value=50, min_wild=1),
)

PENALTIES: Final = (Penalty(code="talked", points=50, rule="6"),)


def _long_game(rules: RuleSet) -> RuleSet:
    return replace(rules, target=8000)


PARLOUR: Final = RuleSet(
    slug="parlour",
    edition="2026-1",
    target=4000,
    decks=3,
    jokers=6,
    dealt=13,
    player_counts=((1, 1), (2, 2)),
    table_forms=("2", "4"),
    card_values={
        "*": 50,
        **dict.fromkeys("A2", 20),
        **dict.fromkeys("KQJT98", 10),
        **dict.fromkeys("7654B", 5),
        "R": 0,
    },
    black_three_held=5,
    melds=MeldKinds(
        ranks=RankMelds(pure="clean", mixed="dirty"),
        sequences=SequenceMelds(pure="ladder"),
        threes=ThreeMelds(max_black=6),
    ),
    melded_rule="3",
    hand_rule="3",
    combinations=COMBINATIONS,
    limits=(),
    going_out=Bonus(points=150, rule="4"),
    going_out_requirements=((AtLeast(codes=frozenset({"ladder", "clean", "dirty"}), number=1),),),
    red_threes=RedThrees(each=100, full_set=1000, rule="5", earned=steps.with_a_combination),
    red_threes_in_hand=ThreesInHand(each=300, rule="5"),
    penalties=PENALTIES,
    opening_starts=(0, 2000),
    opening_needs=(15, 50, 90),
    steps=(
        steps.going_out,
        steps.red_threes,
        steps.red_threes_in_hand,
        steps.penalties,
        steps.director,
        steps.melded_cards,
        steps.hand_cards,
    ),
    printed_rows=(
        *row_per_code("ladder", "clean", "dirty", "red_threes", "red_threes_in_hand", "going_out"),
        *penalty_row(PENALTIES),
        *DIRECTOR_ROW,
        *CARD_ROWS,
    ),
    options=(
        RuleOption(
            name="long_game",
            choices=(OptionChoice(value=False), OptionChoice(value=True, change=_long_game)),
            rule="1",
        ),
    ),
    corrections=CorrectionRules(
        arithmetic_after_signing=True, arithmetic_rule="7", afterwards_rule="7", two_protocols_rule="7"
    ),
)

EDITIONS: Final = (PARLOUR,)
