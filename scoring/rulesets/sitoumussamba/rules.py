"""Sitoumussamba, the contract samba of the Finnish Canasta Federation: numbers and paragraphs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.core import steps
from scoring.core.melds import MeldKinds, RankMelds, SequenceMelds, ThreeMelds, WildMelds
from scoring.core.problem import MeldFault
from scoring.core.ruleset import (
    CARD_ROWS,
    DIRECTOR_ROW,
    Combination,
    CombinationLimit,
    ContractRules,
    CorrectionRules,
    OptionChoice,
    PrintedRow,
    RedThrees,
    RuleOption,
    RuleSet,
    ThreesInHand,
    penalty_rows_by_size,
    row_per_code,
)
from scoring.core.vocabulary import DIRECTOR, AtLeast, Bonus, Penalty

# § 9. A black three is worth 5 melded, a red one in a samba; in the hand they are charged in the base points.
VALUES: Final = {
    "*": 50,
    **dict.fromkeys("A2", 20),
    **dict.fromkeys("KQJT98", 10),
    **dict.fromkeys("7654RB", 5),
}

MELDS: Final = MeldKinds(
    # 20C closes a canasta without wild cards, 20E allows two of them in a black one.
    ranks=RankMelds(pure="red", mixed="black", named={"A": ("red_aces", "black_aces")}, pure_is_closed=True),
    # 20A: the ranks are a circle with the twos and threes of the suit; 34: one card may be missing.
    sequences=SequenceMelds(pure="samba", ranks="23456789TJQKA", circular=True, max_gaps=1),
    wild=WildMelds(pure="pure_twos", mixed="mixed_twos", min_twos=2, max_jokers=2),
    # 22B
    threes=ThreeMelds(max_black=6, with_wild=MeldFault.MIXED_THREES, with_others=MeldFault.MIXED_THREES),
)

# § 10
COMBINATIONS: Final = (
    Combination(code="pure_twos", points=3000, rule="10", min_value=140, min_cards={"2": 7}, min_wild=7),
    Combination(
        code="mixed_twos", points=2000, rule="10", min_value=170, min_cards={"2": 5, "*": 1}, min_wild=7
    ),
    Combination(code="samba", points=1500, rule="10", min_value=45),
    Combination(code="red_aces", points=1000, rule="10", min_value=140, min_cards={"A": 7}),
    Combination(code="black_aces", points=500, rule="10", min_value=140, min_cards={"A": 5}, min_wild=1),
    Combination(code="red", points=500, rule="10", min_value=35),
    Combination(code="black", points=300, rule="10", min_value=50, min_wild=1),
)

CANASTAS: Final = frozenset(combination.code for combination in COMBINATIONS if combination.code != "samba")

# 26C: a samba and two canastas, one of these without wild cards.
ROBBERS_FINISH: Final = (
    (
        AtLeast(codes=frozenset({"samba"}), number=1),
        AtLeast(codes=CANASTAS, number=2),
        AtLeast(codes=frozenset({"red", "red_aces", "pure_twos"}), number=1),
    ),
)

PENALTIES: Final = (
    Penalty(code="bid_without_opening", points=1000, rule="16C"),
    Penalty(code="opening_failed", points=500, rule="29"),
    Penalty(code="opening_rearranged", points=300, rule="29"),
    Penalty(code="improper_finish", points=300, rule="25"),
    Penalty(code="drew_out_of_turn", points=100, rule="33C"),
    Penalty(code="took_pile_out_of_turn", points=100, rule="29"),
    Penalty(code="partner_used_penalty_card", points=300, rule="39A"),
    Penalty(code="partner_used_penalty_card_in_samba", points=600, rule="39A"),
)

CONTRACT: Final = ContractRules(
    levels=8,
    points_a_level=1000,
    made=(50, 100),
    robbed=(100, 200),
    # 12E pays a doubled bid twice when the robber himself has gone out.
    false_finish=(100, 100),
    false_finish_penalty=Bonus(points=1000, rule="29"),
    lines_after_false_finish=frozenset(
        {*(penalty.code for penalty in PENALTIES), DIRECTOR, "melded_cards", "hand_cards"}
    ),
    award_rules=("12A", "12E"),
    melds_count_from_level=5,
    hand_counts_then=True,
    opens_by_strain_from_level=4,
    failed_bid="bid_without_opening",
)


def _hand_left_out_from_level_5(rules: RuleSet) -> RuleSet:
    """The other reading of 30B: from level 5 on only what is melded counts."""
    return replace(rules, contract=replace(_contract_of(rules), hand_counts_then=False))


def _doubled_false_finish_pays_twice(rules: RuleSet) -> RuleSet:
    """The other reading of 12E: a false finish pays a doubled bid as a robbery does."""
    return replace(rules, contract=replace(_contract_of(rules), false_finish=(100, 200)))


def _contract_of(rules: RuleSet) -> ContractRules:
    return rules.contract or CONTRACT


SITOUMUSSAMBA: Final = RuleSet(
    slug="sitoumussamba",
    edition="2026-1",
    target=20_000,
    leads=(705, 156),
    decks=3,
    jokers=6,
    dealt=15,
    player_counts=((2, 2),),
    table_forms=("4",),
    card_values=VALUES,
    black_three_held=0,
    melds=MELDS,
    melded_rule="27",
    hand_rule="40C",
    combinations=COMBINATIONS,
    limits=(
        CombinationLimit(codes=("pure_twos",), maximum=1),
        CombinationLimit(codes=("pure_twos", "mixed_twos"), maximum=2),
        CombinationLimit(codes=("samba",), maximum=20),
        CombinationLimit(codes=("red_aces",), maximum=1),
        CombinationLimit(codes=("red",), maximum=10),
    ),
    going_out=Bonus(points=300, rule="10"),
    going_out_requirements=ROBBERS_FINISH,
    # Bought red threes: charged each, whatever the side has (23).
    red_threes=RedThrees(each=-300, full_set=-1800, rule="23", earned=steps.always),
    red_threes_in_hand=ThreesInHand(each=500, rule="23"),
    black_threes_in_hand=ThreesInHand(each=100, rule="22C"),
    penalties=PENALTIES,
    not_opened=Bonus(points=1000, rule="29"),
    opening_starts=(0, 1500, 3000, 7000, 10_000),
    opening_needs=(15, 50, 90, 120, 150, 200),
    combination_opens=True,
    contract=CONTRACT,
    forfeit_rule="40D",
    claim_rule="40E",
    forfeit_credit=8000,
    stock_is_checked=True,
    steps=(
        steps.going_out,
        steps.red_threes,
        steps.red_threes_in_hand,
        steps.black_threes_in_hand,
        steps.not_opened,
        steps.penalties,
        steps.director,
        steps.melded_cards,
        steps.hand_cards,
    ),
    printed_rows=(
        *row_per_code("pure_twos", "mixed_twos", "red_aces", "black_aces", "red", "black", "samba"),
        *row_per_code("going_out", "red_threes"),
        PrintedRow(name="threes_in_hand", codes=("red_threes_in_hand", "black_threes_in_hand")),
        *row_per_code("bid_without_opening", "not_opened", "false_finish"),
        *penalty_rows_by_size([penalty for penalty in PENALTIES if penalty.code != CONTRACT.failed_bid]),
        *DIRECTOR_ROW,
        *row_per_code("contract_award"),
        *CARD_ROWS,
    ),
    options=(
        RuleOption(
            name="hand_counts_from_level_5",
            choices=(OptionChoice(value=True), OptionChoice(value=False, change=_hand_left_out_from_level_5)),
            rule="30B",
        ),
        RuleOption(
            name="false_finish_doubled",
            choices=(
                OptionChoice(value=100),
                OptionChoice(value=200, change=_doubled_false_finish_pays_twice),
            ),
            rule="12E",
        ),
    ),
    corrections=CorrectionRules(arithmetic_after_signing=False, arithmetic_rule="41A", afterwards_rule="41B"),
)

EDITIONS: Final = (SITOUMUSSAMBA,)
