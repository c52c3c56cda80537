"""Danish club canasta: numbers, and the two headings of its undivided source."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.core import checks, steps
from scoring.core.melds import MeldKinds, RankMelds, ThreeMelds
from scoring.core.rulesets.base import (
    CANASTA,
    DIRECTOR_ROW,
    Bonus,
    Choice,
    Combination,
    CorrectionRules,
    Group,
    Limit,
    Option,
    Penalty,
    PrintedRow,
    RedThrees,
    RuleSet,
    ThreesInHand,
    one_each,
    penalty_row,
)

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
    ranks=RankMelds(pure="red", mixed="black", least_naturals=1, most_wild=None, wild_over_naturals=-1),
    threes=ThreeMelds(most_black=4),
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
    decks=2,
    jokers=6,
    dealt=13,
    forms=((2, 2),),
    tables=("4",),
    values=VALUES,
    black_three_held=5,
    melds=MELDS,
    melded_rule=RULES,
    hand_rule=RULES,
    combinations=(
        Combination(code="red", points=500, rule=RULES, least_worth=35),
        Combination(code="black", points=300, rule=RULES, least_worth=50, least_wild=1),
    ),
    # Eleven ranks of eight cards. A red one takes a rank; on each other rank stand two black ones at most.
    # A black one takes a wild card; of two on a rank each takes three. So the black ones beyond the ranks
    # that the red ones leave cost four wild cards more: of fourteen, black + 4 (red + black - 11).
    limits=(
        Limit(codes=("red",), most=11),
        Limit(codes=("red", "black"), most=22, weights=(2, 1)),
        Limit(codes=("red", "black"), most=58, weights=(4, 5)),
    ),
    going_out=Bonus(points=0, rule=RULES),
    ways_out=(),
    # Whoever has no canasta counts all that he has against himself: melded cards, red threes, hand.
    red_threes=RedThrees(
        each=100, full_set=800, rule=RULES, group=Group.CARDS, earned=steps.with_a_combination
    ),
    red_threes_in_hand=ThreesInHand(each=100, rule=RULES, group=Group.CARDS),
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
    # The first number is the canastas, the second all the rest; penalties stand on a row of their own.
    printed=(
        PrintedRow(name="canastas", codes=("red", "black")),
        *one_each("going_out"),
        *penalty_row(PENALTIES),
        *DIRECTOR_ROW,
        PrintedRow(
            name="all_the_rest",
            codes=("red_threes", "red_threes_in_hand", "melded_cards", "hand_cards"),
            group=Group.CARDS,
        ),
    ),
    checks=(checks.combination_before_going_out,),
    options=(
        Option(
            name="going_out",
            choices=(Choice(value=0), Choice(value=100, change=_going_out_earns_100)),
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
