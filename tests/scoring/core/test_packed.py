"""Packed numbers count a side as `count_cards` does, and find no other excess than `excess_cards`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.core import simulate
from scoring.core.cards import ALPHABET, RED_THREE
from scoring.core.counted import CountedDeal
from scoring.core.counting import count_cards, count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.deck import deck_of, excess_cards, suited_cards
from scoring.core.packed import MAX_COMBINATIONS, count_packed, deck_guards, fits_deck
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import EMPTY_HAND, HandSheet, Tally
from tests.scoring.core.written_deals import deal, hand, sheet_of
from tests.scoring.support.simulated import deals, entries, game, games

CANASTAS = ("KKKKKKK", "QQQQQ2*", "s456789T")


def fits(counted: CountedDeal) -> bool:
    return fits_deck(counted, deck_of(counted.sheet.rules).guards)


# Sides.


@given(entries())
def test_a_side_is_counted_alike_in_both_ways(sheet: DealSheet) -> None:
    for hand_sheet in sheet.hands:
        if hand_sheet is not None and hand_sheet.tally is None:
            quick = count_packed(sheet.rules, 0, hand_sheet, 2)
            plain = count_cards(sheet.rules, 0, hand_sheet, 2)
            assert quick is not None or plain.unusual_melds
            assert quick in (None, plain)


@given(
    games,
    st.lists(st.sampled_from([*CANASTAS, "444", "c789", "KK2", "RRB", "BBB", "QQ22*", "X", ""]), max_size=8),
    st.text(alphabet=ALPHABET + "×", max_size=30),
    st.integers(min_value=0, max_value=300),
)
def test_whatever_is_written_is_counted_alike_or_left_to_the_plain_way(
    rules: RuleSet, melds: list[str], cards: str, red_threes: int
) -> None:
    written = EMPTY_HAND._replace(melds=tuple(melds), hand=cards, red_threes=red_threes, went_out=True)
    assert count_packed(rules, 1, written, 2) in (None, count_cards(rules, 1, written, 2))


@pytest.mark.parametrize(
    ("hand_sheet", "is_packed"),
    [
        (EMPTY_HAND, True),
        (HandSheet(melds=CANASTAS, red_threes=4, hand="AKRB2*"), True),
        (HandSheet(hand="K" * 255), True),
        (HandSheet(hand="K" * 256), False),
        (HandSheet(melds=("KKK",), hand="K" * 250, red_threes=2), True),
        (HandSheet(melds=("KKK",), hand="K" * 250, red_threes=3), False),
        (HandSheet(hand="KX"), False),
        (HandSheet(melds=("KKQ",)), False),
        (HandSheet(melds=("QQ22*",)), False),
        (HandSheet(melds=("BBB",), went_out=True), False),
    ],
)
def test_only_ordinary_melds_and_less_than_256_cards_are_packed(
    hand_sheet: HandSheet, is_packed: bool
) -> None:
    assert (count_packed(game("samba"), 0, hand_sheet, 2) is not None) is is_packed


@pytest.mark.parametrize("rules", rulesets.newest_editions(), ids=lambda rules: rules.slug)
def test_every_game_fits_into_the_fields(rules: RuleSet) -> None:
    assert len(rules.combinations) <= MAX_COMBINATIONS


# The deck.


@given(deals(), st.sampled_from(ALPHABET), st.integers(min_value=0, max_value=14))
def test_the_deck_is_found_exceeded_in_both_ways(
    played: simulate.SimulatedDeal, card: str, more: int
) -> None:
    first, *others = played.sheet.hands
    assert first is not None
    changed = played.sheet._replace(hands=(first._replace(hand=first.hand + card * more), *others))
    counted = count_deal(changed)
    if all(side.packed is not None for side in counted.playing):
        assert fits(counted) is (excess_cards(counted) == [])
    else:
        assert not fits(counted)


@pytest.mark.parametrize("card", ALPHABET)
def test_each_card_is_guarded_by_itself(card: str) -> None:
    for slug in ("samba", "danish"):
        copies = deck_of(game(slug)).copies[card]
        full = sheet_of(deal(slug, hand(held=card * copies), hand()))
        assert fits(count_deal(full))
        assert not fits(count_deal(sheet_of(deal(slug, hand(held=card * copies), hand(held=card)))))


@pytest.mark.parametrize("card", sorted(deck_of(game("sitoumussamba")).suited))
def test_each_card_of_a_suit_is_guarded_by_itself(card: str) -> None:
    sequence = sequence_with(card)
    assert fits(count_deal(sheet_of(deal("sitoumussamba", hand(*[sequence] * 3), hand()))))
    assert not fits(count_deal(sheet_of(deal("sitoumussamba", hand(*[sequence] * 3), hand(sequence)))))


def sequence_with(card: str) -> str:
    """A sequence of three that begins with a card, around the corner if need be."""
    circle = "23456789TJQKA" * 2
    at = circle.index(card[1])
    return card[0] + circle[at : at + 3]


@pytest.mark.parametrize("number", [6, 7, 170, 171, 173, 255])
def test_the_cards_of_three_sides_do_not_overflow_a_field(number: int) -> None:
    """Three times 171 is one more than a field can count."""
    counted = count_deal(sheet_of(deal("samba", *[hand(red_threes=number)] * 3)))
    assert not fits(counted)
    assert excess_cards(counted) == [(RED_THREE, 3 * number - 6)]


def test_a_tally_is_left_to_the_plain_way() -> None:
    sheet = sheet_of(deal("samba", hand(), hand()))
    tallied = sheet._replace(hands=(EMPTY_HAND, EMPTY_HAND._replace(tally=Tally())))
    assert not fits(count_deal(tallied))


def test_a_guard_shows_one_copy_more_than_the_deck_has() -> None:
    rules = game("sitoumussamba")
    suited = dict.fromkeys(suited_cards(rules.melds.sequences), 2)
    guards = deck_guards(dict.fromkeys(ALPHABET, 3), suited)
    for card in ALPHABET:
        for copies, is_within in ((3, True), (4, False)):
            sheet = sheet_of(deal(rules.slug, hand(held=card * copies), hand()))
            assert fits_deck(count_deal(sheet), guards) is is_within
    for card in suited:
        for copies, is_within in ((2, True), (3, False)):
            sheet = sheet_of(deal(rules.slug, hand(*[sequence_with(card)] * copies), hand()))
            assert fits_deck(count_deal(sheet), guards) is is_within
