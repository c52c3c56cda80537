"""Samba, the official international rules: numbers and paragraphs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.core import steps
from scoring.core.melds import MeldKinds, RankMelds, SequenceMelds, ThreeMelds
from scoring.core.ruleset import (
    DIRECTOR_ROW,
    USUAL_CARD_VALUES,
    Combination,
    CombinationLimit,
    CorrectionRules,
    OptionChoice,
    PrintedRow,
    RedThrees,
    RuleOption,
    RuleSet,
    Settlement,
    ThreesInHand,
    penalty_row,
    row_per_code,
)
from scoring.core.vocabulary import AtLeast, Bonus, LineGroup, Penalty

MELDS: Final = MeldKinds(
    ranks=RankMelds(pure="natural", mixed="mixed", excess_counts_as_held=True),
    sequences=SequenceMelds(pure="samba"),
    threes=ThreeMelds(max_black=6),
)

# § 15b, with values by § 12. Every samba goes through ten, nine and eight.
COMBINATIONS: Final = (
    Combination(code="samba", points=1500, rule="15b", min_value=50, min_cards={"T": 1, "9": 1, "8": 1}),
    Combination(code="natural", points=500, rule="15b", min_value=35),
    Combination(code="mixed", points=300, rule="15b", min_value=50, min_wild=1),
)

TWO_COMBINATIONS: Final = ((AtLeast(codes=frozenset({"samba", "natural", "mixed"}), number=2),),)

PENALTIES: Final = tuple(
    Penalty(code=code, points=100, rule=rule)
    for code, rule in (
        ("cannot_go_out", "23d"),
        ("went_out_against_no", "23e"),
        ("drew_out_of_turn", "25c3"),
        ("took_pile_out_of_turn", "26b"),
        ("opening_too_low_retracted", "27b1"),
        ("went_out_without_canastas", "27b3"),
        ("third_wild_retracted", "27b4"),
        ("invalid_meld_retracted", "27b5"),
        ("melded_out_of_turn", "30b"),
    )
)


def _thirteen_cards(rules: RuleSet) -> RuleSet:
    """With six players it may be agreed to deal thirteen (six players)."""
    return replace(rules, dealt=13)


def _winner_only(rules: RuleSet) -> RuleSet:
    """It may be agreed that only the first wins from the others (three players)."""
    return replace(rules, settlement=Settlement.WINNER_ONLY)


SAMBA: Final = RuleSet(
    slug="samba",
    edition="2026-1",
    target=10_000,
    leads=(430, 101),
    decks=3,
    jokers=6,
    dealt=15,
    player_counts=((1, 1), (1, 1, 1), (2, 2), (3, 3), (2, 2, 2)),
    table_forms=("2", "3", "4", "5", "6a", "6b", "6c"),
    # § 12
    card_values=USUAL_CARD_VALUES,
    black_three_held=5,
    melds=MELDS,
    melded_rule="12",
    hand_rule="12",
    combinations=COMBINATIONS,
    limits=(CombinationLimit(codes=("samba",), maximum=12), CombinationLimit(codes=("natural",), maximum=11)),
    going_out=Bonus(points=200, rule="18c"),
    going_out_requirements=TWO_COMBINATIONS,
    red_threes=RedThrees(each=100, full_set=1000, rule="21f", earned=steps.with_two_combinations),
    red_threes_in_hand=ThreesInHand(each=500, rule="21h"),
    penalties=PENALTIES,
    tally_penalties=frozenset({"third_wild"}),
    third_wild=Bonus(points=100, rule="34b2"),
    excess_rule="28b",
    opening_starts=(0, 1500, 3000, 7000),
    opening_needs=(15, 50, 90, 120, 150),
    opening_raise=10,
    forfeit_rule="34c",
    claim_rule="34d",
    settlement=Settlement.PAIRWISE,
    stock_is_checked=True,
    steps=(
        steps.going_out,
        steps.red_threes,
        steps.red_threes_in_hand,
        steps.third_wild,
        steps.penalties,
        steps.director,
        steps.melded_cards,
        steps.excess_wild,
        steps.hand_cards,
    ),
    printed_rows=(
        *row_per_code(
            "natural", "mixed", "samba", "red_threes", "red_threes_in_hand", "going_out", "third_wild"
        ),
        *penalty_row(PENALTIES),
        *DIRECTOR_ROW,
        *row_per_code("melded_cards", group=LineGroup.CARDS),
        # 28b: an excess wild card counts as in hand.
        PrintedRow(name="hand_cards", codes=("excess_wild", "hand_cards"), group=LineGroup.CARDS),
    ),
    options=(
        RuleOption(
            name="settlement",
            choices=(OptionChoice(value="pairwise"), OptionChoice(value="winner_only", change=_winner_only)),
            rule="three players",
            sides=frozenset({3}),
        ),
        RuleOption(
            name="cards_dealt",
            choices=(OptionChoice(value=15), OptionChoice(value=13, change=_thirteen_cards)),
            rule="six players",
        ),
    ),
    corrections=CorrectionRules(
        arithmetic_after_signing=True,
        arithmetic_rule="35b",
        afterwards_rule="35c",
        two_protocols_rule="35a",
    ),
)

EDITIONS: Final = (SAMBA,)
