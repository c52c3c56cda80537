"""How each game reads a meld: its combination, unfinished, its fault, or a doubt."""

from __future__ import annotations

import pytest

from scoring.core.house_rules import with_options
from scoring.core.meld_book import MeldBook, meld_book
from scoring.core.melds import Meld
from scoring.core.problem import MeldFault
from tests.scoring.support.simulated import game

LONE, FEW, MANY, SHORT, LONG = "lone_wild", "too_few_naturals", "too_many_wild", "too_short", "too_long"
ROW, ROW_LONG, ROW_WILD = "not_a_sequence", "sequence_too_long", "wild_in_sequence"
NEVER, THREES, AMONG, RANKS = "not_meldable", "mixed_threes", "wild_among_threes", "mixed_ranks"
UNKNOWN = "unknown_card"

# text: samba, royal, sitoumussamba, sambola, danish, classic. "-" is a plain unfinished meld, "-K" one of
# which a side may have only one, "!" a doubt beside it.
COLUMNS = ("samba", "royal", "sitoumussamba", "sambola", "danish", "classic")
MELDS = {
    "KKK": ("-", "-K", "-", "-K", "-", "-K"),
    "KK": (SHORT,) * 6,
    "K": (SHORT,) * 6,
    "": (SHORT,) * 6,
    "KK2": ("-", "-K", "-", "-K", "-", "-K"),
    "K2K": ("-", "-K", "-", "-K", "-", "-K"),
    "K2*": (FEW, "-K !single_natural", FEW, FEW, MANY, FEW),
    "KK2*": ("-", "-K", "-", "-K", MANY, "-K"),
    "KKK222": ("- !third_wild", MANY, MANY, "-K", MANY, "-K"),
    "KKKK222": ("mixed !third_wild", MANY, MANY, "black_canasta", "black", "mixed"),
    "KKKKK22": ("mixed", "black", "black", "black_canasta", "black", "mixed"),
    "KKKK2222": ("mixed !third_wild", MANY, MANY, MANY, MANY, MANY),
    "KK*****": ("mixed !third_wild", MANY, MANY, MANY, MANY, MANY),
    "K222222": (FEW, MANY, FEW, FEW, MANY, FEW),
    "KKKKKKK": ("natural", "red", "red", "red_canasta", "red", "natural"),
    "KKKKKKKK": ("natural", "red", LONG, "red_canasta", "red", "natural"),
    "KKKKKKK2": ("mixed", "black", "black", "black_canasta", "black", "mixed"),
    "AAAAAAA": ("natural", "red", "red_aces", "red_canasta", "red", "natural"),
    "AAAAAAAA": ("natural", "red", LONG, "red_canasta", "red", "natural"),
    "AAAAA2*": ("mixed", "black", "black_aces", "black_canasta", "black", "mixed"),
    "KKQ": (RANKS,) * 6,
    "KQ2": (RANKS,) * 6,
    # Wild cards alone.
    "222": (LONE, "-wild", "-", LONE, LONE, FEW),
    "22": (SHORT,) * 6,
    "2**": (LONE, "-wild", FEW, LONE, LONE, FEW),
    "***": (LONE, "-wild", FEW, LONE, LONE, FEW),
    "2222***": (LONE, "bolivia", MANY, LONE, LONE, FEW),
    "22222**": (LONE, "bolivia", "mixed_twos", LONE, LONE, FEW),
    "2222222": (LONE, "bolivia", "pure_twos", LONE, LONE, FEW),
    "22222222": (LONE, LONG, LONG, LONE, LONE, FEW),
    # Threes.
    "BBB": ("out", "out", "out", NEVER, "out", "out"),
    "BBBB": ("out", "out", "out", NEVER, "out", "out"),
    "BBBBBB": ("out", "out", "out", NEVER, LONG, LONG),
    "BB": (SHORT, SHORT, SHORT, NEVER, SHORT, SHORT),
    "BBBBBBB": (LONG, LONG, LONG, NEVER, LONG, LONG),
    "BBB2": (AMONG, AMONG, THREES, NEVER, AMONG, THREES),
    "BBBK": (RANKS, RANKS, THREES, NEVER, RANKS, THREES),
    "RRR": (NEVER, "laid", NEVER, NEVER, NEVER, NEVER),
    "R": (NEVER, "laid", NEVER, NEVER, NEVER, NEVER),
    "RB": (THREES, "-threes", THREES, NEVER, THREES, THREES),
    "RBBBBBB": (THREES, "-", THREES, NEVER, THREES, THREES),
    "RRBBBBB": (THREES, "-", THREES, NEVER, THREES, THREES),
    "RRRBBBB": (THREES, "royal", THREES, NEVER, THREES, THREES),
    "RRRRRBB": (THREES, "royal", THREES, NEVER, THREES, THREES),
    "RRRRRRB": (THREES, "super_royal", THREES, NEVER, THREES, THREES),
    "RRRRRRBB": (THREES, LONG, THREES, NEVER, THREES, THREES),
    # Sequences.
    "s456": ("-", "-", "-", "-", NEVER, NEVER),
    "sJQK": ("-", "-", "-", "-", NEVER, NEVER),
    "s45": (SHORT, SHORT, SHORT, SHORT, NEVER, NEVER),
    "s": (SHORT, SHORT, SHORT, SHORT, NEVER, NEVER),
    "h456789T": ("samba", "samba", "samba", "red_samba", NEVER, NEVER),
    "h89TJQKA": ("samba", "samba", "samba", "red_samba", NEVER, NEVER),
    "h456789TJ": (ROW_LONG, ROW_LONG, ROW_LONG, ROW_LONG, NEVER, NEVER),
    "hQKA4": (ROW, ROW, ROW, ROW, NEVER, NEVER),
    "hQKA2": (ROW_WILD, ROW_WILD, "-", ROW, NEVER, NEVER),
    "hA23": (ROW_WILD, ROW_WILD, "-", ROW, NEVER, NEVER),
    "hJQKA234": (ROW_WILD, ROW_WILD, "samba", ROW, NEVER, NEVER),
    "hKA": (SHORT, SHORT, SHORT, SHORT, NEVER, NEVER),
    "h654": (ROW, ROW, ROW, ROW, NEVER, NEVER),
    "h4556": (ROW, ROW, ROW, ROW, NEVER, NEVER),
    "h4568": (ROW, ROW, "- !gap_in_sequence", ROW, NEVER, NEVER),
    "h456789J": (ROW, ROW, "samba !gap_in_sequence", ROW, NEVER, NEVER),
    "h457T": (ROW, ROW, ROW, ROW, NEVER, NEVER),
    "h458": (ROW, ROW, ROW, ROW, NEVER, NEVER),
    "h4567*9T": (ROW_WILD, ROW_WILD, ROW_WILD, "black_samba", NEVER, NEVER),
    "h2567": (ROW_WILD, ROW_WILD, ROW, "-", NEVER, NEVER),
    "h*456": (ROW_WILD, ROW_WILD, ROW_WILD, ROW, NEVER, NEVER),
    "hQKA*": (ROW_WILD, ROW_WILD, ROW_WILD, ROW, NEVER, NEVER),
    "h45*": (ROW_WILD, ROW_WILD, ROW_WILD, "-", NEVER, NEVER),
    "h4**": (ROW_WILD, ROW_WILD, ROW_WILD, MANY, NEVER, NEVER),
    "h422": (ROW_WILD, ROW_WILD, ROW, MANY, NEVER, NEVER),
    "h45*2": (ROW_WILD, ROW_WILD, ROW_WILD, MANY, NEVER, NEVER),
    "h34567": (ROW, ROW, "-", ROW, NEVER, NEVER),
    "hR456": (ROW, ROW, ROW, ROW, NEVER, NEVER),
    # What is no card.
    "KKX": (UNKNOWN,) * 6,
    "KK3": (UNKNOWN,) * 6,
    "kkk": (UNKNOWN,) * 6,
    "K×7": (UNKNOWN,) * 6,
    "h45♥": (UNKNOWN,) * 6,
    "ss45": (UNKNOWN,) * 6,
}
CASES = [
    pytest.param(slug, text, expected, id=f"{slug} {text}")
    for text, row in MELDS.items()
    for slug, expected in zip(COLUMNS, row, strict=True)
]


def meld(slug: str, text: str, **options: bool) -> Meld:
    rules = with_options(game(slug), tuple(options.items()))
    return meld_book(rules)[text]


def describe(read: Meld) -> str:
    shape = read.shape
    if read.unknown is not None:
        return UNKNOWN
    if shape.fault is not None:
        return shape.fault.value
    if shape.only_going_out or shape.is_red_threes:
        return "out" if shape.only_going_out else "laid"
    doubt = f" !{shape.warning.value}" if shape.warning else ""
    return (shape.combination or f"-{shape.unfinished or ''}") + doubt


@pytest.mark.parametrize(("slug", "text", "expected"), CASES)
def test_what_a_game_says_of_a_meld(slug: str, text: str, expected: str) -> None:
    assert describe(meld(slug, text)) == expected


def test_every_reason_is_in_the_table() -> None:
    assert {expected for row in MELDS.values() for expected in row} >= {reason.value for reason in MeldFault}


def test_with_the_option_classic_wants_no_more_wild_cards_than_naturals() -> None:
    assert describe(meld("classic", "KK222", wild_at_most_naturals=True)) == MANY
    assert describe(meld("classic", "KKK222", wild_at_most_naturals=True)) == "-K"
    assert describe(meld("classic", "KKKK222", wild_at_most_naturals=False)) == "mixed"


@pytest.mark.parametrize(
    ("text", "points", "excess"),
    [("KK22*", 60, "*"), ("KK2**", 90, "*"), ("KK22**", 60, "**"), ("KK***", 120, "*"), ("QQ222", 60, "2")],
)
def test_of_too_many_wild_cards_the_jokers_are_those_too_many(text: str, points: int, excess: str) -> None:
    read = meld("samba", text)
    assert (read.points, read.shape.excess) == (points, excess)
    assert read.excess_points == sum({"*": 50, "2": 20}[card] for card in excess)
    assert read.melded_cards == len(text) - len(excess)


def test_threes_of_a_sequence_are_red_or_black_as_its_suit_is() -> None:
    for suit in "shdc":
        read = meld("sitoumussamba", f"{suit}234")
        assert read.cards == ("2R4" if suit in "hd" else "2B4")
        assert read.suited == (f"{suit}2", f"{suit}3", f"{suit}4")


def test_a_wild_card_in_a_sequence_has_no_suit() -> None:
    assert meld("sambola", "h4562").suited == ("h4", "h5", "h6")


@pytest.mark.parametrize("text", ["", "h", "KKX", "hK×"])
def test_a_meld_of_which_no_card_is_known_counts_as_one_card_without_value(text: str) -> None:
    read = meld("samba", text)
    assert not read.is_valid
    assert (read.cards, read.melded_cards, read.points) == ("", 1, 0)


def test_the_memo_of_melds_is_bounded() -> None:
    book = MeldBook(game("samba"), limit=5)
    for number in range(1, 12):
        assert book["4" * number] == book["4" * number]
        assert len(book) <= 5


def test_texts_as_long_as_a_meld_can_be_are_remembered_and_longer_ones_are_not() -> None:
    book = MeldBook(game("samba"))
    for length in (17, 18):
        assert book["K" * length] == book["K" * length]
    assert list(book) == ["K" * 17]
