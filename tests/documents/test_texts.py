"""Lines of text: where they end, and where they must not."""

from __future__ import annotations

import pytest

from clubs.reports.pdf.texts import FONT, TextStyle, split_words, text_width, wrap_list, wrap_text

NO_BREAK = "\N{NO-BREAK SPACE}"


def in_room_of(words: str, text: str) -> tuple[str, ...]:
    return wrap_text(text, FONT, 10, text_width(words, FONT, 10) + 0.1)


def test_no_line_ends_within_a_number() -> None:
    text = f"Canasta, till 5{NO_BREAK}000 poäng."
    assert in_room_of("Canasta, till 5", text) == ("Canasta, till", f"5{NO_BREAK}000 poäng.")
    assert list(split_words(text)) == ["Canasta,", "till", f"5{NO_BREAK}000", "poäng."]


def test_what_holds_together_is_broken_only_where_no_line_has_room_for_it() -> None:
    assert in_room_of("till 12345", f"till 12345{NO_BREAK}678910") == ("till", f"12345{NO_BREAK}", "678910")


@pytest.mark.parametrize("width", ["Enligt §", "Enligt § 30"])
def test_the_sign_of_a_paragraph_stands_before_its_number(width: str) -> None:
    lines = in_room_of(width, "Enligt § 30 B gäller")
    assert "Enligt" in lines
    assert "§ 30 B" in " ".join(lines)
    assert not any(line.endswith("§") or line.startswith(("30", "B")) for line in lines)


def test_a_paragraph_keeps_its_small_letter_too() -> None:
    lines = in_room_of("rättas när som helst (§ 35", "rättas när som helst (§ 35 c)")
    assert lines == ("rättas när som helst", "(§ 35 c)")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Allekirjoitus, A / Underskrift, A", ("Allekirjoitus, A /", "Underskrift, A")),
        ("Hilkka Lappalainen – Erling Brandt", ("Hilkka Lappalainen –", "Erling Brandt")),
    ],
)
def test_a_line_ends_between_two_languages_or_names_where_this_takes_no_more_of_them(
    text: str, lines: tuple[str, ...]
) -> None:
    assert in_room_of(f"{lines[0]} Under", text) == lines


def test_a_stroke_stands_behind_the_word_before_it() -> None:
    names = "Hilkka Lappalainen – Maximilian"
    assert in_room_of("Hilkka Lappalainen", names) == ("Hilkka", "Lappalainen –", "Maximilian")


def test_a_list_of_things_ends_its_lines_between_them_and_within_none() -> None:
    foot = "Pöytäkirja / Protokoll · Canasta · Pöytä: 1 / Bord: 1 · A: Åsa"
    style = TextStyle(FONT, 8, 10)
    width = text_width("Pöytäkirja / Protokoll · Canasta · Pöytä: 1 /", style.font, style.size)
    assert list(wrap_list(foot, style, width)) == [
        "Pöytäkirja / Protokoll · Canasta ·",
        "Pöytä: 1 / Bord: 1 · A: Åsa",
    ]
    assert list(wrap_list(foot, style, 10 * width)) == [foot]


def test_lines_are_as_few_as_there_can_be() -> None:
    text = "ett två tre fyra fem sex – sju"
    assert in_room_of("ett två tre fyra", text) == ("ett två tre fyra", "fem sex – sju")


def test_no_sentence_breaks_off_behind_the_first_name_in_it() -> None:
    sentence = "Bo – Eva Ek kom med i den andra ronden"
    assert in_room_of("Bo – Eva Ek kom med i den", sentence) == ("Bo – Eva Ek kom med i den", "andra ronden")


def test_an_empty_line_and_blanks_around_words_are_nothing() -> None:
    assert wrap_text(" ett  två \n\n tre ", FONT, 10, 200) == ("ett två", "tre")
