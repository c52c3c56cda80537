"""A list of past results as people write it, and what is wrong at which cell."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pytest
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from clubs.text.sheet_limits import MANY_EVENTS
from clubs.text.sheets import UnreadableSheet, read_sheet
from tests.tournaments.past.lists import HEADINGS, ROWS, Row, a_desk, a_list
from tournaments.past import PastReading, read_past_results

LANGUAGES = ("sv", "fi", "da", "en")
# How a total is written so that it is one number in every language.
CERTAIN = ("{0}", "{0:,}", "{0:_}", "{0},0", " {0} ", "+{0}")


def read(*rows: Row, headings: Row = HEADINGS, language: str = "en") -> PastReading:
    with translation.override(language):
        return read_past_results([headings, *rows])


def problems(*rows: Row, headings: Row = HEADINGS, language: str = "en") -> list[tuple[str, str]]:
    reading = read(*rows, headings=headings, language=language)
    return [(problem.cell, problem.sentence) for problem in reading.problems]


def result(date: object = "2019-03-05", event: object = "Cup", **cells: object) -> Row:
    cells = {"place": "", "pair": "Anna Berg / Bo Ek", "points": 5, "wins": "", "note": "", **cells}
    return (date, event, *cells.values())


# What is read.


def test_events_are_found_by_day_and_name_whatever_the_order_of_their_rows() -> None:
    reading = read(
        result("2020-01-02", "Winter"),
        result("5.3.2019", "Spring  cup", pair="Cia Dahl / Eva Falk", points=7),
        result("2019-03-05", "Spring Cup", pair="Gun Holm / Ida Jern", points=9),
        result("2020-01-02", "Spring Cup", pair="Kaj Lund / Olle Nord"),
        result("", "", pair="Pia Quist / Rea Ståhl"),
    )
    found = [(event.day.isoformat(), event.name, len(event.rows)) for event in reading.events]
    assert found == [
        ("2019-03-05", "Spring cup", 2),
        ("2020-01-02", "Winter", 1),
        ("2020-01-02", "Spring Cup", 2),
    ]
    assert [place.result.points for place in reading.events[0].places()] == [9, 7]


@pytest.mark.parametrize(
    ("headings", "row"),
    [
        (("Datum", "Tävling", "Spelare 1", "Spelare 2", "Poäng"), None),
        (
            ("Points", "Player 2", "Player 1", "Own column", "Event", "Date"),
            (5, "Bo Ek", "Berg, Anna", "x", "Cup", "2019-03-05"),
        ),
        (("Date", "Event", "Player", "Total"), ("2019-03-05", "Cup", "Anna Berg och Bo Ek", 5)),
    ],
)
def test_columns_are_found_by_their_headings(headings: Row, row: Row | None) -> None:
    reading = read(row or ("2019-03-05", "Cup", "Anna Berg", "Bo Ek", 5), headings=headings)
    (event,) = reading.events
    assert [player.name for player in event.rows[0].players] == ["Anna Berg", "Bo Ek"]
    assert event.rows[0].points == 5


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", ["xlsx", "csv"])
def test_the_list_to_fill_in_is_read_in_every_language(language: str, form: str) -> None:
    desk = a_desk(language)
    answer = desk.client.get(desk.address, {"as": form})
    if form == "xlsx":
        book = load_workbook(BytesIO(answer.getvalue()))
        book.active.append(["2019-03-05", "Cup", 1, "Anna Berg / Bo Ek", 5, 2, "x"])
        file = BytesIO()
        book.save(file)
        data = file.getvalue()
    else:
        data = answer.getvalue() + b"2019-03-05;Cup;1;Anna Berg / Bo Ek;5;2;x\r\n"
    for reader in LANGUAGES:
        with translation.override(reader):
            reading = read_past_results(read_sheet(data, MANY_EVENTS))
        assert (len(reading.events), reading.problems) == (1, [])
        (row,) = reading.events[0].rows
        assert (row.place, row.points, row.wins, row.note) == (1, 5, 2, "x")


@given(st.integers(0, 9_999_999), st.sampled_from(CERTAIN), st.sampled_from(LANGUAGES))
def test_a_total_is_read_in_the_ways_that_people_write_it(points: int, written: str, language: str) -> None:
    text = written.format(points).replace("_", " ")
    if "," in written and written != CERTAIN[3]:
        text = text.replace(",", "\u00a0")
    reading = read(result(points=text), language=language)
    assert [row.points for event in reading.events for row in event.rows] == [points]


@pytest.mark.parametrize(("language", "taken"), [("da", True), ("sv", False), ("fi", False), ("en", False)])
def test_a_point_between_thousands_is_taken_only_where_it_is_one(language: str, taken: bool) -> None:
    reading = read(result(points="1.235"), language=language)
    assert bool(reading.events) is taken
    assert [problem.cell for problem in reading.problems] == ([] if taken else ["E2"])


@given(
    st.lists(st.integers(-50, 50), min_size=1, max_size=12),
    st.randoms(use_true_random=False),
)
def test_places_without_a_list_of_them_follow_from_the_points(points: list[int], order: object) -> None:
    rows = [result(pair=f"Anna B{chr(97 + number)}", points=each) for number, each in enumerate(points)]
    (event,) = read(*rows).events
    for place in event.places():
        assert place.place == 1 + sum(other > place.result.points for other in points)
        assert place.shared == (points.count(place.result.points) > 1)


# What is wrong.

AT_A_CELL: Sequence[tuple[Row, str, str]] = (
    (result("05/03/2019"), "A2", "“05/03/2019” can be two days. Write it as 2019-03-05 or 5.3.2019."),
    (result("5.3.19"), "A2", "The year in “5.3.19” needs four figures."),
    (result("last May"), "A2", "“last May” is no date. Write it as 2019-03-05 or 5.3.2019."),
    (result(""), "A2", "The date is missing."),
    (result("2199-01-01"), "A2", "“2199-01-01” lies in the future."),
    (result("1019-01-01"), "A2", "Check the year."),
    (result(event=""), "B2", "The name of the event is missing."),
    (result(event="=1+1"), "B2", "“=1+1” looks like a formula or markup."),
    (result(place="first"), "C2", "“first” is no place. A place is a number from 1, or nothing."),
    (result(place="0"), "C2", "“0” is no place. A place is a number from 1, or nothing."),
    (result(pair=""), "D2", "The names are missing."),
    (result(pair="Anna"), "D2", "“Anna” is no player. A player needs a given name and a family name."),
    (result(pair="A B / C D / E F / G H"), "D2", "4 names are here; an entry has at most 3."),
    (
        result(pair="von Essen, Anna Maria"),
        "D2",
        "“von Essen, Anna Maria” can be one player or two. Write a slash between two players.",
    ),
    (result(pair="<b>Anna</b> Berg"), "D2", "“<b>Anna<” looks like a formula or markup."),
    (result(pair="Anna Berg / Berg, Anna"), "D2", "Anna Berg is already in row 2."),
    (result(points=""), "E2", "The total is missing."),
    (result(points="1.5"), "E2", "“1.5” has decimals, and points have none."),
    (result(points=1.5), "E2", "“1.5” has decimals, and points have none."),
    (result(points=10**9), "E2", "“1000000000” is no number of points."),
    (result(wins="many"), "F2", "“many” is no number of games won."),
    (result(note="x" * 201), "G2", "Ensure this value has at most 200 characters (it has 201)."),
)


@pytest.mark.parametrize(
    ("row", "cell", "sentence"), AT_A_CELL, ids=[sentence for _r, _c, sentence in AT_A_CELL]
)
def test_what_is_wrong_is_named_at_its_cell(row: Row, cell: str, sentence: str) -> None:
    assert problems(row) == [(cell, sentence)]


def test_everything_that_is_wrong_in_a_row_is_named_at_once() -> None:
    found = problems(result("x", "", pair="Anna", points="y", place="z"))
    assert [cell for cell, _sentence in found] == ["A2", "B2", "D2", "C2", "E2"]


def test_a_player_is_in_an_event_once_and_all_or_no_rows_have_a_place() -> None:
    again = problems(result(), result(pair="Ek, Bo / Cia Dahl"))
    assert again == [("D3", "Bo Ek is already in row 2.")]
    some = problems(result(place=1), result(pair="Cia Dahl / Eva Falk"))
    assert some == [("C3", "The place is missing, and other rows of “Cup” have one.")]


# The file as a whole.


def refusal_of(rows: Sequence[Row]) -> str:
    with pytest.raises(UnreadableSheet) as refusal, translation.override("en"):
        read_past_results(rows)
    return refusal.value.sentence


def test_a_file_that_is_no_list_is_refused_by_what_it_lacks() -> None:
    assert "“Date”, “Event”, “Pair or player”, “Points”" in refusal_of([("a", "b"), (1, 2)])
    assert refusal_of([HEADINGS]) == "There is no result below the headings."
    rows = [result(event=f"Cup {number}") for number in range(1001)]
    assert refusal_of([HEADINGS, *rows]) == "The list has 1001 events. Send at most 1000 at a time."


def test_five_thousand_rows_are_read_and_no_more() -> None:
    names = [f"Anna B{first}{second}" for first in "abcdefghij" for second in "abcde"]
    lines = [f"2019-03-05;Cup {at // 50};{names[at % 50]};{at}" for at in range(5000)]
    text = "\n".join(["Date;Event;Player;Points", *lines])
    assert read_past_results(read_sheet(text.encode(), MANY_EVENTS)).problems == []
    with pytest.raises(UnreadableSheet):
        read_sheet((text + "\nx" * 10).encode(), MANY_EVENTS)


@pytest.mark.django_db
def test_a_file_that_is_no_spreadsheet_is_refused_at_the_field(client: Client) -> None:
    desk = a_desk()
    for data in (b"PK\x03\x04 no archive", b"\xd0\xcf\x11\xe0 old", b"\0\0\0"):
        assert "cannot be read as a spreadsheet" in desk.send(data, "list.ods")
    assert "Put these cells right" in desk.send(a_list(*ROWS, ("x", "y", 1, "z", 1, 1, "")))
