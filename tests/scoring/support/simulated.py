"""Strategies for simulated deals: hypothesis chooses a seed, a rule set and its options, but no card."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random

from hypothesis import strategies as st

from scoring import rulesets
from scoring.core import house_rules, simulate
from scoring.core.cards import RED_THREE, SUITS, plain_card
from scoring.core.deal_sheet import DealSheet
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import DealEnding, HandSheet

seeds = st.integers(min_value=0, max_value=2**32 - 1)
games = st.sampled_from(rulesets.newest_editions())


def game(slug: str) -> RuleSet:
    rules = rulesets.find(slug)
    assert rules is not None
    return rules


def rng_of(seed: int) -> Random:
    """Return a generator for shuffling; it is not for secrets."""
    return Random(seed)


@st.composite
def options_of(draw: st.DrawFn, rules: RuleSet) -> house_rules.ChosenOptions:
    """Draw each house rule absent, or with one of its values."""
    chosen = []
    for option in rules.options:
        value = draw(st.sampled_from([None, *(choice.value for choice in option.choices)]))
        if value is not None:
            chosen.append((option.name, value))
    return tuple(chosen)


@st.composite
def deals(draw: st.DrawFn, rules: RuleSet | None = None) -> simulate.SimulatedDeal:
    """Draw a deal in the middle of a game, in one of its forms and with some of its options."""
    rules = rules or draw(games)
    players = draw(st.sampled_from(rules.player_counts))
    totals = st.integers(min_value=-600, max_value=rules.target // 5 - 1)
    before = [5 * draw(totals) for _ in players]
    options = draw(options_of(rules))
    return simulate.play_deal(rules, rng_of(draw(seeds)), players=players, before=before, options=options)


@st.composite
def entries(draw: st.DrawFn) -> DealSheet:
    """Draw a deal as entered: with penalties, perhaps stopped by the clock, some sides as a tally."""
    sheet = draw(deals()).sheet
    if sheet.ended is DealEnding.STOCK and draw(st.booleans()):
        sheet = sheet._replace(ended=DealEnding.CLOCK)
    if sheet.rules.opening_raise:
        raises = st.integers(min_value=0, max_value=3)
        sheet = sheet._replace(opening_raises=tuple(draw(raises) for _ in sheet.players))
    tallied = simulate.tally_sheet(sheet)
    hands = []
    for by_cards, by_tally in zip(sheet.hands, tallied.hands, strict=True):
        hand = by_tally if draw(st.booleans()) else by_cards
        assert hand is not None
        hands.append(hand._replace(penalties=(*hand.penalties, *draw(penalties_of(sheet.rules)))))
    return sheet._replace(hands=tuple(hands))


@st.composite
def penalties_of(draw: st.DrawFn, rules: RuleSet) -> tuple[tuple[str, int], ...]:
    """Draw some penalties of the rule set, and perhaps an adjustment by the director."""
    codes = [penalty.code for penalty in rules.penalties]
    times = st.integers(min_value=1, max_value=3)
    entered = draw(st.dictionaries(st.sampled_from(codes), times, max_size=3)) if codes else {}
    charged = 5 * draw(st.integers(min_value=-200, max_value=200))
    return (*entered.items(), *([("director", charged)] if charged else []))


def cards_of(hand: HandSheet) -> Counter[str]:
    """Return all cards of a side, read from the notation alone."""
    cards = Counter(hand.hand)
    cards[RED_THREE] += hand.red_threes
    for meld in hand.melds:
        is_row = meld[0] in SUITS
        cards.update([plain_card(meld[0], card) for card in meld[1:]] if is_row else meld)
    return cards


def cards_of_deal(deal: simulate.SimulatedDeal) -> Counter[str]:
    """Return all cards of a deal: on the tables, in the hands, in the stock and on the pile."""
    cards = Counter(deal.stock + deal.pile)
    for hand in deal.sheet.hands:
        cards += cards_of(hand) if hand is not None else Counter()
    return cards


@cache
def documented_line_codes(ruleset: str) -> frozenset[str]:
    """Return the line codes documented in the rules of a game, without those of options."""
    text = (rulesets.folders()[ruleset] / "rules.en.md").read_text(encoding="utf-8")
    table = text.partition("## Line codes")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", table, re.MULTILINE)
    return frozenset(code for code, rule in rows if rule != "option")


def entered_codes(rules: RuleSet) -> frozenset[str]:
    """Return the codes of lines that exist only if entered."""
    return frozenset({"director", *(penalty.code for penalty in rules.penalties)})
