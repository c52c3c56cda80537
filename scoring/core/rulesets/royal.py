"""Royal Canasta: numbers, and the headings of its source, which has no paragraph numbers."""

from __future__ import annotations

from typing import Final

from scoring.core import checks, steps
from scoring.core.melds import MeldKinds, RankMelds, SequenceMelds, ThreeMelds, WildMelds
from scoring.core.rulesets.base import (
    CARD_ROWS,
    DIRECTOR_ROW,
    Bonus,
    Combination,
    CorrectionRules,
    Least,
    Limit,
    Penalty,
    RedThrees,
    RuleSet,
    ThreesInHand,
    one_each,
    penalty_row,
)

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
    ranks=RankMelds(pure="red", mixed="black", least_naturals=1, usual_naturals=2, one_unfinished=True),
    sequences=SequenceMelds(pure="samba"),
    wild=WildMelds(pure="bolivia", mixed="bolivia", one_unfinished=True),
    threes=ThreeMelds(most_black=6, together={6: "super_royal", 5: "royal", 4: "royal", 3: "royal"}),
)

COMBINATIONS: Final = (
    Combination(
        code="super_royal",
        points=4000,
        rule=COMBINATION,
        least_worth=35,
        takes={"R": 6, "B": 1},
        takes_threes=7,
    ),
    Combination(
        code="royal", points=3000, rule=COMBINATION, least_worth=35, takes={"R": 3, "B": 2}, takes_threes=7
    ),
    Combination(code="bolivia", points=2000, rule=COMBINATION, least_worth=140, least_wild=7),
    Combination(code="samba", points=1500, rule=COMBINATION, least_worth=50, takes={"T": 1, "9": 1, "8": 1}),
    Combination(code="red", points=500, rule=COMBINATION, least_worth=35),
    Combination(code="black", points=300, rule=COMBINATION, least_worth=50, least_wild=1),
)

# Göra utgång: two canastas of any kind, one of them a samba.
TWO_WITH_A_SAMBA: Final = (
    (
        Least(codes=frozenset(one.code for one in COMBINATIONS), number=2),
        Least(codes=frozenset({"samba"}), number=1),
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
    decks=3,
    jokers=6,
    dealt=15,
    forms=((1, 1), (1, 1, 1), (2, 2), (3, 3), (2, 2, 2)),
    tables=("2", "3", "4", "5", "6b", "6c"),
    values=VALUES,
    black_three_held=0,
    melds=MELDS,
    melded_rule=CARD_VALUES,
    hand_rule=CARD_VALUES,
    combinations=COMBINATIONS,
    limits=(
        Limit(codes=("super_royal", "royal"), most=1),
        Limit(codes=("bolivia",), most=2),
        Limit(codes=("samba",), most=12),
        Limit(codes=("red",), most=11),
    ),
    going_out=Bonus(points=200, rule=COUNTING),
    ways_out=TWO_WITH_A_SAMBA,
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
    printed=(
        *one_each("super_royal", "royal", "bolivia", "samba", "red", "black", "red_threes"),
        *one_each("red_threes_in_hand", "black_threes_in_hand", "going_out", "concealed"),
        *penalty_row(PENALTIES),
        *DIRECTOR_ROW,
        *CARD_ROWS,
    ),
    checks=(checks.red_threes_in_the_royal,),
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
