"""Whole numbers as people type them, in four languages."""

from __future__ import annotations

import pytest

from clubs.reports.numbers import format_value
from clubs.text.typed_numbers import NumberFault, read_whole_number

LANGUAGES = ("sv", "fi", "da", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("0", 0), ("5", 5), ("+5", 5), ("10235", 10_235), (" 10 235 ", 10_235), ("1 234 567", 1_234_567)),
        *(("10\u00a0235", 10_235), ("10\u202f235", 10_235), ("1.234.567", 1_234_567)),
        *(("1,234,567", 1_234_567), ("-350", -350), ("−350", -350), ("–350", -350), ("− 1 350", -1350)),
        *(("5 280,0", 5280), ("5 280.00", 5280), ("5.280,0", 5280), ("5,280.0", 5280), ("12345,000", 12_345)),
    ],
)
def test_what_has_one_meaning_is_read_in_every_language(language: str, text: str, number: int) -> None:
    assert read_whole_number(text, language) == number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [0, 5, 999, 1000, 10_235, 1_234_567, -350, -10_235])
def test_a_number_is_read_as_it_is_written_on_pages(language: str, number: int) -> None:
    assert read_whole_number(format_value(number, language), language) == number


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        *(("10.235", "da", 10_235), ("10.235", "sv", None), ("10.235", "fi", None), ("10.235", "en", None)),
        *(("10,235", "en", 10_235), ("10,235", "sv", None), ("10,235", "fi", None), ("10,235", "da", None)),
        *(("10,000", "en", 10_000), ("10,000", "sv", None), ("-5.000", "da", -5000), ("-5.000", "sv", None)),
    ],
)
def test_one_mark_before_three_figures_is_read_only_where_it_is_between_thousands(
    text: str, language: str, number: int | None
) -> None:
    assert read_whole_number(text, language) == (NumberFault.AMBIGUOUS if number is None else number)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["10,5", "10.5", "5 280,05", "0.1"])
def test_decimals_that_are_not_zeros_are_refused(language: str, text: str) -> None:
    assert read_whole_number(text, language) is NumberFault.NOT_WHOLE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "x", "10 235 p", "10 23", "1 0235", "1,2,3", "1.5.0", "1.234,567.0", "--5", "5-", "(350)"),
        *("=1+1", "=cmd|' /C calc'!A0", "1e3", "٣", "²", "0x10", "9" * 5000, "1_000", "True", ",5", "5,"),
    ],
)
def test_anything_else_is_no_number(language: str, text: str) -> None:
    assert read_whole_number(text, language) is NumberFault.NO_NUMBER
