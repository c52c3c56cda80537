"""The sheet of a round: taken, filled in with a program, sent back, looked at, saved."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from clubs.models import LogEntry, Role
from scoring import recording
from scoring.models import Game
from tests.builders import a_user
from tests.scoring.support.played import a_deal
from tests.tournaments.support.events import Played, agreed
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.schemes.places import PLACES
from tournaments.models import Round
from tournaments.rounds.sheet_template import load_side_numbers

pytestmark = pytest.mark.django_db

# The columns of the sheet, by their letters.
ROUND, TABLE, NUMBER_1, SIDE_1, TOTAL_1, NUMBER_2, SIDE_2, TOTAL_2, BELONGS = "ABCDEFGHI"
FIRST = 3
Fill = Callable[[Any], None]


@pytest.fixture
def event() -> Played:
    played = Played(agreed(rounds=2))
    played.enter(6)
    played.publish()
    return played


def drawn_in(event: Played) -> Round:
    return event.event.rounds.exclude(state=Round.State.REMOVED).latest("number")


def address_of(event: Played) -> str:
    return f"/rounds/{drawn_in(event).pk}/sheet/"


def director(event: Played, language: str = "en") -> Client:
    client = Client()
    client.force_login(event.by.user)  # type: ignore[arg-type]
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


def filled(event: Played, fill: Fill, client: Client | None = None) -> bytes:
    """The workbook of the round, changed by a program as a spreadsheet program would."""
    answer = (client or director(event)).get(f"{address_of(event)}?as=xlsx")
    book = load_workbook(BytesIO(answer.getvalue()))
    fill(book.active)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def with_cells(cells: Mapping[str, object]) -> Fill:
    def fill(sheet: Any) -> None:
        for name, value in cells.items():
            sheet[name] = value

    return fill


def totals_for(*rows: Sequence[object]) -> Mapping[str, object]:
    return {
        f"{column}{FIRST + at}": total
        for at, of_row in enumerate(rows)
        for column, total in zip((TOTAL_1, TOTAL_2), of_row, strict=True)
    }


def send(event: Played, data: bytes, client: Client | None = None, name: str = "round.xlsx") -> HttpResponse:
    client = client or director(event)
    return client.post(address_of(event), {"file": SimpleUploadedFile(name, data)})  # type: ignore[return-value]


def fill_and_send(event: Played, cells: Mapping[str, object], language: str = "en") -> HttpResponse:
    client = director(event, language)
    return send(event, filled(event, with_cells(cells), client), client)


def words(answer: HttpResponse) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split()))


def form_of(answer: HttpResponse) -> dict[str, str]:
    """The form of the preview, as a browser sends it."""
    page = answer.content.decode()
    return dict(re.findall(r'<input type="(?:hidden|text)" name="(g\d+-\w+)"(?: value="([^"]*)")?', page))


def save(event: Played, answer: HttpResponse, *sure: Game) -> HttpResponse:
    body = form_of(answer) | {f"g{game.pk}-sure": "on" for game in sure}
    return director(event).post(f"/rounds/{drawn_in(event).pk}/results/", body)  # type: ignore[return-value]


def stored(event: Played) -> list[list[int] | None]:
    return [game.entered_result for game in event.games(drawn_in(event))]


# The whole way.


def test_the_sheet_has_the_tables_the_numbers_and_the_names(event: Played) -> None:
    def look(sheet: Any) -> None:
        headings = [cell.value for cell in sheet[FIRST - 1]]
        assert headings == [
            *("Round", "Table", "Number of side 1", "Side 1", "Total of side 1"),
            *("Number of side 2", "Side 2", "Total of side 2", "Belongs to"),
        ]
        rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=FIRST)]
        assert [row[1] for row in rows] == [1, 2, 3]
        assert sorted(row[at] for row in rows for at in (2, 5)) == [1, 2, 3, 4, 5, 6]
        assert {row[8] for row in rows} == {f"{event.event.title}, round 1 [{drawn_in(event).pk}]"}
        assert {row[at] for row in rows for at in (4, 7)} == {None}

    filled(event, look)


def test_a_filled_in_sheet_is_looked_at_and_then_saved_like_typed_totals(event: Played) -> None:
    answer = fill_and_send(event, totals_for((10_235, -350), ("9 100", "5 280,0"), (8005.0, 8000)))
    assert answer.status_code == 200
    assert "Nothing is saved yet." in words(answer)
    assert stored(event) == [None, None, None]
    assert not LogEntry.objects.filter(act="game.result_entered").exists()
    assert save(event, answer).status_code == 302
    assert stored(event) == [[10_235, -350], [9100, 5280], [8005, 8000]]
    assert LogEntry.objects.filter(act="game.result_entered").count() == 3


def test_what_is_saved_is_in_the_next_sheet_and_sent_again_it_changes_nothing(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    event.totals(game, 10_000, 5_000)
    answer = fill_and_send(event, {})
    page = words(answer)
    assert "1 table already has the result of the sheet." in page
    assert "2 tables have no totals in the sheet." in page
    assert "There is nothing to save." in page
    assert form_of(answer) == {}


@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
def test_a_csv_is_read_as_it_was_given_out(event: Played, language: str) -> None:
    client = director(event, language)
    text = client.get(f"{address_of(event)}?as=csv").content.decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text), delimiter=";"))
    typed = {"sv": "10 235", "fi": "10\u00a0235", "da": "10.235", "en": "10,235"}[language]
    assert rows[0][0].startswith("# ")
    _headings, *tables = (row for row in rows if not row[0].startswith("#"))
    for row in tables:
        row[4], row[7] = typed, "−350"
    changed = StringIO()
    csv.writer(changed, delimiter=";").writerows(rows)
    assert save(event, send(event, changed.getvalue().encode(), client, "round.csv")).status_code == 302
    assert stored(event) == [[10_235, -350]] * 3


def test_lines_around_the_table_are_no_part_of_it(event: Played) -> None:
    headings = "Table;Number of side 1;Total of side 1;Number of side 2;Total of side 2"
    drawn = drawn_in(event)
    (one,), (other,) = load_side_numbers(drawn)[drawn.pairings.get(table=1).pk]
    lines = ["# Spring, in Åbo, on the ferry, and, again, in Åbo"] * 12
    text = "\r\n".join([*lines, headings, f"1;{one};10235;{other};−350", "# 7;7;7;7;7", "#;7;7;7;7"])
    answer = send(event, text.encode(), name="round.csv")
    assert save(event, answer).status_code == 302
    assert stored(event) == [[10_235, -350], None, None]
    assert "is no table number" not in words(answer)


def test_a_sheet_in_one_language_is_read_in_another(event: Played) -> None:
    data = filled(event, with_cells(totals_for((10_000, 5_000))), director(event, "sv"))
    assert save(event, send(event, data, director(event, "fi"))).status_code == 302
    assert stored(event) == [[10_000, 5_000], None, None]


def test_sorted_rows_and_exchanged_sides_are_found_by_their_numbers(event: Played) -> None:
    before: list[list[object]] = []

    def sort(sheet: Any) -> None:
        rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=FIRST)]
        before.extend(rows)
        for at, (round_number, table, number_1, side_1, _t1, number_2, side_2, _t2, belongs) in enumerate(
            reversed(rows), start=FIRST
        ):
            one, other = 10_000 + 5 * number_1, 5_000 + 5 * number_2
            moved = [round_number, table, number_2, side_2, other, number_1, side_1, one, belongs]
            for column, value in enumerate(moved, start=1):
                sheet.cell(at, column).value = value

    assert save(event, send(event, filled(event, sort))).status_code == 302
    assert stored(event) == [[10_000 + 5 * row[2], 5_000 + 5 * row[5]] for row in before]  # type: ignore[operator]


def test_columns_may_be_moved_and_others_added(event: Played) -> None:
    def change(sheet: Any) -> None:
        sheet.insert_cols(1)
        sheet["A2"], sheet["A3"] = "Remark", "late"
        sheet["F3"], sheet["I3"] = 10_000, 5_000

    assert save(event, send(event, filled(event, change))).status_code == 302
    assert stored(event)[0] == [10_000, 5_000]


def test_three_sides_have_three_totals() -> None:
    event = Played(agreed(THREE_SIDED, sides=3, players=1, scheme=PLACES))
    event.enter(6)
    event.publish()
    answer = fill_and_send(event, {"E3": 10_000, "H3": 5_000, "K3": 300})
    assert save(event, answer).status_code == 302
    assert stored(event) == [[10_000, 5_000, 300], None]


# What is there already.


def test_a_stored_result_that_differs_is_replaced_only_if_somebody_says_so(event: Played) -> None:
    game, other, _third = event.games(drawn_in(event))
    event.totals(game, 10_000, 5_000)
    answer = fill_and_send(event, totals_for((10_000, 6_000), (9_000, 5_000)))
    assert "The result that is stored is 10,000 : 5,000. Is it wrong?" in words(answer)
    answer_to_saving = save(event, answer)
    assert answer_to_saving.status_code == 200
    assert "1 table has a question. It is not saved yet." in words(answer_to_saving)
    assert stored(event) == [[10_000, 5_000], [9_000, 5_000], None]
    assert save(event, answer_to_saving, game).status_code == 302
    assert stored(event) == [[10_000, 6_000], [9_000, 5_000], None]
    assert LogEntry.objects.filter(act="game.result_corrected").count() == 1
    assert other.pk != game.pk


def test_what_somebody_has_typed_since_the_sheet_was_looked_at_stays(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    answer = fill_and_send(event, totals_for((10_000, 6_000)))
    event.totals(game, 10_000, 5_000)
    assert "Somebody else has changed this meanwhile." in words(save(event, answer, game))
    assert stored(event)[0] == [10_000, 5_000]


def test_what_is_unlikely_is_asked_about_before_it_is_saved(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    answer = fill_and_send(event, totals_for((105_000, 8_000)))
    assert "Is there a digit too many?" in words(answer)
    assert save(event, answer, game).status_code == 302
    assert stored(event)[0] == [105_000, 8_000]


def test_a_table_with_deals_takes_no_totals(event: Played) -> None:
    game, *_others = event.games(drawn_in(event))
    recording.record_deal(event.by, game, a_deal())
    answer = fill_and_send(event, totals_for((10_000, 5_000)))
    assert "E3 Table 1: No totals can be typed here" in words(answer)
    assert form_of(answer) == {}


def test_what_a_second_person_types_unseen_is_neither_in_the_sheet_nor_compared() -> None:
    event = Played(agreed(rounds=2, deals=1, walkover_margin=2000, written_on="paper", second_entry=True))
    event.enter(4)
    event.publish()
    assert save(event, fill_and_send(event, totals_for((835, 445)))).status_code == 302

    def look(sheet: Any) -> None:
        assert (sheet["E3"].value, sheet["H3"].value) == (None, None)

    filled(event, look)
    answers = {words(fill_and_send(event, totals_for(totals))) for totals in ((835, 445), (840, 445))}
    assert len(answers) == 1
    assert "E3 Table 1: No totals can be typed here" in answers.pop()


# What is refused at its cell.


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("many", "“many” is no number of points."),
        ("=cmd|' /C calc'!A0", "The total is missing."),
        ("'=cmd|", "“'=cmd|” is no number of points."),
        ("<script>alert(1)</script>", "“<script>alert(1)</script>” is no number of points."),
        ("x" * 300, f"“{'x' * 40}…” is no number of points."),
        (5280.5, "“5280.5” has decimals, and points have none."),
        ("10.235", "“10.235” can be read in two ways."),
        (10_003, "Points must be divisible by five."),
        (5 * 10**9, "Enter points, for example 2450 or −85."),
        (10**30, "“1e+30” is no number of points."),
        (True, "“TRUE” is no number of points."),
        ("", "The total is missing."),
    ],
)
def test_a_total_that_is_none_is_named_by_its_cell_and_its_side(
    event: Played, value: object, sentence: str
) -> None:
    game, *_others = event.games(drawn_in(event))
    answer = fill_and_send(event, totals_for((10_000, value), (9_000, 5_000)))
    names: list[object] = []
    filled(event, lambda sheet: names.append(sheet[f"{SIDE_2}{FIRST}"].value))
    assert f"{TOTAL_2}{FIRST} {names[0]}: {sentence}" in words(answer)
    assert "<script>alert" not in answer.content.decode()
    assert form_of(answer)[f"g{game.pk}-total1"] == ""
    assert save(event, answer).status_code == 200
    assert stored(event) == [None, [9_000, 5_000], None]


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({"B3": "x"}, "B3 “x” is no table number."),
        ({"B3": None}, "B3 “” is no table number."),
        ({"B3": 9}, "B3 Round 1 has no table 9 with a game."),
        ({"B4": 1}, "B4 Table 1 is already in row 3."),
        ({"C3": 99}, "play there, each once, and not “99”."),
        ({"C3": "x"}, "play there, each once, and not “x”."),
        ({"C3": None}, "A number is missing."),
    ],
)
def test_a_row_that_is_not_found_is_named_by_its_cell(
    event: Played, cells: Mapping[str, object], sentence: str
) -> None:
    answer = fill_and_send(event, {**totals_for((10_000, 5_000)), **cells})
    assert sentence in words(answer)
    save(event, answer)
    assert stored(event) in ([None, None, None], [[10_000, 5_000], None, None])


def test_one_entry_cannot_be_both_sides(event: Played) -> None:
    def repeat(sheet: Any) -> None:
        sheet["F3"], sheet["E3"], sheet["H3"] = sheet["C3"].value, 10_000, 5_000

    assert "F3 Table 1:" in words(send(event, filled(event, repeat)))


# What is refused as a whole.


def test_the_sheet_of_another_round_is_refused_by_its_name(event: Played) -> None:
    data = filled(event, with_cells(totals_for((10_000, 5_000))))
    old, title = drawn_in(event).pk, event.event.title
    for game in event.games(drawn_in(event)):
        event.totals(game, 10_000, 5_000)
    event.close(drawn_in(event))
    event.publish()
    page = words(send(event, data))
    here = f"{title}, round 2 [{drawn_in(event).pk}]"
    assert f"This sheet belongs to “{title}, round 1 [{old}]”, and this page to “{here}”." in page
    assert stored(event) == [None, None, None]


def test_the_sheet_of_another_event_is_refused_by_its_name(event: Played) -> None:
    other = Played(agreed(rounds=2))
    other.enter(6)
    other.publish()
    data = filled(other, with_cells(totals_for((10_000, 5_000))))
    assert f"round 1 [{drawn_in(other).pk}]”, and this page to" in words(send(event, data))
    assert stored(event) == [None, None, None]


def test_without_its_name_a_sheet_is_refused_by_its_round(event: Played) -> None:
    cells = {f"{BELONGS}{row}": None for row in range(2, 6)} | {f"{ROUND}3": 2}
    assert "This sheet belongs to “Round 2”, and" in words(fill_and_send(event, cells))


def test_without_headings_nothing_is_read(event: Played) -> None:
    page = words(fill_and_send(event, {f"{TOTAL_1}2": "Points"}))
    assert "The headings of the sheet are missing." in page
    assert "Download it again" in page


@pytest.mark.parametrize("data", [b"", b"\x89PNG\0", b"PK\x03\x04", b"x\n" * 10_000, b"\0" * 1000])
def test_a_file_that_is_no_sheet_is_refused_with_a_sentence(event: Played, data: bytes) -> None:
    answer = send(event, data)
    assert answer.status_code == 200
    assert 'class="errorlist"' in answer.content.decode()


def test_no_file_is_refused_with_a_sentence(event: Played) -> None:
    assert 'class="errorlist"' in director(event).post(address_of(event), {}).content.decode()


# Who, when, how much.


def test_only_who_directs_the_event_sees_it(event: Played) -> None:
    for kind in (Role.Kind.SCORER, Role.Kind.JURY):
        client = Client()
        client.force_login(a_user(kind, book=event.event.book))
        assert client.get(address_of(event)).status_code == 403
        assert send(event, b"x", client).status_code == 403
    assert Client().get(address_of(event)).status_code == 302


def test_a_round_that_is_not_published_has_no_sheet() -> None:
    event = Played(agreed(rounds=2))
    event.enter(4)
    drawn = event.draw()
    answer = director(event).get(address_of(event))
    assert (answer.status_code, answer["Location"]) == (302, f"/rounds/{drawn.pk}/")


def test_the_queries_do_not_grow_with_the_tables() -> None:
    counted = []
    for entries in (8, 80):
        event = Played(agreed())
        event.enter(entries)
        event.publish()
        client = director(event)
        data = filled(event, with_cells(totals_for(*[(10_000, 5_000)] * (entries // 2))), client)
        with CaptureQueriesContext(connection) as queries:
            assert len(form_of(send(event, data, client))) == 5 * (entries // 2)
        counted.append(len(queries))
    assert counted[0] == counted[1]
