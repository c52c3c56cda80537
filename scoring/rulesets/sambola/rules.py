"""Sambola: numbers, and the headings of its source, which has no paragraph numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.core import steps
from scoring.core.melds import MeldKinds, RankMelds, SequenceMelds, ThreeMelds
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
    row_per_code,
)
from scoring.core.vocabulary import AtLeast, Bonus

# Headings, as the source spells them.
CARD_VALUES: Final = "KORTENS POÄNGVÄRDE"
COMBINATION: Final = "Kombinationer"
END_OF_PLAY: Final = "Spelets avslutning"

MELDS: Final = MeldKinds(
    ranks=RankMelds(pure="red_canasta", mixed="black_canasta", max_wild=3, one_unfinished=True),
    sequences=SequenceMelds(pure="red_samba", mixed="black_samba", max_wild=1),
    threes=ThreeMelds(max_black=0),
)

COMBINATIONS: Final = (
    Combination(code="red_canasta", points=500, rule=COMBINATION, min_value=35),
    Combination(code="black_canasta", points=300, rule=COMBINATION, min_value=50, min_wild=1),
    Combination(
        code="red_samba", points=1000, rule=COMBINATION, min_value=50, min_cards={"T": 1, "9": 1, "8": 1}
    ),
    Combination(code="black_samba", points=700, rule=COMBINATION, min_value=60, min_wild=1),
)

RED: Final = frozenset({"red_canasta", "red_samba"})
BLACK: Final = frozenset({"black_canasta", "black_samba"})


def _at_least(red: int, black: int) -> tuple[AtLeast, ...]:
    return (AtLeast(codes=RED, number=red), AtLeast(codes=BLACK, number=black))


HIGH_SAMBAS: Final = {"red_samba": 1500, "black_samba": 1000}


def _high_sambas(rules: RuleSet) -> RuleSet:
    """Sambas at the prices of the games that Sambola comes from."""
    combinations = tuple(
        replace(combination, points=HIGH_SAMBAS[combination.code], rule="option")
        if combination.code in HIGH_SAMBAS
        else combination
        for combination in rules.combinations
    )
    return replace(rules, combinations=combinations)


def _six_jokers(rules: RuleSet) -> RuleSet:
    return replace(rules, jokers=6)


def _easy_individual_finish(rules: RuleSet) -> RuleSet:
    """Single players go out with one combination of each colour."""
    return replace(rules, going_out_requirements_alone=(_at_least(1, 1),))


SAMBOLA: Final = RuleSet(
    slug="sambola",
    edition="2026-1",
    target=10_000,
    leads=(220, 67),
    decks=3,
    jokers=9,
    dealt=15,
    player_counts=((1, 1), (1, 1, 1), (2, 2), (3, 3)),
    table_forms=("2", "3", "4", "6b"),
    highest_draw_deals=True,
    card_values=USUAL_CARD_VALUES,
    black_three_held=5,
    melds=MELDS,
    melded_rule=CARD_VALUES,
    hand_rule=END_OF_PLAY,
    combinations=COMBINATIONS,
    limits=(
        CombinationLimit(codes=("red_samba",), maximum=12),
        # Of the nine tens, nines and eights of a suit a red samba needs three, a black one at least two.
        CombinationLimit(codes=("red_samba", "black_samba"), maximum=16),
        CombinationLimit(codes=("red_samba", "black_samba"), maximum=36, weights=(3, 2)),
        CombinationLimit(codes=("red_canasta",), maximum=11),
    ),
    going_out=Bonus(points=200, rule="Utgångsbonus"),
    # Two red and one black; single players also one red and two black.
    going_out_requirements=(_at_least(2, 1),),
    going_out_requirements_alone=(_at_least(1, 2), _at_least(2, 1)),
    red_threes=RedThrees(
        each=100,
        full_set=1200,
        rule="Röda treor",
        earned=steps.always,
        problem_in_hand=Code.RED_THREE_IN_HAND,
    ),
    red_threes_in_hand=None,
    opening_starts=(0, 1500, 3000, 7000),
    opening_needs=(15, 50, 90, 120, 150),
    stock_is_checked=True,
    steps=(
        steps.going_out,
        steps.red_threes,
        steps.director,
        steps.melded_cards,
        steps.hand_cards,
    ),
    printed_rows=(
        *row_per_code("red_canasta", "black_canasta", "red_samba", "black_samba", "red_threes", "going_out"),
        *DIRECTOR_ROW,
        *CARD_ROWS,
    ),
    options=(
        RuleOption(
            name="jokers",
            choices=(OptionChoice(value=9), OptionChoice(value=6, change=_six_jokers)),
            rule="Kort",
        ),
        RuleOption(
            name="high_sambas",
            choices=(OptionChoice(value=False), OptionChoice(value=True, change=_high_sambas)),
            rule=COMBINATION,
        ),
        RuleOption(
            name="easy_individual_finish",
            choices=(OptionChoice(value=False), OptionChoice(value=True, change=_easy_individual_finish)),
            rule="FÖR TVÅ ELLER TRE SPELARE",
            players=frozenset({1}),
        ),
    ),
    # Silent: as in Samba.
    corrections=CorrectionRules(
        arithmetic_after_signing=True,
        arithmetic_rule="ruling",
        afterwards_rule="ruling",
        # As in Samba.
        two_protocols_rule="ruling",
    ),
)

EDITIONS: Final = (SAMBOLA,)
