"""Lists as files: the same rows as the page, all of them, in its order, for those who see the page."""

from __future__ import annotations

import csv
from datetime import datetime
from io import BytesIO, StringIO
from typing import IO, Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.timezone import localtime
from openpyxl import load_workbook

from clubs import people
from clubs.models import Invitation, Role
from clubs.people.details import PlayerDetails
from clubs.reports.report import Report
from clubs.templatetags.figures import cell_of
from clubs.web import exports
from clubs.web.tables import ROWS_PER_PAGE
from tests.builders import a_club, a_player, a_user, an_author
from tests.clubs.support.desk import Desk
from tests.documents.list_schema import valid_list
from tests.documents.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Desk:
    return Desk()


def taken(client: Client, address: str, **asked: str) -> bytes:
    response: Any = client.get(address, asked)
    assert response.status_code == 200
    content: bytes = response.getvalue()
    return content


def rows_of(client: Client, address: str, **asked: str) -> list[list[str]]:
    """Under the headings, as the Nordic CSV has them, without the lines that say whose list it is."""
    content = taken(client, address, **{"as": "csv"} | asked).decode("utf-8-sig")
    rows = csv.reader(StringIO(content, newline=""), delimiter=";")
    return [row for row in rows if not (row and row[0].startswith("# "))][1:]


def told(client: Client, address: str) -> list[Any]:
    """The tables of a file with their captions."""
    tables: list[Any] = valid_list(taken(client, address, **{"as": "json"}))["tables"]
    return tables


def players(desk: Desk) -> str:
    return reverse("clubs:club_players", args=[desk.club.pk])


def test_a_player_called_as_a_formula_is_a_text_in_every_file(desk: Desk) -> None:
    a_player("Åke =1+1", club=desk.club)
    director = desk.as_("director")
    sheet = load_workbook(BytesIO(taken(director, players(desk), **{"as": "xlsx"}))).active
    names = {cell.value: cell.data_type for cell in sheet["A"]}
    assert names["=1+1"] == "s"
    assert sheet["A1"].value == f"{desk.club.name} · Players"
    assert [row[0] for row in rows_of(director, players(desk), q="=1+1")] == ["'=1+1"]


def test_a_file_has_all_rows_where_the_page_has_the_first(desk: Desk) -> None:
    for _player in range(ROWS_PER_PAGE + 5):
        a_player(club=desk.club)
    assert len(rows_of(desk.as_("director"), players(desk), page="2")) == ROWS_PER_PAGE + 6


def test_a_file_keeps_the_search_and_the_sort_of_the_page(desk: Desk) -> None:
    for name, licence in (("Nils Ek", "3"), ("Nils Al", "1"), ("Kaj Bok", "2")):
        a_player(name, club=desk.club, licence=licence, federation=desk.federation)
    found = rows_of(desk.as_("scorer"), players(desk), q="nils", sort="-licence")
    assert [row[:2] + row[3:] for row in found] == [
        ["Ek", "Nils", "3", "", "yes"],
        ["Al", "Nils", "1", "", "yes"],
    ]


def test_the_page_leads_to_its_files_with_its_search_and_its_sort(desk: Desk) -> None:
    response = desk.as_("scorer").get(players(desk), {"q": "Berg", "sort": "name", "page": "1"})
    links = [line for line in response.content.decode().split('"') if line.startswith("/") and "as=" in line]
    asked = [parse_qs(urlsplit(link.replace("&amp;", "&")).query) for link in links]
    forms = ["xlsx", "csv", "csv-comma", "json", "pdf", "print"]
    assert asked == [{"q": ["Berg"], "sort": ["name"], "as": [form]} for form in forms]
    assert all(urlsplit(link).path == players(desk) for link in links)


def test_paper_has_all_rows_and_nothing_of_the_viewer(desk: Desk) -> None:
    for number in range(ROWS_PER_PAGE + 5):
        a_player(f"Anna Berg{number:03}", club=desk.club)
    text = desk.as_("director").get(players(desk), {"as": "print"}).content.decode()
    assert text.count("Berg0") == ROWS_PER_PAGE + 5
    assert "csrf" not in text.lower()


def test_paper_leaves_out_the_columns_in_which_nothing_stands(desk: Desk) -> None:
    a_player("Anna Berg", club=desk.club)
    text = desk.as_("director").get(players(desk), {"as": "print", "q": "Anna"}).content.decode()
    assert "Family name" in text
    assert "Licence number" not in text
    assert "Licence number" in desk.as_("director").get(players(desk), {"as": "print"}).content.decode()


def test_a_day_and_its_hour_stay_on_one_line_of_a_list() -> None:
    assert cell_of(datetime(2026, 11, 22, 18, 30), "sv") == '<span class="unbroken">2026-11-22 18:30</span>'
    assert cell_of("2026 <b>", "sv") == "2026 &lt;b&gt;"


@pytest.mark.parametrize(
    ("language", "written"), [("fi", "{0.day}.{0.month}.{0.year}"), ("sv", "{0:%Y-%m-%d}")]
)
def test_a_list_writes_days_as_the_readers_language_does(desk: Desk, language: str, written: str) -> None:
    address = reverse("clubs:club_people", args=[desk.club.pk])
    page = desk.as_("admin").get(address, headers={"accept-language": language}).content.decode()
    assert written.format(localtime(desk.invitation.made_at)) in page


def test_a_list_that_is_longer_than_paper_gets_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MAX_PAPER_ROWS", 3)
    director = desk.as_("director")
    for _player in range(2):  # beside the desk's own
        a_player(club=desk.club)
    assert "first 3 rows" not in director.get(players(desk), {"as": "print"}).content.decode()
    a_player("Åsa Öst", club=desk.club)
    text = director.get(players(desk), {"as": "print"}).content.decode()
    assert "first 3 rows" in text
    assert "Öst" not in text
    assert len(rows_of(director, players(desk))) == 4


def test_a_pdf_has_the_rows_of_the_list_and_says_where_it_is_cut(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_player("Åsa Öst", club=desk.club)
    director = desk.as_("director")
    text = text_of(taken(director, players(desk), **{"as": "pdf"}))
    assert all(name in text for name in ("Åsa", "Öst", desk.club.name, "Players"))
    monkeypatch.setattr(exports, "MAX_PAPER_ROWS", 1)
    text = text_of(taken(director, players(desk), **{"as": "pdf"}))
    assert text.index("first 1 rows") < text.index("Berg"), "before the first row"
    assert "Öst" not in text


def test_paper_says_of_which_state_it_is(desk: Desk) -> None:
    """A list of one club by the revision of its book; one over all clubs by when it was made."""
    director = desk.as_("director")
    director.post(
        reverse("clubs:player_new", args=[desk.club.pk]),
        {"given_name": "Eva", "family_name": "Ny", "key": "8c4f1f9e-6c0f-4f6f-9a59-0d6a5a1b7d11"},
    )
    log = reverse("clubs:log", args=[desk.book.pk])
    desk.book.refresh_from_db()
    paper, page = (taken(director, log, **{"as": form}) for form in ("pdf", "print"))
    assert f"Revision {desk.book.revision}, " in text_of(paper)
    assert f"Revision {desk.book.revision}, " in page.decode()
    assert "As of " in text_of(taken(director, reverse("clubs:clubs"), **{"as": "pdf"}))


def test_another_word_asks_for_the_page(desk: Desk) -> None:
    response = desk.as_("director").get(players(desk), {"as": "exe"})
    assert response["Content-Type"].startswith("text/html")


@pytest.mark.parametrize(
    ("form", "media_type", "ending"),
    [
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
        ("csv", "text/csv; charset=utf-8", "csv"),
        ("csv-comma", "text/csv; charset=utf-8", "csv"),
        ("json", "application/json", "json"),
    ],
)
def test_a_file_says_what_it_is_and_what_it_is_called(form: str, media_type: str, ending: str) -> None:
    a_club()
    response: Any = Client().get(reverse("clubs:clubs"), {"as": form})
    content = response.getvalue()
    assert response["Content-Type"] == media_type
    assert (
        response["Content-Disposition"]
        == f'attachment; filename="clubs{"-comma" if form == "csv-comma" else ""}.{ending}"'
    )
    assert int(response["Content-Length"]) == len(content)


def test_a_file_that_cannot_be_written_is_closed() -> None:
    begun: list[IO[bytes]] = []

    def write(_report: Report, file: IO[bytes]) -> None:
        begun.append(file)
        raise ValueError("a column without a key")

    with pytest.raises(ValueError, match="without a key"):
        exports.file_response(Report(title="List"), exports.FileFormat("json", "application/json", write))
    assert [file.closed for file in begun] == [True]


def test_what_is_large_is_sent_from_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MAX_IN_MEMORY", 1)
    club = a_club("Åbo Samba")
    assert rows_of(Client(), reverse("clubs:clubs"))[0][0] == club.name


@pytest.mark.parametrize("form", sorted(exports.FILE_FORMATS))
def test_what_is_sent_from_the_disk_says_what_it_is(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MAX_IN_ONE_PIECE", 1)
    a_club()
    response: Any = Client().get(reverse("clubs:clubs"), {"as": form})
    assert response.streaming
    assert response["Content-Type"] == exports.FILE_FORMATS[form].media_type
    assert response.getvalue()


def test_the_log_is_told_in_words_with_its_filter(desk: Desk) -> None:
    director = desk.as_("director")
    director.post(
        reverse("clubs:player_new", args=[desk.club.pk]),
        {"given_name": "Eva", "family_name": "Ny", "key": "8c4f1f9e-6c0f-4f6f-9a59-0d6a5a1b7d11"},
    )
    address = reverse("clubs:log", args=[desk.book.pk])
    (row,) = told(director, address)[0]["rows"]
    assert row["number"] == 1
    assert row["who"] == desk.people["director"].name
    assert row["subject"] == "Eva Ny"
    assert rows_of(director, address, text="nothing of the kind") == []


def test_the_people_of_a_club_stand_with_their_roles(desk: Desk) -> None:
    Invitation.objects.all().delete()
    rows = rows_of(desk.as_("admin"), reverse("clubs:club_people", args=[desk.club.pk]))
    assert [desk.people["jury"].name, desk.people["jury"].email, str(Role.Kind.JURY.label)] in rows
    assert len(rows) == 4


def test_beside_the_people_of_a_club_stand_those_who_are_invited(desk: Desk) -> None:
    address = reverse("clubs:club_people", args=[desk.club.pk])
    people, invited = told(desk.as_("admin"), address)
    assert (people["caption"], invited["caption"]) == ("People and roles", "Open invitations")
    ((email, role, _at, by),) = (row.values() for row in invited["rows"])
    assert (email, role, by) == (
        desk.invitation.email,
        desk.invitation.get_kind_display(),
        desk.people["admin"].name,
    )
    Invitation.objects.all().delete()
    (people,) = told(desk.as_("admin"), address)
    assert len(people["rows"]) == 4


def test_a_clubs_page_is_a_file_of_its_lists(desk: Desk) -> None:
    a_club("Åbo Samba", federation=desk.federation, place="Åbo")
    (clubs,) = told(Client(), reverse("clubs:club", args=[desk.federation.pk]))
    expected = {"name": "Åbo Samba", "place": "Åbo", "federation": desk.federation.name}
    assert expected in clubs["rows"]
    address = reverse("clubs:club", args=[desk.club.pk])
    assert told(Client(), address) == []
    assert 'id="files"' not in Client().get(address).text


def test_a_pdf_does_not_say_its_heading_twice(desk: Desk) -> None:
    address = reverse("clubs:club_people", args=[desk.club.pk])
    text = text_of(taken(desk.as_("admin"), address, **{"as": "pdf"}))
    assert text.count("People and roles") == 1


@pytest.mark.parametrize("form", ["xlsx", "csv", "json", "pdf", "print"])
@pytest.mark.parametrize("name", ["clubs:club_players", "clubs:club_people"])
def test_a_file_is_refused_to_whom_the_page_is_refused(desk: Desk, name: str, form: str) -> None:
    address = reverse(name, args=[desk.club.pk])
    for who in ("nobody", "elsewhere"):
        assert desk.as_(who).get(address, {"as": form}).status_code == 403
    assert desk.as_("stranger").get(address, {"as": form}).status_code == 302


@pytest.mark.parametrize("form", ["csv", "print"])
def test_a_file_takes_as_many_queries_however_many_rows(desk: Desk, form: str) -> None:
    director, admin = desk.as_("director"), desk.as_("admin")
    pages = [
        (Client(), reverse("clubs:clubs")),
        (director, players(desk)),
        (director, reverse("clubs:log", args=[desk.book.pk])),
        (admin, reverse("clubs:club_people", args=[desk.club.pk])),
    ]
    grow(desk, 1)
    before = [queries_of(client, address, form) for client, address in pages]
    grow(desk, 20)
    assert [queries_of(client, address, form) for client, address in pages] == before


def grow(desk: Desk, number: int) -> None:
    """So many clubs, players and entries of the log more, and somebody with a role."""
    author = an_author(desk.people["director"])
    for _number in range(number):
        a_club(federation=desk.federation)
        a_user(Role.Kind.SCORER, club=desk.club)
        people.add_player(author, desk.club, PlayerDetails(given_name="Eva", family_name="Ny"), uuid4())


def queries_of(client: Client, address: str, form: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        response: Any = client.get(address, {"as": form})
        if response.streaming:
            response.getvalue()
    return len(asked)
