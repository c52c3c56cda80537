"""Cards typed in four languages, printed and typed again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.cards import ALPHABET, RANKS, SUITS
from scoring.core.notation import (
    FACES,
    NotationFault,
    NotationMistake,
    format_cards,
    parse_cards,
)

LANGUAGES = tuple(FACES)
HANDS = st.text(ALPHABET, max_size=30)
SEQUENCES = st.builds(
    lambda suit, cards: suit + cards, st.sampled_from(SUITS), st.text(RANKS, min_size=1, max_size=7)
)


@pytest.mark.parametrize(
    ("text", "language", "cards"),
    [
        ("KKKKK2*", "en", "KKKKK2*"),
        ("kkkkk2*", "en", "KKKKK2*"),
        ("K×7", "en", "KKKKKKK"),
        ("Kx7", "en", "KKKKKKK"),
        ("K × 7", "en", "KKKKKKK"),
        ("5×3 2 *×2", "en", "5552**"),
        ("5×3 10 10", "en", "555TT"),
        ("K×12", "en", "K" * 12),
        ("s456789T", "en", "s456789T"),
        ("♠4 5 6 7 8 9 10", "en", "s456789T"),
        ("♥4♥5♥6", "en", "h456"),
        ("♡ 4 5 6", "en", "h456"),
        ("hTJQKA23", "en", "hTJQKA23"),
        ("3r 3b", "en", "RB"),
        ("3R×2 B", "en", "RRB"),
        ("E K D Kn 10", "sv", "AKQJT"),
        ("eekndd", "sv", None),
        ("EEKNDD", "sv", "AAJQQ"),
        ("R B", "sv", "RB"),
        ("Ä K R S 10", "fi", "AKQJT"),
        ("RRR", "fi", "QQQ"),
        ("3r 3b B", "fi", "RBB"),
        ("E K D B", "da", "AKQJ"),
        ("BBB", "da", "JJJ"),
        ("3b R", "da", "BR"),
        ("♥ 10 Kn D K E", "sv", "hTJQKA"),
        ("h3R", "fi", "h3Q"),
        ("", "en", ""),
        ("   ", "sv", ""),
    ],
)
def test_what_people_type_becomes_canonical(text: str, language: str, cards: str | None) -> None:
    result = parse_cards(text, language)
    if cards is None:
        assert isinstance(result, NotationMistake)
    else:
        assert result == cards


@pytest.mark.parametrize(
    ("text", "language", "fault", "at"),
    [
        ("KK?K", "en", NotationFault.NO_CARD, 2),
        ("KK1K", "en", NotationFault.NO_CARD, 2),
        ("K3K", "en", NotationFault.NO_CARD, 1),
        ("×3", "en", NotationFault.COUNT_OF_NOTHING, 0),
        ("s×3", "en", NotationFault.COUNT_OF_NOTHING, 1),
        ("K×", "en", NotationFault.COUNT_MISSING, 1),
        ("K×K", "en", NotationFault.COUNT_MISSING, 1),
        ("K×0", "en", NotationFault.COUNT_MISSING, 1),
        ("KKs", "en", NotationFault.SUIT_NOT_FIRST, 2),
        ("♠4♥5", "en", NotationFault.TWO_SUITS, 2),
        ("K" * 401, "en", NotationFault.TOO_LONG, 399),
    ],
)
def test_a_mistake_quotes_the_text_and_points_at_the_character(
    text: str, language: str, fault: NotationFault, at: int
) -> None:
    result = parse_cards(text, language)
    assert isinstance(result, NotationMistake)
    assert (result.fault, result.at) == (fault, at)


@pytest.mark.parametrize("language", LANGUAGES)
@given(cards=HANDS | SEQUENCES)
def test_what_is_printed_can_be_typed(language: str, cards: str) -> None:
    assert parse_cards(format_cards(cards, language), language) == cards


@given(cards=HANDS | SEQUENCES)
def test_canonical_strings_are_typed_as_they_are_in_english(cards: str) -> None:
    assert parse_cards(cards, "en") == cards


@given(text=st.text(max_size=60), language=st.sampled_from(LANGUAGES))
def test_whatever_is_typed_gives_cards_or_a_place_in_the_text(text: str, language: str) -> None:
    result = parse_cards(text, language)
    if isinstance(result, NotationMistake):
        assert 0 <= result.at < len(result.text)
    else:
        assert parse_cards(result, "en") == result


@pytest.mark.parametrize(
    ("cards", "language", "printed_text"),
    [
        ("KKKKK2*", "en", "K×5 2 *"),
        ("s456789T", "sv", "♠ 4 5 6 7 8 9 10"),
        ("AKQJT", "sv", "E K D Kn 10"),
        ("AKQJT", "fi", "Ä K R S 10"),
        ("AKQJTRB", "da", "E K D B 10 3r 3b"),
        ("AKQJT", "en", "A K Q J 10"),
        ("AKQJT", "xx", "A K Q J 10"),
        ("hTJQKA", "sv", "♥ 10 Kn D K E"),
    ],
)
def test_cards_are_printed_by_the_letters_of_each_language(
    cards: str, language: str, printed_text: str
) -> None:
    assert format_cards(cards, language) == printed_text
