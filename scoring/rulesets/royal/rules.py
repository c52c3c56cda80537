"""Royal Canasta: numbers, and the headings of its source, which has no paragraph numbers."""

from __future__ import annotations

from typing import Final

from scoring.core import side_checks, steps
from scoring.core.melds import MeldKinds, RankMelds, SequenceMelds, ThreeMelds, WildMelds
from scoring.core.ruleset import (
    CARD_ROWS,
    DIRECTOR_ROW,
    Combination,
    CombinationLimit,
    CorrectionRules,
    RedThrees,
    RuleSet,
    ThreesInHand,
    penalty_row,
    row_per_code,
)
from scoring.core.vocabulary import AtLeast, Bonus, Penalty

# Headings, letter for letter.
CARD_VALUES: Final = "Kortens poängvärde"
COMBINATION: Final = "Canasta kombinationer"
COUNTING: Final = "Poängberäkning av handen."
CONCEALED: Final = "Utgång direkt ( Gömd hand)"
RED_THREES: Final = "Röda treor"
FAULTS: Final = "Straffpoäng & felaktigt spel"

# A three is worth 5 in a meld; elsewhere it has a line of its own.
VALUES: Final = {
    "*": 50,
    **dict.fromkeys("A2", 20),
    **dict.fromkeys("KQJT98", 10),
    **dict.fromkeys("7654RB", 5),
}

MELDS: Final = MeldKinds(
    ranks=RankMelds(pure="red", mixed="black", min_naturals=1, usual_naturals=2, one_unfinished=True),
    sequences=SequenceMelds(pure="samba"),
    wild=WildMelds(pure="bolivia", mixed="bolivia", one_unfinished=True),
    threes=ThreeMelds(max_black=6, together={6: "super_royal", 5: "royal", 4: "royal", 3: "royal"}),
)

COMBINATIONS: Final = (
    Combination(
        code="super_royal",
        points=4000,
        rule=COMBINATION,
        min_value=35,
        min_cards={"R": 6, "B": 1},
        threes_needed=7,
    ),
    Combination(
        code="royal", points=3000, rule=COMBINATION, min_value=35, min_cards={"R": 3, "B": 2}, threes_needed=7
    ),
    Combination(code="bolivia", points=2000, rule=COMBINATION, min_value=140, min_wild=7),
    Combination(
        code="samba", points=1500, rule=COMBINATION, min_value=50, min_cards={"T": 1, "9": 1, "8": 1}
    ),
    Combination(code="red", points=500, rule=COMBINATION, min_value=35),
    Combination(code="black", points=300, rule=COMBINATION, min_value=50, min_wild=1),
)

# Göra utgång: two canastas of any kind, one of them a samba.
TWO_WITH_A_SAMBA: Final = (
    (
        AtLeast(codes=frozenset(combination.code for combination in COMBINATIONS), number=2),
        AtLeast(codes=frozenset({"samba"}), number=1),
    ),
)

PENALTIES: Final = tuple(
    Penalty(code=code, points=points, rule=FAULTS)
    for code, points in (
        ("touched_pile", 50),
        ("took_top_card_without_melding", 50),
        ("took_unusable_top_card", 50),
        ("exposed_stock_card", 50),
        ("took_pile_into_hand", 100),
        ("drew_out_of_turn", 100),
        ("melded_out_of_turn", 100),
        ("asked_and_did_not_go_out", 100),
        ("picked_up_hand_early", 100),
    )
)

ROYAL: Final = RuleSet(
    slug="royal",
    edition="2026-1",
    target=18_000,
    leads=(490, 120),
    decks=3,
    jokers=6,
    dealt=15,
    player_counts=((1, 1), (1, 1, 1), (2, 2), (3, 3), (2, 2, 2)),
    table_forms=("2", "3", "4", "5", "6b", "6c"),
    card_values=VALUES,
    black_three_held=0,
    melds=MELDS,
    melded_rule=CARD_VALUES,
    hand_rule=CARD_VALUES,
    combinations=COMBINATIONS,
    limits=(
        CombinationLimit(codes=("super_royal", "royal"), maximum=1),
        CombinationLimit(codes=("bolivia",), maximum=2),
        CombinationLimit(codes=("samba",), maximum=12),
        CombinationLimit(codes=("red",), maximum=11),
    ),
    going_out=Bonus(points=200, rule=COUNTING),
    going_out_requirements=TWO_WITH_A_SAMBA,
    concealed=Bonus(points=500, rule=CONCEALED),
    concealed_opens=True,
    red_threes=RedThrees(each=100, full_set=1000, rule=RED_THREES, earned=steps.with_two_combinations),
    red_threes_in_hand=ThreesInHand(each=500, rule=COUNTING),
    black_threes_in_hand=ThreesInHand(each=100, rule=COUNTING),
    penalties=PENALTIES,
    dearest_of_one_act_rule=FAULTS,
    opening_starts=(0, 1500, 3000, 7000),
    opening_needs=(15, 50, 90, 120, 150),
    extra_deal=True,
    stock_is_checked=True,
    steps=(
        steps.going_out,
        steps.concealed,
        steps.red_threes,
        steps.red_threes_in_hand,
        steps.black_threes_in_hand,
        steps.penalties,
        steps.director,
        steps.melded_cards,
        steps.hand_cards,
    ),
    printed_rows=(
        *row_per_code("super_royal", "royal", "bolivia", "samba", "red", "black", "red_threes"),
        *row_per_code("red_threes_in_hand", "black_threes_in_hand", "going_out", "concealed"),
        *penalty_row(PENALTIES),
        *DIRECTOR_ROW,
        *CARD_ROWS,
    ),
    checks=(side_checks.red_threes_outside_royal,),
    # Silent: as in Samba.
    corrections=CorrectionRules(
        arithmetic_after_signing=True,
        arithmetic_rule="ruling",
        afterwards_rule="ruling",
        # As in Samba.
        two_protocols_rule="ruling",
    ),
)

EDITIONS: Final = (ROYAL,)
