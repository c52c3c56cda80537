"""Simulated deals for tests: hypothesis chooses a seed, a game and its circumstances, never a card."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

from hypothesis import strategies as st

from scoring.core import rulesets, simulate
from scoring.core.cards import RED_THREE, SUITS, card_of
from scoring.core.deal_sheet import DealSheet, Ended, Hand
from scoring.core.rulesets.base import RuleSet
from tests import ROOT

FOLDER = ROOT / "docs" / "rules"

seeds = st.integers(min_value=0, max_value=2**32 - 1)
games = st.sampled_from(rulesets.all())


def game(slug: str) -> RuleSet:
    rules = rulesets.find(slug)
    assert rules is not None
    return rules


def rng_of(seed: int) -> Random:
    """Cards are shuffled here, no secrets made."""
    return Random(seed)


@st.composite
def options_of(draw: st.DrawFn, rules: RuleSet) -> rulesets.Options:
    """Each house rule absent, or with one of its values."""
    chosen = []
    for option in rules.options:
        value = draw(st.sampled_from([None, *(choice.value for choice in option.choices)]))
        if value is not None:
            chosen.append((option.name, value))
    return tuple(chosen)


@st.composite
def deals(draw: st.DrawFn, rules: RuleSet | None = None) -> simulate.Simulated:
    """A deal of a game in one of its forms, with some of its options, in the middle of a game."""
    rules = rules or draw(games)
    players = draw(st.sampled_from(rules.forms))
    totals = st.integers(min_value=-600, max_value=rules.target // 5 - 1)
    before = [5 * draw(totals) for _ in players]
    options = draw(options_of(rules))
    return simulate.play_deal(rules, rng_of(draw(seeds)), players=players, before=before, options=options)


@st.composite
def entries(draw: st.DrawFn) -> DealSheet:
    """A deal as somebody might enter it: with penalties, stopped by the clock, some sides as a tally."""
    sheet = draw(deals()).sheet
    if sheet.ended is Ended.STOCK and draw(st.booleans()):
        sheet = sheet._replace(ended=Ended.CLOCK)
    if sheet.rules.opening_raise:
        raises = st.integers(min_value=0, max_value=3)
        sheet = sheet._replace(opening_raises=tuple(draw(raises) for _ in sheet.players))
    tallied = simulate.tally_of(sheet)
    hands = []
    for by_cards, by_tally in zip(sheet.hands, tallied.hands, strict=True):
        hand = by_tally if draw(st.booleans()) else by_cards
        assert hand is not None
        hands.append(hand._replace(penalties=(*hand.penalties, *draw(penalties_of(sheet.rules)))))
    return sheet._replace(hands=tuple(hands))


@st.composite
def penalties_of(draw: st.DrawFn, rules: RuleSet) -> tuple[tuple[str, int], ...]:
    """Some penalties of the game, and perhaps an adjustment by the director."""
    codes = [one.code for one in rules.penalties]
    times = st.integers(min_value=1, max_value=3)
    entered = draw(st.dictionaries(st.sampled_from(codes), times, max_size=3)) if codes else {}
    charged = 5 * draw(st.integers(min_value=-200, max_value=200))
    return (*entered.items(), *([("director", charged)] if charged else []))


def cards_of(hand: Hand) -> Counter[str]:
    """All cards of a side, read from the notation and from nothing else."""
    cards = Counter(hand.hand)
    cards[RED_THREE] += hand.red_threes
    for meld in hand.melds:
        is_row = meld[0] in SUITS
        cards.update([card_of(meld[0], card) for card in meld[1:]] if is_row else meld)
    return cards


def cards_of_deal(deal: simulate.Simulated) -> Counter[str]:
    """All cards of a deal: on the tables, in the hands, in the stock and on the pile."""
    cards = Counter(deal.stock + deal.pile)
    for hand in deal.sheet.hands:
        cards += cards_of(hand) if hand is not None else Counter()
    return cards


@cache
def line_codes_told(ruleset: str) -> frozenset[str]:
    """The codes in the table of line codes of docs/rules, without those that only an option gives."""
    text = (FOLDER / f"{ruleset}.md").read_text(encoding="utf-8")
    table = text.partition("## Line codes")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", table, re.MULTILINE)
    return frozenset(code for code, rule in rows if rule != "option")


def entered_codes(rules: RuleSet) -> frozenset[str]:
    """Lines that come about only when somebody enters them."""
    return frozenset({"director", *(one.code for one in rules.penalties)})
