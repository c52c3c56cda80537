"""Dates as people type them, and what is a date in no certain way."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.text.typed_dates import DateFault, read_date

LANGUAGES = ("sv", "fi", "da", "en")
FIFTH_OF_MARCH = date(2019, 3, 5)
# How a day is written so that it is one day in every language.
CERTAIN = (
    "{0:%Y-%m-%d}",
    "{0:%Y%m%d}",
    "{0:%Y/%m/%d}",
    "{0:%Y-%m-%d} 00:00:00",
    "{0.year}-{0.month}-{0.day}",
    "{0:%d.%m.%Y}",
    "{0.day}.{0.month}.{0.year}",
    "{0.day}. {0.month}. {0.year}",
    "{0.day}/{0.month} {0.year}",
    "{0.day}/{0.month}-{0.year}",
)
days = st.dates(date(1000, 1, 1))
languages = st.sampled_from(LANGUAGES)


@given(days, st.sampled_from(CERTAIN), languages)
def test_a_day_that_is_written_in_a_certain_way_is_read(day: date, written: str, language: str) -> None:
    assert read_date(written.format(day), language) == day


@given(days, st.sampled_from("/-"), st.booleans(), languages)
def test_a_day_that_may_be_another_is_that_day_or_none(
    day: date, mark: str, month_first: bool, language: str
) -> None:
    first, second = (day.month, day.day) if month_first else (day.day, day.month)
    found = read_date(f"{first:02}{mark}{second:02}{mark}{day.year:04}", language)
    is_danish = mark == "-" and language == "da"
    if is_danish and month_first and day.day != day.month:
        # The month is the second number there.
        assert found is DateFault.NO_DATE or found == date(day.year, day.day, day.month)
    elif day.day <= 12 and day.day != day.month and not is_danish:
        assert found is DateFault.AMBIGUOUS
    else:
        assert found == day


@given(st.text(max_size=30), languages)
def test_any_text_is_a_day_or_named(text: str, language: str) -> None:
    found = read_date(text, language)
    assert isinstance(found, date | DateFault)


@given(st.text(alphabet="0123456789.-/ ", max_size=12), languages)
def test_a_day_has_the_figures_that_were_typed(text: str, language: str) -> None:
    found = read_date(text, language)
    if isinstance(found, date):
        typed = {int(part) for part in text.translate(str.maketrans("./-", "   ")).split()}
        assert {found.year, found.month, found.day} >= typed or len(typed) == 1


@pytest.mark.parametrize(
    ("cell", "language", "expected"),
    [
        (datetime(2019, 3, 5, 18, 30), "sv", FIFTH_OF_MARCH),
        (FIFTH_OF_MARCH, "fi", FIFTH_OF_MARCH),
        ("05-03-2019", "da", FIFTH_OF_MARCH),
        ("05-03-2019", "en", DateFault.AMBIGUOUS),
        ("05/03/2019", "da", DateFault.AMBIGUOUS),
        ("25/3/2019", "en", date(2019, 3, 25)),
        ("3/25/2019", "sv", date(2019, 3, 25)),
        ("5.3.19", "fi", DateFault.SHORT_YEAR),
        ("5/3/19", "sv", DateFault.SHORT_YEAR),
        ("31.4.2019", "fi", DateFault.NO_DATE),
        ("13/13/2019", "fi", DateFault.NO_DATE),
        ("05-13-2019", "da", DateFault.NO_DATE),
        ("5/3-2019", "da", FIFTH_OF_MARCH),
        (43529, "sv", DateFault.NO_DATE),
        (20190305, "sv", FIFTH_OF_MARCH),
        ("March", "en", DateFault.NO_DATE),
        ("", "en", DateFault.NO_DATE),
    ],
)
def test_a_cell_is_a_day_or_says_why_not(cell: object, language: str, expected: object) -> None:
    assert read_date(cell, language) == expected
