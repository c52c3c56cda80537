"""Players from a file: read, compared, chosen, taken in with one entry in the log, and taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import Workbook

from clubs.books.writing import club_book
from clubs.models import Club, LogEntry, Membership, Player, PlayerName, Role, User
from clubs.people import register
from clubs.people.register.columns import HEADINGS
from clubs.people.register.reading import RegisterReading
from tests.builders import a_club, a_player, a_user, an_author

pytestmark = pytest.mark.django_db

Row = Sequence[Any]
SWEDISH: Row = ("Licens", "Förnamn", "Efternamn", "Språk", "Klubb", "Licensår", "Namnet får publiceras")


def a_sheet(*rows: Row) -> bytes:
    book, file = Workbook(), BytesIO()
    for row in rows:
        book.active.append(list(row))
    book.save(file)
    return file.getvalue()


@dataclass
class Office:
    """A director of a club at the page of players from a file."""

    club: Club
    user: User
    client: Client

    @property
    def address(self) -> str:
        return reverse("clubs:players_register", args=[self.club.pk])

    def send(self, data: bytes) -> str:
        page = self.client.post(self.address, {"file": SimpleUploadedFile("list.xlsx", data)})
        assert page.status_code == 200
        return page.content.decode()

    def fields(self, shown: str, step: str) -> dict[str, Any]:
        """What a browser sends of a page as it stands: everything that is chosen or ticked."""
        fields: dict[str, Any] = {"step": step}
        for tag in re.findall(r"<input[^>]*>", shown):
            name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
            kind = re.search(r'type="([^"]+)"', tag)
            if not name or name[1] == "csrfmiddlewaretoken" or not kind:
                continue
            if kind[1] == "hidden" or re.search(r"\bchecked\b", tag):
                fields.setdefault(name[1], []).append(value[1] if value else "on")
        for name, body in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', shown, re.DOTALL):
            chosen = re.search(r'value="([^"]*)" selected', body)
            fields[name] = chosen[1] if chosen else ""
        return fields

    def answer(self, shown: str, step: str = "take", **chosen: Any) -> HttpResponse:
        answer = self.client.post(self.address, self.fields(shown, step) | chosen, follow=True)
        assert isinstance(answer, HttpResponse)
        assert answer.status_code == 200
        return answer

    def last_entry(self) -> LogEntry:
        return LogEntry.objects.filter(book=club_book(self.club)).latest("number")

    def undo(self, entry: LogEntry) -> HttpResponse:
        address = reverse("clubs:undo", args=[entry.book_id, entry.number])
        form = self.client.get(address).content.decode()
        key = re.search(r'name="key" value="([^"]+)"', form)
        answer = self.client.post(address, {"key": key[1] if key else ""}, follow=True)
        assert isinstance(answer, HttpResponse)
        return answer


@pytest.fixture
def office() -> Office:
    club = a_club()
    user, client = a_user(Role.Kind.DIRECTOR, club=club), Client()
    client.force_login(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return Office(club, user, client)


def player(name: str) -> Player:
    given, _space, family = name.partition(" ")
    return Player.objects.get(given_name=given, family_name=family)


def read(*rows: Row) -> RegisterReading:
    sheet = register.find_columns(rows)
    with translation.override("en"):
        return register.read_members(sheet, sheet.found, sheet.first_row(has_headings=True), "")


def entries(office: Office) -> int:
    return LogEntry.objects.filter(book=club_book(office.club)).count()


# The file.


def test_columns_are_found_by_headings_of_four_languages_whatever_their_order() -> None:
    for position in range(max(map(len, HEADINGS.values()))):
        headings = [names[position % len(names)] for names in HEADINGS.values()]
        sheet = register.find_columns([("Register 2026",), [*reversed([*headings, "Telefon"])]])
        assert sheet.headings == 1
        assert [sheet.found[column] for column in HEADINGS] == list(range(len(HEADINGS), 0, -1))


def test_a_row_says_what_its_cells_say_and_an_empty_cell_says_nothing() -> None:
    reading = read(
        SWEDISH,
        (1234, "Anna", "Berg", "svenska", "", 2027, "ja"),
        ("A 5", "Bo", "von Ek", "", "", "30.6.2027", "NEJ"),
        ("", "Cia", "Dahl", "", "", date(2027, 1, 5), ""),
    )
    assert reading.problems == []
    anna, bo, cia = reading.members
    assert (anna.line.name, anna.line.licence, anna.language) == ("Anna Berg", "1234", "sv")
    assert (anna.licence_until, anna.may_publish) == (date(2027, 12, 31), True)
    assert (bo.line.family_name, bo.licence_until, bo.may_publish) == ("von Ek", date(2027, 6, 30), False)
    assert (cia.licence_until, cia.may_publish, cia.language) == (date(2027, 1, 5), None, "")


def test_what_is_wrong_is_told_at_its_cell_and_the_row_is_left_out() -> None:
    reading = read(
        SWEDISH,
        ("1", "Anna", "Berg", "latin", "", "soon", "perhaps"),
        ("2", "", "Ek", "", "", "", ""),
        ("3", "Cia", "Dahl", "", "", "05/03/2027", ""),
        ("4", "=1+1", "Falk", "", "", "", ""),
        ("5", "Gun", "Holm", "", "", "", ""),
        ("5", "Ida", "Jern", "", "", "", ""),
        ("6" * 21, "Kaj", "Lund", "", "", "", ""),
        ("7", "Mia", "Nord", "", "", "0000", ""),
    )
    assert [problem.cell for problem in reading.problems] == [
        "D2",
        "G2",
        "F2",
        "B3",
        "F4",
        "B5",
        "A7",
        "A8",
        "F9",
    ]
    assert [member.line.name for member in reading.members] == ["Gun Holm"]
    assert reading.bad_rows == 7


# The act.


def test_new_known_and_changed_players_come_in_by_one_entry_and_go_back_by_one(office: Office) -> None:
    anna = a_player("Anna Berg", club=office.club, may_publish=False)
    bo = a_player("Bo Ek", club=office.club, licence="2", federation=office.club)
    data = a_sheet(
        SWEDISH,
        ("1", "Anna", "Berg", "sv", "", 2027, "ja"),
        ("2", "Bo", "Ek"),
        ("3", "Cia", "Dahl", "", "", 2027),
    )
    shown, before = office.send(data), entries(office)
    assert "1 new" in shown
    assert "1 unchanged" in shown
    assert "1 changed" in shown
    assert "1 player has been added." in office.answer(shown).content.decode()
    assert entries(office) == before + 1
    anna.refresh_from_db()
    assert (anna.licence, anna.federation, anna.language) == ("1", office.club, "sv")
    assert (anna.licence_until, anna.may_publish, anna.version) == (date(2027, 12, 31), True, 2)
    assert player("Cia Dahl").licence_until == date(2027, 12, 31)
    assert Membership.objects.filter(player=player("Cia Dahl"), club=office.club, until=None).exists()
    assert "1234" not in Player.objects.get(pk=bo.pk).search_text

    again = office.send(data)
    assert "3 unchanged" in again
    assert "There is nothing to save." in again
    office.answer(again)
    assert entries(office) == before + 1

    office.undo(office.last_entry())
    anna.refresh_from_db()
    assert (anna.licence, anna.federation, anna.language, anna.licence_until) == ("", None, "", None)
    assert not anna.may_publish
    assert not Player.objects.filter(family_name="Dahl").exists()


def test_the_undo_leaves_what_was_changed_since_and_who_is_in_something(office: Office) -> None:
    anna = a_player("Anna Berg", club=office.club)
    data = a_sheet(SWEDISH, ("1", "Anna", "Berg", "sv", "", 2027), ("3", "Cia", "Dahl"))
    office.answer(office.send(data))
    entry = office.last_entry()
    Player.objects.filter(pk=anna.pk).update(language="fi")
    User.objects.filter(pk=office.user.pk).update(player=player("Cia Dahl"))
    office.undo(entry)
    anna.refresh_from_db()
    assert (anna.language, anna.licence, anna.licence_until) == ("fi", "", None)
    assert player("Cia Dahl").licence == "3"


def test_only_what_is_ticked_is_changed(office: Office) -> None:
    anna = a_player("Anna Berg", club=office.club, language="sv")
    shown = office.send(a_sheet(SWEDISH, ("1", "Anna", "Berg", "fi", "", 2027)))
    ticks = office.fields(shown, "take")["changes"]
    assert len(ticks) == 3
    office.answer(shown, changes=[tick for tick in ticks if "language" not in tick])
    anna.refresh_from_db()
    assert (anna.language, anna.licence, anna.licence_until) == ("sv", "1", date(2027, 12, 31))


def test_a_change_that_is_another_one_by_now_is_shown_again(office: Office) -> None:
    anna = a_player("Anna Berg", club=office.club, language="sv")
    shown = office.send(a_sheet(("Namn", "Språk"), ("Anna Berg", "fi")))
    Player.objects.filter(pk=anna.pk).update(language="da")
    assert "Somebody else has changed this" in office.answer(shown).content.decode()
    assert Player.objects.get(pk=anna.pk).language == "da"


def test_who_is_in_doubt_is_asked_about_and_is_who_was_chosen(office: Office) -> None:
    anna = a_player("Anna Berg", club=office.club, licence="1", federation=office.club)
    bo = a_player("Bo Lind", club=office.club)
    data = a_sheet(SWEDISH, ("1", "Anna", "Ek", "sv"), ("9", "Bo", "Lind"), ("8", "Bo", "Lindh"))
    shown = office.send(data)
    assert "2 doubtful" in shown
    assert "This field is required" in office.answer(shown).content.decode()
    office.answer(shown, row_2=f"{anna.pk}-named", row_4="new")
    anna.refresh_from_db()
    assert (anna.name, anna.language) == ("Anna Ek", "sv")
    assert PlayerName.objects.filter(player=anna, family_name="Ek", licence="1").count() == 1
    assert Player.objects.get(pk=bo.pk).licence == "9"
    assert player("Bo Lindh").licence == "8"
    office.undo(office.last_entry())
    anna.refresh_from_db()
    assert (anna.name, anna.language) == ("Anna Berg", "")


def test_no_number_goes_to_two_players_and_no_player_to_two_rows(office: Office) -> None:
    anna = a_player("Anna Berg", club=office.club, licence="1", federation=office.club)
    shown = office.send(a_sheet(SWEDISH, ("1", "Eva", "Ny"), ("", "Anna", "Bergh"), ("", "Anna", "Berg")))
    taken = office.answer(shown, row_2="new", row_3="skip", row_4="skip").content.decode()
    assert "The licence number 1 belongs to another player" in taken
    twice = office.answer(shown, row_2="skip", row_3=str(anna.pk), row_4=str(anna.pk)).content.decode()
    assert "another row is already Anna Berg" in twice
    assert Player.objects.count() == 1


def test_rows_of_other_clubs_are_left_out_unless_all_are_wanted(office: Office) -> None:
    data = a_sheet(
        SWEDISH,
        ("1", "Anna", "Berg", "", office.club.name.upper()),
        ("2", "Bo", "Ek", "", "Elsewhere"),
        ("3", "Cia", "Dahl"),
    )
    shown = office.send(data)
    assert "1 row of another club is left out." in shown
    assert "none of them is called as this one" not in shown
    strangers = office.send(a_sheet(SWEDISH, ("2", "Bo", "Ek", "", "Elsewhere")))
    assert "none of them is called as this one" in strangers
    office.answer(office.answer(shown, "look", only_club="").content.decode())
    assert sorted(Player.objects.values_list("family_name", flat=True)) == ["Berg", "Dahl", "Ek"]


def test_columns_that_no_heading_names_are_chosen_by_hand_and_stay_chosen(office: Office) -> None:
    shown = office.send(a_sheet(("Vorname", "Zuname", "Nummer"), ("Anna", "Berg", "12")))
    assert "Take these players in" not in shown
    missing = office.answer(shown, "look", column_given_name="0").content.decode()
    assert "Choose the columns" in missing
    chosen = {"column_given_name": "0", "column_family_name": "1", "column_licence": "2", "headings": "on"}
    twice = office.answer(shown, "look", **{**chosen, "column_licence": "0"}).content.decode()
    assert "This column is chosen already" in twice
    looked = office.answer(shown, "look", **chosen).content.decode()
    assert office.fields(looked, "take")["column_licence"] == "2"
    office.answer(looked)
    assert player("Anna Berg").licence == "12"


def test_what_the_club_shows_as_a_file_can_be_sent_back_and_changes_nothing(office: Office) -> None:
    a_player(
        "Anna Berg", club=office.club, licence="1", federation=office.club, licence_until=date(2027, 12, 31)
    )
    a_player("Bo Ek", club=office.club, may_publish=False)
    file = office.client.get(reverse("clubs:club_players", args=[office.club.pk]), {"as": "xlsx"})
    shown = office.send(file.getvalue())
    assert "2 unchanged" in shown


def test_of_a_player_of_another_club_nothing_changes_but_the_membership(office: Office) -> None:
    other = a_club(federation=office.club)
    anna = a_player("Anna Berg", club=other, licence="1", federation=office.club, language="sv")
    shown = office.send(a_sheet(SWEDISH, ("1", "Anna", "Berg", "fi", "", 2027)))
    assert "they become members" in shown
    office.answer(shown)
    anna.refresh_from_db()
    assert (anna.language, anna.licence_until) == ("sv", None)
    assert Membership.objects.filter(player=anna, club=office.club, until=None).exists()
    office.undo(office.last_entry())
    assert not Membership.objects.filter(player=anna, club=office.club).exists()


def test_what_is_no_list_is_refused_at_the_field(office: Office) -> None:
    for data in (b"\x00\x01", b"PK broken", b";;;"):
        page = office.send(data)
        assert "errorlist" in page
    gone = office.client.post(office.address, {"token": "made up", "step": "take"}, follow=True)
    assert "The file is no longer here." in gone.content.decode()


# Licences.


def test_licences_are_renewed_until_a_day_and_the_renewal_is_taken_back(office: Office) -> None:
    anna = a_player("Anna Berg", club=office.club, licence_until=date(2026, 12, 31))
    bo = a_player("Bo Ek", club=office.club)
    address = reverse("clubs:players_licences", args=[office.club.pk])
    fields = {"until": "2027-12-31", "players": [str(anna.pk)]}
    assert "31" in office.client.get(address).content.decode()
    office.client.post(address, fields)
    assert [Player.objects.get(pk=one.pk).licence_until for one in (anna, bo)] == [date(2027, 12, 31), None]
    office.client.post(address, {"until": "2028-12-31", "all": "1"})
    second, first = LogEntry.objects.filter(act=register.RENEWED).order_by("-number")
    office.undo(first)
    assert Player.objects.get(pk=anna.pk).licence_until == date(2028, 12, 31)
    office.undo(second)
    office.undo(first)
    assert Player.objects.get(pk=anna.pk).licence_until == date(2026, 12, 31)
    assert Player.objects.get(pk=bo.pk).licence_until is None


def test_a_renewal_changes_no_player_of_another_club_and_nothing_twice(office: Office) -> None:
    stranger = a_player("Eva Ny")
    by = an_author(office.user)
    assert register.renew_licences(by, office.club, [stranger.pk], date(2027, 12, 31)) == 0
    assert entries(office) == 0


@pytest.mark.long
def test_five_thousand_rows_are_taken_in_with_few_queries(
    office: Office, django_assert_max_num_queries: Any
) -> None:
    rows = [
        (str(number), f"Given{number:04}", f"Family{number:04}", "sv", "", 2027) for number in range(5_000)
    ]
    shown = office.send(a_sheet(SWEDISH, *rows))
    with django_assert_max_num_queries(400):
        office.answer(shown)
    assert Player.objects.count() == 5_000
    later = office.send(a_sheet(SWEDISH, *[(*row[:5], 2028) for row in rows]))
    with django_assert_max_num_queries(600):
        office.answer(later)
    assert Player.objects.filter(licence_until=date(2028, 12, 31)).count() == 5_000
    assert "5,000 unchanged" in office.send(a_sheet(SWEDISH, *[(*row[:5], 2028) for row in rows]))
