"""Counts each side of a deal: combinations, points of the melded cards and of the hand, threes.

A side given by its cards and a side given as a tally both become a `SideCount`, so that no step of the
scoring needs to know which it was.
"""

from __future__ import annotations

from scoring.core.card_values import hand_card_values
from scoring.core.cards import ALPHABET, BLACK_THREE, RED_THREE
from scoring.core.combinations import made_combinations
from scoring.core.counted import CountedDeal, SideCount
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import sheet_openings
from scoring.core.meld_book import meld_book
from scoring.core.packed import count_packed
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import HandSheet, Opening, Tally


def count_deal(sheet: DealSheet) -> CountedDeal:
    rules, players = sheet.rules, sheet.players
    sides: list[SideCount | None] = []
    playing: list[SideCount] = []
    sides_out: list[int] = []
    for at, hand in enumerate(sheet.hands):
        if hand is None:
            sides.append(None)
            continue
        side = count_side(rules, at, hand, players[at])
        sides.append(side)
        playing.append(side)
        if hand.went_out:
            sides_out.append(at)
    return CountedDeal(sheet, sides, playing, sides_out, sheet_openings(sheet))


def count_side(rules: RuleSet, side: int, hand: HandSheet, players: int) -> SideCount:
    if hand.tally is not None:
        return _count_tally(rules, side, hand, hand.tally, players)
    packed = count_packed(rules, side, hand, players)
    return count_cards(rules, side, hand, players) if packed is None else packed


def count_cards(rules: RuleSet, side: int, hand: HandSheet, players: int) -> SideCount:
    """Count a side meld by meld and card by card."""
    book, values = meld_book(rules), hand_card_values(rules)
    melds = [book[text] for text in hand.melds]
    red_melds = [meld for meld in melds if meld.shape.is_red_threes]
    melded_cards = sum(meld.melded_cards for meld in melds)
    excess = sum(len(meld.shape.excess) for meld in melds)
    made = [meld.combination for meld in melds]
    held = _cards_in_hand(hand)
    red, black = held.count(RED_THREE), held.count(BLACK_THREE)
    own_line = red if rules.black_threes_in_hand is None else red + black
    return SideCount(
        side=side,
        hand=hand,
        players=players,
        combinations=made_combinations(
            rules, tuple(made.count(combination.code) for combination in rules.combinations)
        ),
        melded_cards=melded_cards,
        meld_points=sum(meld.points for meld in melds),
        hand_cards=len(held) - own_line,
        hand_points=sum(values[card] for card in held),
        red_threes=hand.red_threes + sum(len(meld.cards) for meld in red_melds),
        red_in_hand=red,
        black_in_hand=black,
        opened=len(melds) > len(red_melds),
        cards_held=len(held),
        cards_seen=melded_cards + excess + len(held),
        unusual_melds=tuple((at, meld) for at, meld in enumerate(melds) if not meld.is_ordinary),
    )


def _count_tally(rules: RuleSet, side: int, hand: HandSheet, tally: Tally, players: int) -> SideCount:
    named = dict(tally.combinations)
    combinations = made_combinations(
        rules, tuple(named.get(combination.code, 0) for combination in rules.combinations)
    )
    return SideCount(
        side=side,
        hand=hand,
        players=players,
        combinations=combinations,
        melded_cards=None,
        meld_points=tally.meld_points,
        hand_cards=None,
        hand_points=tally.hand_points,
        red_threes=hand.red_threes,
        red_in_hand=tally.hand_red_threes,
        black_in_hand=tally.hand_black_threes,
        # A side that lost its card points by mixing its melds had melds to mix (Sitoumussamba 40D).
        opened=combinations.number > 0 or tally.meld_points > 0 or hand.forfeits_card_points,
    )


def is_opening_met(needed: Opening | None, side: SideCount) -> bool:
    """Whether everything that a side melded is worth its opening requirement."""
    if needed is None:
        return True
    if isinstance(needed, str):
        return side.combinations.number > 0
    return side.meld_points >= needed


def _cards_in_hand(hand: HandSheet) -> str:
    """Return the cards in a hand, without characters that are none."""
    if hand.hand.strip(ALPHABET):
        return "".join([card for card in hand.hand if card in ALPHABET])
    return hand.hand
