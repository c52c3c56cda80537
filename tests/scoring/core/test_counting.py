"""A side is counted alike by adding, meld by meld and card by card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.core import bitfields
from scoring.core.cards import ALPHABET, BLACK_THREE, RED_THREE
from scoring.core.counting import (
    SideCount,
    count_card_by_card,
    count_side,
    counting_tables,
    recount_flagged_melds,
)
from scoring.core.deal_sheet import DealSheet
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import EMPTY_HAND, HandSheet, Trait
from tests.scoring.core.written_deals import deal, finished, hand, problems, sheet_of
from tests.scoring.support.simulated import entries, game, games


def count_hand(rules: RuleSet, hand_sheet: HandSheet) -> SideCount:
    return count_side(counting_tables(rules), 0, hand_sheet, 2)


def closely(rules: RuleSet, hand_sheet: HandSheet) -> SideCount:
    tables = counting_tables(rules)
    melded = sum(tables.melds[text] for text in hand_sheet.melds)
    held = sum(tables.cards[card] for card in hand_sheet.hand)
    side = count_hand(rules, hand_sheet)
    recount_flagged_melds(tables, side, melded, held)
    return side


def slowly(rules: RuleSet, hand_sheet: HandSheet) -> SideCount:
    return count_card_by_card(counting_tables(rules), 0, hand_sheet, 2)


def comparable(side: SideCount) -> SideCount:
    """Return the parts of a counted side that do not depend on how it was counted."""
    ways = Trait.FLAGGED | Trait.NOT_PACKABLE
    side.melds, side.cards = (), None
    side.traits &= ~ways
    return side


@given(entries())
def test_a_side_is_counted_alike_in_all_three_ways(sheet: DealSheet) -> None:
    for hand_sheet in sheet.hands:
        if hand_sheet is None or hand_sheet.tally is not None:
            continue
        quick = comparable(count_hand(sheet.rules, hand_sheet))
        assert comparable(closely(sheet.rules, hand_sheet)) == quick
        assert comparable(slowly(sheet.rules, hand_sheet)) == quick


# Rare melds and hands: red threes as melds, excess wild cards, all kinds of threes in hand.
RARE: dict[str, list[tuple[tuple[str, ...], str, int]]] = {
    "samba": [(("QQ22*", "KKKKKKK"), "AARRB", 2), (("BBB",), "", 0), (("KKK***",), "B", 1)],
    "royal": [(("R", "RR"), "AARB", 0), (("RR", "RRRBBBB"), "B", 0), (("A2*",), "R", 1)],
    "sitoumussamba": [(("h4568", "2222222"), "RRBB", 3)],
    "sambola": [(("h4562",), "R", 4)],
    "danish": [(("KKKK",), "RB", 2)],
    "classic": [(("KKKK",), "B", 2)],
}


@pytest.mark.parametrize(
    ("slug", "hand_sheet"), [(slug, one) for slug, all_of in RARE.items() for one in all_of]
)
def test_what_is_seldom_seen_is_counted_alike_in_all_three_ways(
    slug: str, hand_sheet: tuple[tuple[str, ...], str, int]
) -> None:
    melds, cards, red_threes = hand_sheet
    rare = EMPTY_HAND._replace(melds=melds, hand=cards, red_threes=red_threes)
    quick = comparable(count_hand(game(slug), rare))
    assert comparable(closely(game(slug), rare)) == quick
    assert comparable(slowly(game(slug), rare)) == quick


def test_a_red_three_laid_down_is_none_of_the_cards_that_were_dealt() -> None:
    """Royal: two laid as melds, and with those fourteen cards are one too few for fifteen dealt."""
    few = deal("royal", hand("R", "R", held="AAKKQQJJTT99"), hand(held="AAKKQQJJTT99887"), players=[1, 1])
    assert problems(few) == ["fewer_cards_than_dealt hands[0]"]
    enough = hand("R", "R", held="AAKKQQJJTT998")
    assert problems(few | {"hands": [enough, few["hands"][1]]}) == []


@given(entries())
def test_the_packed_cards_of_a_side_are_its_cards(sheet: DealSheet) -> None:
    for hand_sheet in sheet.hands:
        if hand_sheet is None or hand_sheet.tally is not None:
            continue
        side = count_hand(sheet.rules, hand_sheet)
        assert side.cards == closely(sheet.rules, hand_sheet).cards
        assert side.cards is not None
        held = sum(bitfields.unpack_count(side.cards, card) for card in ALPHABET)
        assert held == (side.cards_seen or 0) + side.red_threes


@given(games, st.text(alphabet=ALPHABET, max_size=40), st.integers(min_value=0, max_value=6))
def test_a_hand_is_counted_card_by_card(rules: RuleSet, cards: str, reds: int) -> None:
    side = count_hand(rules, EMPTY_HAND._replace(hand=cards, red_threes=reds))
    apart = cards.count(RED_THREE) + (cards.count(BLACK_THREE) if rules.black_threes_in_hand else 0)
    worth = {**rules.card_values, RED_THREE: 0, BLACK_THREE: rules.black_three_held}
    assert side.hand_cards == len(cards) - apart
    assert side.hand_points == sum(worth[card] for card in cards)
    assert (side.red_in_hand, side.black_in_hand) == (cards.count(RED_THREE), cards.count(BLACK_THREE))
    assert (side.cards_held, side.cards_seen, side.red_threes) == (len(cards), len(cards), reds)


@pytest.mark.parametrize("slug", ["samba", "sitoumussamba", "classic"])
@pytest.mark.parametrize("copies", [10, 255, 256, 1023, 1024, 1025, 5000])
def test_more_cards_than_can_be_packed_are_counted_all_the_same(slug: str, copies: int) -> None:
    side = count_hand(game(slug), EMPTY_HAND._replace(hand="K" * copies + "A"))
    assert side.hand_points == 10 * copies + 20
    assert side.cards_held == copies + 1
    assert (side.cards is None) == (copies >= 255)


def test_a_thousand_melds_that_are_none_do_not_add_up_to_an_ordinary_side() -> None:
    for number in (1, 255, 256, 1024, 4096):
        side = count_hand(game("samba"), EMPTY_HAND._replace(melds=("X",) * number))
        assert side.traits & Trait.NOT_PACKABLE
        assert len(side.melds) == number


def test_hundreds_of_red_threes_are_counted() -> None:
    assert count_hand(game("danish"), EMPTY_HAND._replace(red_threes=10**9)).red_threes == 10**9


def test_a_meld_for_going_out_is_ordinary_with_the_side_that_did() -> None:
    sheet = sheet_of(finished("samba", "BBB"))
    winner, _loser = (
        count_hand(sheet.rules, hand_sheet) for hand_sheet in sheet.hands if hand_sheet is not None
    )
    assert not winner.traits & Trait.FLAGGED
    other = sheet_of(deal("samba", hand("BBB", "KKK"), hand()))
    assert other.hands[0] is not None
    assert count_hand(other.rules, other.hands[0]).traits & Trait.FLAGGED


def test_each_field_of_a_packed_bunch_is_guarded_by_itself() -> None:
    most = dict.fromkeys(ALPHABET, 3)
    bias, mask = bitfields.deck_guards(most, dict.fromkeys(bitfields.SUITED, 2))
    for card, at in bitfields.CARD_AT.items():
        assert not (bitfields.pack_cards(card * 3) + bias) & mask
        assert (bitfields.pack_cards(card * 4) + bias) & mask == bitfields.CARD_GUARD << at
    for at in bitfields.SUITED_AT.values():
        assert not ((2 << at) + bias) & mask
        assert ((3 << at) + bias) & mask == bitfields.SUIT_GUARD << at


def test_every_game_fits_into_the_fields() -> None:
    assert all(len(rules.combinations) <= bitfields.MAX_COMBINATIONS for rules in rulesets.newest_editions())
