"""However a side is counted, by adding, closely or card by card, it is counted alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core import bitfields, rulesets
from scoring.core.cards import ALPHABET, BLACK_THREE, RED_THREE
from scoring.core.counting import (
    SideCount,
    Special,
    count_closely,
    count_side,
    count_slowly,
    tables_of,
)
from scoring.core.deal_sheet import EMPTY_HAND, DealSheet, Hand
from scoring.core.rulesets.base import RuleSet
from tests.scoring.core.written_deals import deal, finished, hand, problems, sheet_of
from tests.scoring.support.simulated import entries, game, games


def counted(rules: RuleSet, written: Hand) -> SideCount:
    return count_side(tables_of(rules), 0, written, 2)


def closely(rules: RuleSet, written: Hand) -> SideCount:
    tables = tables_of(rules)
    melded = sum(tables.melds[text] for text in written.melds)
    held = sum(tables.cards[card] for card in written.hand)
    side = counted(rules, written)
    count_closely(tables, side, melded, held)
    return side


def slowly(rules: RuleSet, written: Hand) -> SideCount:
    return count_slowly(tables_of(rules), 0, written, 2)


def said(side: SideCount) -> SideCount:
    """What a count says of the cards, whichever way it went."""
    ways = Special.ODD | Special.BAD
    side.melds, side.cards = (), None
    side.special &= ~ways
    return side


@given(entries())
def test_a_side_is_counted_alike_in_all_three_ways(sheet: DealSheet) -> None:
    for written in sheet.hands:
        if written is None or written.tally is not None:
            continue
        quick = said(counted(sheet.rules, written))
        assert said(closely(sheet.rules, written)) == quick
        assert said(slowly(sheet.rules, written)) == quick


# What is seldom laid or held: red threes laid as melds, wild cards too many, all kinds of threes held.
RARE: dict[str, list[tuple[tuple[str, ...], str, int]]] = {
    "samba": [(("QQ22*", "KKKKKKK"), "AARRB", 2), (("BBB",), "", 0), (("KKK***",), "B", 1)],
    "royal": [(("R", "RR"), "AARB", 0), (("RR", "RRRBBBB"), "B", 0), (("A2*",), "R", 1)],
    "sitoumussamba": [(("h4568", "2222222"), "RRBB", 3)],
    "sambola": [(("h4562",), "R", 4)],
    "danish": [(("KKKK",), "RB", 2)],
    "classic": [(("KKKK",), "B", 2)],
}


@pytest.mark.parametrize(
    ("slug", "written"), [(slug, one) for slug, all_of in RARE.items() for one in all_of]
)
def test_what_is_seldom_seen_is_counted_alike_in_all_three_ways(
    slug: str, written: tuple[tuple[str, ...], str, int]
) -> None:
    melds, cards, red_threes = written
    rare = EMPTY_HAND._replace(melds=melds, hand=cards, red_threes=red_threes)
    quick = said(counted(game(slug), rare))
    assert said(closely(game(slug), rare)) == quick
    assert said(slowly(game(slug), rare)) == quick


def test_a_red_three_laid_down_is_none_of_the_cards_that_were_dealt() -> None:
    """Royal: two laid as melds, and with those fourteen cards are one too few for fifteen dealt."""
    few = deal("royal", hand("R", "R", held="AAKKQQJJTT99"), hand(held="AAKKQQJJTT99887"), players=[1, 1])
    assert problems(few) == ["fewer_cards_than_dealt hands[0]"]
    enough = hand("R", "R", held="AAKKQQJJTT998")
    assert problems(few | {"hands": [enough, few["hands"][1]]}) == []


@given(entries())
def test_the_packed_cards_of_a_side_are_its_cards(sheet: DealSheet) -> None:
    for written in sheet.hands:
        if written is None or written.tally is not None:
            continue
        side = counted(sheet.rules, written)
        assert side.cards == closely(sheet.rules, written).cards
        assert side.cards is not None
        held = sum(bitfields.count(side.cards, card) for card in ALPHABET)
        assert held == (side.seen or 0) + side.red_threes


@given(games, st.text(alphabet=ALPHABET, max_size=40), st.integers(min_value=0, max_value=6))
def test_a_hand_is_counted_card_by_card(rules: RuleSet, cards: str, reds: int) -> None:
    side = counted(rules, EMPTY_HAND._replace(hand=cards, red_threes=reds))
    apart = cards.count(RED_THREE) + (cards.count(BLACK_THREE) if rules.black_threes_in_hand else 0)
    worth = {**rules.values, RED_THREE: 0, BLACK_THREE: rules.black_three_held}
    assert side.hand_cards == len(cards) - apart
    assert side.hand_points == sum(worth[card] for card in cards)
    assert (side.red_in_hand, side.black_in_hand) == (cards.count(RED_THREE), cards.count(BLACK_THREE))
    assert (side.held, side.seen, side.red_threes) == (len(cards), len(cards), reds)


@pytest.mark.parametrize("slug", ["samba", "sitoumussamba", "classic"])
@pytest.mark.parametrize("copies", [10, 255, 256, 1023, 1024, 1025, 5000])
def test_more_cards_than_can_be_packed_are_counted_all_the_same(slug: str, copies: int) -> None:
    side = counted(game(slug), EMPTY_HAND._replace(hand="K" * copies + "A"))
    assert side.hand_points == 10 * copies + 20
    assert side.held == copies + 1
    assert (side.cards is None) == (copies >= 255)


def test_a_thousand_melds_that_are_none_do_not_add_up_to_an_ordinary_side() -> None:
    for number in (1, 255, 256, 1024, 4096):
        side = counted(game("samba"), EMPTY_HAND._replace(melds=("X",) * number))
        assert side.special & Special.BAD
        assert len(side.melds) == number


def test_hundreds_of_red_threes_are_counted() -> None:
    assert counted(game("danish"), EMPTY_HAND._replace(red_threes=10**9)).red_threes == 10**9


def test_a_meld_for_going_out_is_ordinary_with_the_side_that_did() -> None:
    sheet = sheet_of(finished("samba", "BBB"))
    winner, _loser = (counted(sheet.rules, written) for written in sheet.hands if written is not None)
    assert not winner.special & Special.ODD
    other = sheet_of(deal("samba", hand("BBB", "KKK"), hand()))
    assert other.hands[0] is not None
    assert counted(other.rules, other.hands[0]).special & Special.ODD


def test_each_field_of_a_packed_bunch_is_guarded_by_itself() -> None:
    most = dict.fromkeys(ALPHABET, 3)
    bias, mask = bitfields.guards(most, dict.fromkeys(bitfields.SUITED, 2))
    for card, at in bitfields.CARD_AT.items():
        assert not (bitfields.bunch(card * 3) + bias) & mask
        assert (bitfields.bunch(card * 4) + bias) & mask == bitfields.CARD_GUARD << at
    for at in bitfields.SUITED_AT.values():
        assert not ((2 << at) + bias) & mask
        assert ((3 << at) + bias) & mask == bitfields.SUIT_GUARD << at


def test_every_game_fits_into_the_fields() -> None:
    assert all(len(rules.combinations) <= bitfields.MOST_COMBINATIONS for rules in rulesets.all())
