"""Danish club canasta: numbers, and the two headings of its undivided source."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.core import side_checks, steps
from scoring.core.melds import MeldKinds, RankMelds, ThreeMelds
from scoring.core.ruleset import (
    DIRECTOR_ROW,
    Combination,
    CombinationLimit,
    CorrectionRules,
    OptionChoice,
    PrintedRow,
    RedThrees,
    RuleOption,
    RuleSet,
    ThreesInHand,
    penalty_row,
    row_per_code,
)
from scoring.core.vocabulary import CANASTA, Bonus, LineGroup, Penalty

RULES: Final = "Regler"

VALUES: Final = {
    "*": 50,
    "2": 20,
    "A": 15,
    **dict.fromkeys("KQJT", 10),
    **dict.fromkeys("987654B", 5),
    "R": 0,
}

MELDS: Final = MeldKinds(
    # More naturals than wild cards, at every moment.
    ranks=RankMelds(pure="red", mixed="black", min_naturals=1, max_wild=None, max_wild_surplus=-1),
    threes=ThreeMelds(max_black=4),
)

PENALTIES: Final = (
    Penalty(code="hinting", points=500, rule="Særregler 2"),
    Penalty(code="count_not_open", points=500, rule="Særregler 3"),
)


def _going_out_earns_100(rules: RuleSet) -> RuleSet:
    return replace(rules, going_out=Bonus(points=100, rule="option"))


DANISH: Final = RuleSet(
    slug="danish",
    edition="2026-1",
    target=10_000,
    leads=(340, 59),
    decks=2,
    jokers=6,
    dealt=13,
    player_counts=((2, 2),),
    table_forms=("4",),
    card_values=VALUES,
    black_three_held=5,
    melds=MELDS,
    melded_rule=RULES,
    hand_rule=RULES,
    combinations=(
        Combination(code="red", points=500, rule=RULES, min_value=35),
        Combination(code="black", points=300, rule=RULES, min_value=50, min_wild=1),
    ),
    # There are eleven ranks of eight cards. A red canasta uses a whole rank; every other rank allows two
    # black ones at most. A black one needs a wild card; two of one rank need three each. So the black ones
    # beyond the ranks that the red ones leave need four more each: of fourteen, black + 4 (red + black - 11).
    limits=(
        CombinationLimit(codes=("red",), maximum=11),
        CombinationLimit(codes=("red", "black"), maximum=22, weights=(2, 1)),
        CombinationLimit(codes=("red", "black"), maximum=58, weights=(4, 5)),
    ),
    going_out=Bonus(points=0, rule=RULES),
    going_out_requirements=(),
    # Everything counts against a side without a canasta: melded cards, red threes and hand.
    red_threes=RedThrees(
        each=100, full_set=800, rule=RULES, group=LineGroup.CARDS, earned=steps.with_a_combination
    ),
    red_threes_in_hand=ThreesInHand(each=100, rule=RULES, group=LineGroup.CARDS),
    minus_without_combination=True,
    penalties=PENALTIES,
    opening_starts=(1500, 3000, 6000),
    opening_needs=(50, 90, 120, CANASTA),
    steps=(
        steps.going_out,
        steps.penalties,
        steps.director,
        steps.red_threes,
        steps.red_threes_in_hand,
        steps.melded_cards,
        steps.hand_cards,
    ),
    # The first number is the canastas, the second all the rest; penalties have a row of their own.
    printed_rows=(
        PrintedRow(name="canastas", codes=("red", "black")),
        *row_per_code("going_out"),
        *penalty_row(PENALTIES),
        *DIRECTOR_ROW,
        PrintedRow(
            name="all_the_rest",
            codes=("red_threes", "red_threes_in_hand", "melded_cards", "hand_cards"),
            group=LineGroup.CARDS,
        ),
    ),
    checks=(side_checks.going_out_without_combination,),
    options=(
        RuleOption(
            name="going_out",
            choices=(OptionChoice(value=0), OptionChoice(value=100, change=_going_out_earns_100)),
            rule="option",
        ),
    ),
    # Silent: at any time. A count is open until the opponents have approved it (Særregler 3).
    corrections=CorrectionRules(
        arithmetic_after_signing=True,
        arithmetic_rule="ruling",
        afterwards_rule="ruling",
        open_until_approved_rule="Særregler 3",
    ),
)

EDITIONS: Final = (DANISH,)
