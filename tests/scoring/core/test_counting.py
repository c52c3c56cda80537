"""A side is counted as its cards are, one by one; `test_packed` compares the packed way with this one."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.cards import ALPHABET, BLACK_THREE, RED_THREE
from scoring.core.counted import SideCount
from scoring.core.counting import count_cards, count_deal, count_side
from scoring.core.deal_sheet import DealSheet
from scoring.core.meld_book import meld_book
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import EMPTY_HAND, HandSheet
from tests.scoring.core.written_deals import deal, hand, problems, sheet_of, tally
from tests.scoring.support.simulated import cards_of, entries, game, games


class Figures(NamedTuple):
    """What is counted of the cards of a side."""

    melded_cards: int | None
    meld_points: int
    hand_cards: int | None
    hand_points: int
    red_threes: int
    red_in_hand: int
    black_in_hand: int
    cards_held: int | None
    cards_seen: int | None
    opened: bool


def figures_of(side: SideCount) -> Figures:
    return Figures(*(getattr(side, name) for name in Figures._fields))


def count_hand(rules: RuleSet, hand_sheet: HandSheet) -> SideCount:
    return count_cards(rules, 0, hand_sheet, 2)


def counted_one_by_one(rules: RuleSet, hand_sheet: HandSheet) -> Figures:
    """The same figures from the notation, every card by itself."""
    table, reds, excess = Counter[str](), Counter[str](), Counter[str]()
    for text in hand_sheet.melds:
        shape = meld_book(rules)[text].shape
        (reds if shape.is_red_threes else table).update(cards_of(EMPTY_HAND._replace(melds=(text,))))
        excess.update(shape.excess)
    melded, held = table - excess, Counter(hand_sheet.hand)
    own_line = held[RED_THREE] + (held[BLACK_THREE] if rules.black_threes_in_hand else 0)
    return Figures(
        melded_cards=melded.total(),
        meld_points=sum(rules.card_values[card] * number for card, number in melded.items()),
        hand_cards=held.total() - own_line,
        hand_points=sum(held_value(rules, card) * number for card, number in held.items()),
        red_threes=hand_sheet.red_threes + reds.total(),
        red_in_hand=held[RED_THREE],
        black_in_hand=held[BLACK_THREE],
        cards_held=held.total(),
        cards_seen=table.total() + held.total(),
        opened=bool(table),
    )


def held_value(rules: RuleSet, card: str) -> int:
    return {**rules.card_values, RED_THREE: 0, BLACK_THREE: rules.black_three_held}[card]


@given(entries())
def test_a_side_is_counted_as_its_cards_are_one_by_one(sheet: DealSheet) -> None:
    for hand_sheet in sheet.hands:
        if hand_sheet is not None and hand_sheet.tally is None:
            side = count_hand(sheet.rules, hand_sheet)
            assert figures_of(side) == counted_one_by_one(sheet.rules, hand_sheet)


@given(entries())
def test_the_combinations_of_a_side_are_those_of_its_melds(sheet: DealSheet) -> None:
    for side in count_deal(sheet).playing:
        if side.hand.tally is None:
            made = Counter(meld_book(sheet.rules)[text].shape.combination for text in side.hand.melds)
            codes = [combination.code for combination in sheet.rules.combinations]
            assert side.combinations.counts == tuple(made[code] for code in codes)
            assert side.combinations.number == sum(made[code] for code in codes)


# Rare melds and hands: red threes as melds, excess wild cards, all kinds of threes in hand, no cards at all.
RARE: list[tuple[str, tuple[str, ...], str, int, Figures]] = [
    ("samba", ("QQ22*", "KKKKKKK"), "AARRB", 2, Figures(11, 130, 3, 45, 2, 2, 1, 5, 17, True)),
    ("samba", ("BBB",), "", 0, Figures(3, 15, 0, 0, 0, 0, 0, 0, 3, True)),
    ("samba", ("KKK***",), "B", 1, Figures(5, 130, 1, 5, 1, 0, 1, 1, 7, True)),
    ("samba", ("KKX", "", "QQQ"), "A×K", 0, Figures(5, 30, 2, 30, 0, 0, 0, 2, 7, True)),
    ("samba", (), "", 0, Figures(0, 0, 0, 0, 0, 0, 0, 0, 0, False)),
    ("royal", ("R", "RR"), "AARB", 0, Figures(0, 0, 2, 40, 3, 1, 1, 4, 4, False)),
    ("royal", ("RR", "RRRBBBB"), "B", 0, Figures(7, 35, 0, 0, 2, 0, 1, 1, 8, True)),
    ("royal", ("A2*",), "R", 1, Figures(3, 90, 0, 0, 1, 1, 0, 1, 4, True)),
    ("sitoumussamba", ("h4568", "2222222"), "RRBB", 3, Figures(11, 165, 0, 0, 3, 2, 2, 4, 15, True)),
    ("sambola", ("h4562",), "R", 4, Figures(4, 35, 0, 0, 4, 1, 0, 1, 5, True)),
    ("danish", ("KKKK",), "RB", 2, Figures(4, 40, 1, 5, 2, 1, 1, 2, 6, True)),
    ("classic", ("KKKK",), "B", 2, Figures(4, 40, 1, 5, 2, 0, 1, 1, 5, True)),
]


@pytest.mark.parametrize(("slug", "melds", "cards", "red_threes", "figures"), RARE)
def test_what_is_seldom_seen_is_counted_too(
    slug: str, melds: tuple[str, ...], cards: str, red_threes: int, figures: Figures
) -> None:
    rare = EMPTY_HAND._replace(melds=melds, hand=cards, red_threes=red_threes)
    assert figures_of(count_hand(game(slug), rare)) == figures
    assert figures_of(count_side(game(slug), 0, rare, 2)) == figures


def test_of_a_tally_the_cards_are_not_known() -> None:
    sheet = sheet_of(deal("samba", tally(70, 35, natural=1, hand_red_threes=2, red_threes=3), hand()))
    side, _other = count_deal(sheet).playing
    assert figures_of(side) == Figures(None, 70, None, 35, 3, 2, 0, None, None, True)
    assert side.combinations.counts == (0, 1, 0)


def test_a_red_three_laid_down_is_none_of_the_cards_that_were_dealt() -> None:
    """Royal: two laid as melds, and with those fourteen cards are one too few for fifteen dealt."""
    few = deal("royal", hand("R", "R", held="AAKKQQJJTT99"), hand(held="AAKKQQJJTT99887"), players=[1, 1])
    assert problems(few) == ["fewer_cards_than_dealt hands[0]"]
    enough = hand("R", "R", held="AAKKQQJJTT998")
    assert problems(few | {"hands": [enough, few["hands"][1]]}) == []


@given(games, st.text(alphabet=ALPHABET, max_size=40), st.integers(min_value=0, max_value=6))
def test_a_hand_is_counted_card_by_card(rules: RuleSet, cards: str, reds: int) -> None:
    hand_sheet = EMPTY_HAND._replace(hand=cards, red_threes=reds)
    assert figures_of(count_hand(rules, hand_sheet)) == counted_one_by_one(rules, hand_sheet)


@pytest.mark.parametrize("slug", ["samba", "sitoumussamba", "classic"])
@pytest.mark.parametrize("copies", [10, 1023, 5000])
def test_more_cards_than_any_deck_has_are_counted_all_the_same(slug: str, copies: int) -> None:
    side = count_hand(game(slug), EMPTY_HAND._replace(hand="K" * copies + "A"))
    assert side.hand_points == 10 * copies + 20
    assert side.cards_held == copies + 1


def test_thousands_of_melds_that_are_none_keep_their_places() -> None:
    side = count_side(game("samba"), 0, EMPTY_HAND._replace(melds=("X",) * 4096), 2)
    assert [at for at, _meld in side.unusual_melds] == [*range(4096)]


def test_hundreds_of_red_threes_are_counted() -> None:
    assert count_hand(game("danish"), EMPTY_HAND._replace(red_threes=10**9)).red_threes == 10**9
