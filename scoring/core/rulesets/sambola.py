"""Sambola: numbers, and the headings of its source, which has no paragraph numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.core import checks, steps
from scoring.core.melds import MeldKinds, RankMelds, SequenceMelds, ThreeMelds
from scoring.core.rulesets.base import (
    CARD_ROWS,
    DIRECTOR_ROW,
    Bonus,
    Choice,
    Combination,
    CorrectionRules,
    Least,
    Limit,
    Option,
    RedThrees,
    RuleSet,
    one_each,
)

# Headings, as the source spells them.
CARD_VALUES: Final = "KORTENS POÄNGVÄRDE"
COMBINATION: Final = "Kombinationer"
END_OF_PLAY: Final = "Spelets avslutning"

VALUES: Final = {
    "*": 50,
    **dict.fromkeys("A2", 20),
    **dict.fromkeys("KQJT98", 10),
    **dict.fromkeys("7654B", 5),
    "R": 0,
}

MELDS: Final = MeldKinds(
    ranks=RankMelds(pure="red_canasta", mixed="black_canasta", most_wild=3, one_unfinished=True),
    sequences=SequenceMelds(pure="red_samba", mixed="black_samba", most_wild=1),
    threes=ThreeMelds(most_black=0),
)

COMBINATIONS: Final = (
    Combination(code="red_canasta", points=500, rule=COMBINATION, least_worth=35),
    Combination(code="black_canasta", points=300, rule=COMBINATION, least_worth=50, least_wild=1),
    Combination(
        code="red_samba", points=1000, rule=COMBINATION, least_worth=50, takes={"T": 1, "9": 1, "8": 1}
    ),
    Combination(code="black_samba", points=700, rule=COMBINATION, least_worth=60, least_wild=1),
)

RED: Final = frozenset({"red_canasta", "red_samba"})
BLACK: Final = frozenset({"black_canasta", "black_samba"})


def _at_least(red: int, black: int) -> tuple[Least, ...]:
    return (Least(codes=RED, number=red), Least(codes=BLACK, number=black))


HIGH_SAMBAS: Final = {"red_samba": 1500, "black_samba": 1000}


def _high_sambas(rules: RuleSet) -> RuleSet:
    """Sambas at the prices of the games that Sambola comes from."""
    combinations = tuple(
        replace(one, points=HIGH_SAMBAS[one.code], rule="option") if one.code in HIGH_SAMBAS else one
        for one in rules.combinations
    )
    return replace(rules, combinations=combinations)


def _six_jokers(rules: RuleSet) -> RuleSet:
    return replace(rules, jokers=6)


def _easy_individual_finish(rules: RuleSet) -> RuleSet:
    """Single players go out with one combination of each colour."""
    return replace(rules, ways_out_alone=(_at_least(1, 1),))


SAMBOLA: Final = RuleSet(
    slug="sambola",
    edition="2026-1",
    target=10_000,
    decks=3,
    jokers=9,
    dealt=15,
    forms=((1, 1), (1, 1, 1), (2, 2), (3, 3)),
    tables=("2", "3", "4", "6b"),
    highest_deals=True,
    values=VALUES,
    black_three_held=5,
    melds=MELDS,
    melded_rule=CARD_VALUES,
    hand_rule=END_OF_PLAY,
    combinations=COMBINATIONS,
    limits=(
        Limit(codes=("red_samba",), most=12),
        # Of the nine tens, nines and eights of a suit a red samba takes three, a black one at least two.
        Limit(codes=("red_samba", "black_samba"), most=16),
        Limit(codes=("red_samba", "black_samba"), most=36, weights=(3, 2)),
        Limit(codes=("red_canasta",), most=11),
    ),
    going_out=Bonus(points=200, rule="Utgångsbonus"),
    # Two red and one black; single players also one red and two black.
    ways_out=(_at_least(2, 1),),
    ways_out_alone=(_at_least(1, 2), _at_least(2, 1)),
    red_threes=RedThrees(each=100, full_set=1200, rule="Röda treor", earned=steps.always),
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
    printed=(
        *one_each("red_canasta", "black_canasta", "red_samba", "black_samba", "red_threes", "going_out"),
        *DIRECTOR_ROW,
        *CARD_ROWS,
    ),
    checks=(checks.red_three_laid_at_once,),
    options=(
        Option(
            name="jokers",
            choices=(Choice(value=9), Choice(value=6, change=_six_jokers)),
            rule="Kort",
        ),
        Option(
            name="high_sambas",
            choices=(Choice(value=False), Choice(value=True, change=_high_sambas)),
            rule=COMBINATION,
        ),
        Option(
            name="easy_individual_finish",
            choices=(Choice(value=False), Choice(value=True, change=_easy_individual_finish)),
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
