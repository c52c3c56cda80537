"""The pages of clubs and players: lists, search, forms, conflicts, and what people mistype."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs import people
from clubs.models import Club, LogEntry, Membership, Player, Role
from clubs.people.details import PlayerDetails
from clubs.web import extensions
from clubs.web.tables import ROWS_PER_PAGE
from tests.builders import a_club, a_player, a_user, an_author
from tests.clubs.support.desk import Desk

pytestmark = pytest.mark.django_db

BAD_TEXT = [
    "\x00",
    "a\x00b",
    "\x1b[31m",
    "\u202e",
    "x" * 10_000,
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "%s%n",
]
BAD_NUMBERS = ["abc", "-1", "0", "1e9", "9" * 30, "9" * 5000, "\x00", "１２", ""]


@pytest.fixture
def desk() -> Desk:
    return Desk()


# --- every page, in every language -------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["sv", "fi", "da", "en"])
def test_every_page_is_shown_in_every_language(desk: Desk, language: str) -> None:
    client = desk.as_("admin")
    client.cookies["django_language"] = language
    public = [
        reverse("clubs:clubs"),
        reverse("clubs:club", args=[desk.club.pk]),
        reverse("clubs:account_menu"),
    ]
    for address in [*desk.pages().values(), *public]:
        response = client.get(address)
        assert response.status_code == 200, address
        assert response["Content-Language"] == language


@pytest.mark.parametrize("page", ["clubs", "club"])
def test_public_pages_hold_nothing_of_the_viewer(desk: Desk, page: str) -> None:
    address = reverse(f"clubs:{page}", args=[desk.club.pk] if page == "club" else [])
    public, signed_in = desk.as_("stranger").get(address), desk.as_("admin").get(address)
    assert public.content == signed_in.content
    assert b"csrf" not in public.content.lower()
    assert not public.cookies
    assert b"Bergstr" not in public.content


# --- clubs ------------------------------------------------------------------------------------------------


def test_a_federation_s_page_lists_its_clubs_and_a_club_s_names_its_federation(desk: Desk) -> None:
    client = Client()
    federation = client.get(reverse("clubs:club", args=[desk.federation.pk]))
    club = client.get(reverse("clubs:club", args=[desk.club.pk]))
    assert desk.club.name in federation.text
    assert desk.federation.name in club.text


def test_other_apps_show_their_parts_on_the_page_of_a_club(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = extensions.PageSection("components/empty.html", {"events": 3})
    shown = {}
    for sections in ([], [lambda _club: part]):
        monkeypatch.setattr(extensions, "club_sections", sections)
        shown[len(sections)] = Client().get(reverse("clubs:club", args=[desk.club.pk])).text
    assert '<div class="empty">' in shown[1]
    assert '<div class="empty">' not in shown[0]


def test_clubs_are_found_as_one_types_without_marks(desk: Desk) -> None:
    found = Client().get(reverse("clubs:clubs"), {"q": "abo"})
    assert desk.club.name in found.text
    assert f">{desk.federation.name}</a></td>" in found.text  # as its federation, not as a row of its own
    assert Client().get(reverse("clubs:clubs"), {"q": "nowhere"}).text.count("<tr") == 0


def test_typing_fetches_the_list_alone(desk: Desk) -> None:
    typed = Client().get(reverse("clubs:clubs"), {"q": "abo"}, headers={"HX-Request": "true"})
    assert typed.text.lstrip().startswith('<div id="found"')
    assert "HX-Request" in typed["Vary"]


# --- players ----------------------------------------------------------------------------------------------


def players(desk: Desk, **query: str) -> str:
    return desk.as_("scorer").get(desk.pages()["club_players"], query).text


@pytest.mark.parametrize("words", ["berg", "bergstrom asa", "ÅSA", "77", ""])
def test_players_are_found_by_any_part_of_name_or_number(desk: Desk, words: str) -> None:
    assert "Bergström, Åsa" in players(desk, q=words)
    assert "Bergström, Åsa" not in players(desk, q="nobody")


def test_players_of_other_clubs_are_not_in_the_list(desk: Desk) -> None:
    a_player("Bo Ek", club=desk.federation)
    assert "Ek, Bo" not in players(desk)


def test_who_left_stands_among_those_who_left(desk: Desk) -> None:
    Membership.objects.update(until=date(2026, 12, 31))
    assert "Bergström" not in players(desk)
    assert "Bergström" in players(desk, former="on")


def test_an_empty_list_says_what_to_do_next(desk: Desk) -> None:
    Membership.objects.all().delete()
    Player.objects.all().delete()
    paste = desk.pages()["players_paste"]
    assert f'<a class="button" href="{paste}">' in desk.as_("director").get(desk.pages()["club_players"]).text
    assert paste not in players(desk)


def test_a_page_has_at_most_fifty_rows_whatever_is_asked_for(desk: Desk) -> None:
    for number in range(ROWS_PER_PAGE + 10):
        a_player(f"Anna Berg{number:03}", club=desk.club)
    for query in ({}, {"per_page": "1000"}, {"per_page": "0"}):
        assert players(desk, **query).count("<tr") == ROWS_PER_PAGE + 1
    assert players(desk, page="2").count("<tr") == 12


@pytest.mark.parametrize(
    "sort", ["name", "-name", "home_club", "licence", "-may_publish", "nonsense", "", "-", "\x00"]
)
def test_the_list_is_sorted_as_asked_or_as_it_is(desk: Desk, sort: str) -> None:
    a_player("Bo Öhman", club=desk.club)
    page = players(desk, sort=sort)
    swapped = page.index("Öhman, Bo") < page.index("Bergström, Åsa")
    assert swapped == (sort in ("-name", "licence", "-may_publish"))


@pytest.mark.parametrize("number", BAD_NUMBERS)
def test_a_page_number_that_makes_no_sense_shows_a_page(desk: Desk, number: str) -> None:
    for page in ("club_players", "log", "club_people"):
        assert desk.as_("admin").get(desk.pages()[page], {"page": number}).status_code == 200
    assert Client().get(reverse("clubs:clubs"), {"page": number}).status_code == 200


@pytest.mark.engine
@pytest.mark.parametrize("text", BAD_TEXT)
def test_what_cannot_be_searched_for_shows_a_page(desk: Desk, text: str) -> None:
    client = desk.as_("admin")
    for address in (reverse("clubs:clubs"), desk.pages()["club_players"]):
        for headers in ({}, {"HX-Request": "true"}):
            assert client.get(address, {"q": text, "former": text}, headers=headers).status_code == 200
    query = {"act": text, "author": text, "day": text, "text": text}
    assert client.get(desk.pages()["log"], query).status_code == 200


FORMS: dict[str, tuple[str, ...]] = {
    "club_edit": ("name", "short_name", "place", "language", "version"),
    "federation": ("federation",),
    "player_new": (
        "given_name",
        "family_name",
        "licence",
        "licence_until",
        "language",
        "may_publish",
        "key",
        "anyway",
    ),
    "codes_mail": ("address",),
    "players_paste": ("names", "order", "may_publish", "key", "step"),
    "players_consent": ("agreed", "seen"),
    "players_register": ("step",),
    "players_licences": ("until", "players", "all"),
    "member_new": ("licence", "family_name"),
    "player_edit": (
        "given_name",
        "family_name",
        "licence",
        "licence_until",
        "language",
        "may_publish",
        "version",
    ),
    "home_move": ("club",),
    "club_invite": ("email", "kind"),
    "club_role_give": ("kind",),
    "account": ("name", "language"),
    "account_password": ("old", "password", "again"),
    "account_email": ("email", "password"),
    "second_step": ("code", "password"),
}


NONSENSE = [*BAD_TEXT[:5], *BAD_NUMBERS[4:6]]
# In the quick profile each form meets one of them, the next another: `tests/pages` tries every field.
MET = [
    pytest.param(page, text, marks=[] if at % len(NONSENSE) == number else [pytest.mark.long])
    for at, page in enumerate(FORMS)
    for number, text in enumerate(NONSENSE)
]


@pytest.mark.engine
@pytest.mark.parametrize(("page", "text"), MET)
def test_nonsense_in_every_field_shows_the_form_again(desk: Desk, page: str, text: str) -> None:
    response = desk.as_("admin").post(desk.pages()[page], dict.fromkeys(FORMS[page], text))
    assert response.status_code == 200
    assert not LogEntry.objects.exists()


@pytest.mark.engine
@pytest.mark.parametrize("field", ["name", "short_name", "place"])
def test_a_zero_byte_is_refused_at_its_field_and_the_rest_stays_typed(desk: Desk, field: str) -> None:
    sent = {
        "name": "New name",
        "short_name": "NN",
        "place": "Nagu",
        "language": "sv",
        "version": "1",
        field: "a\x00b",
    }
    response = desk.as_("admin").post(desk.pages()["club_edit"], sent)
    assert list(response.context["form"].errors) == [field]
    for name, value in sent.items():
        if name not in (field, "language"):
            assert f'value="{value}"' in response.text


def test_a_club_is_saved(desk: Desk) -> None:
    sent = {"name": "Nytt namn", "place": "Nagu", "language": "fi", "version": "1"}
    assert desk.as_("admin").post(desk.pages()["club_edit"], sent).status_code == 302
    desk.club.refresh_from_db()
    assert (desk.club.name, desk.club.place, desk.club.version) == ("Nytt namn", "Nagu", 2)


def test_a_taken_name_is_told_at_the_name(desk: Desk) -> None:
    sent = {"name": desk.federation.name, "language": "fi", "version": "1"}
    response = desk.as_("admin").post(desk.pages()["club_edit"], sent)
    assert list(response.context["form"].errors) == ["name"]


def test_a_player_is_added_once_though_the_form_is_sent_twice(desk: Desk) -> None:
    sent = {"given_name": "Bo", "family_name": "Ek", "key": str(uuid4()), "may_publish": "on"}
    client = desk.as_("director")
    for _twice in range(2):
        assert client.post(desk.pages()["player_new"], sent).status_code == 302
    assert Player.objects.filter(family_name="Ek").count() == 1


def test_a_namesake_is_added_when_the_person_says_that_it_is_another(desk: Desk) -> None:
    sent = {"given_name": "Asa", "family_name": "Bergstrom", "key": str(uuid4())}
    client = desk.as_("director")
    doubted = client.post(desk.pages()["player_new"], sent)
    assert "Åsa Bergström" in doubted.text
    assert list(doubted.context["form"].errors) == ["anyway"]
    assert client.post(desk.pages()["player_new"], {**sent, "anyway": "on"}).status_code == 302
    assert Player.objects.count() == 2


def test_a_taken_licence_is_told_at_the_number(desk: Desk) -> None:
    sent = {"given_name": "Bo", "family_name": "Ek", "licence": "77", "key": str(uuid4())}
    response = desk.as_("director").post(desk.pages()["player_new"], sent)
    assert list(response.context["form"].errors) == ["licence"]
    assert 'value="Bo"' in response.text


def test_two_people_at_one_player_see_both_values_and_what_was_typed(desk: Desk) -> None:
    """The secretary corrects the name while the director gives the language: nothing is lost silently."""
    by = an_author(desk.people["admin"])
    stored = PlayerDetails(given_name="Åsa", family_name="Bergman", licence="77", may_publish=True)
    people.edit_player(by, desk.player, stored, 1)
    sent = {
        "given_name": "Åsa",
        "family_name": "Bergström",
        "licence": "77",
        "language": "fi",
        "may_publish": "on",
        "version": "1",
    }
    client = desk.as_("director")
    response = client.post(desk.pages()["player_edit"], sent)
    form = response.context["form"]
    assert set(form.errors) == {"__all__", "family_name", "language"}
    assert "Bergman" in form.errors["family_name"][0]
    assert 'value="Bergström"' in response.text
    assert '<option value="fi" selected>' in response.text
    assert '<input type="hidden" name="version" value="2"' in response.text
    assert client.post(desk.pages()["player_edit"], {**sent, "version": "2"}).status_code == 302
    desk.player.refresh_from_db()
    assert (desk.player.family_name, desk.player.language) == ("Bergström", "fi")


def test_two_people_at_one_club_see_both_values(desk: Desk) -> None:
    by = an_author(desk.people["admin"])
    people.edit_club(by, desk.club, people.ClubDetails(name=desk.club.name, place="Nagu"), 1)
    sent = {"name": desk.club.name, "place": "Pargas", "language": "sv", "version": "1"}
    response = desk.as_("admin").post(desk.pages()["club_edit"], sent)
    assert "Nagu" in response.context["form"].errors["place"][0]
    assert 'value="Pargas"' in response.text


def test_who_knows_number_and_name_takes_in_a_player_of_the_federation(desk: Desk) -> None:
    there = a_club(federation=desk.federation)
    a_player("Bo Öhman", club=there, licence="88", federation=desk.federation)
    client = desk.as_("director")
    wrong = client.post(desk.pages()["member_new"], {"licence": "88", "family_name": "Ek"})
    unknown = client.post(desk.pages()["member_new"], {"licence": "99", "family_name": "Öhman"})
    assert wrong.context["form"].errors == unknown.context["form"].errors
    assert (
        client.post(desk.pages()["member_new"], {"licence": "88", "family_name": "ohman"}).status_code == 302
    )
    assert "Öhman, Bo" in players(desk)


def test_the_home_club_is_moved_to_a_club_where_the_player_is_a_member(desk: Desk) -> None:
    other = a_club(federation=desk.federation)
    Membership.objects.create(club=other, player=desk.player, since=date(2026, 1, 1))
    client = desk.as_("admin")
    assert client.post(desk.pages()["home_move"], {"club": desk.federation.pk}).status_code == 200
    assert client.post(desk.pages()["home_move"], {"club": other.pk}).status_code == 302
    desk.player.refresh_from_db()
    assert desk.player.home_club == other


def test_a_club_joins_and_leaves_a_federation(desk: Desk) -> None:
    free = a_club()
    user = a_user(Role.Kind.ADMIN, club=free)
    Role.objects.create(user=user, kind=Role.Kind.ADMIN, book=desk.role_of("admin").book)
    Role.objects.filter(book__club=desk.federation).update(user=user)
    client = Client()
    client.force_login(user)
    address = reverse("clubs:federation", args=[free.pk])
    assert client.post(address, {"federation": desk.federation.pk}).status_code == 302
    assert Club.objects.get(pk=free.pk).federation == desk.federation
    assert client.post(reverse("clubs:federation_leave", args=[free.pk])).status_code == 302
    assert Club.objects.get(pk=free.pk).federation is None


# --- questions to the database ----------------------------------------------------------------------------


def fill(desk: Desk, rows: int) -> None:
    for number in range(rows):
        a_club(f"Club {rows} {number}", federation=desk.federation)
        a_player(f"Anna Berg{rows}x{number}", club=desk.club)
        a_user(Role.Kind.SCORER, club=desk.club)
        people.add_player(
            an_author(desk.people["admin"]),
            desk.club,
            PlayerDetails(given_name="Bo", family_name=f"Ek{rows}x{number}", licence=f"{rows}x{number}"),
        )
        Membership.objects.create(
            club=Club.objects.get(name=f"Club {rows} {number}"), player=desk.player, since=date(2026, 1, 1)
        )


def questions(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


MOST_QUESTIONS = {
    "club_players": 13,
    "club_people": 18,
    "log": 15,
    "player": 10,
    "account": 8,
    "account_menu": 6,
    "clubs": 2,
    "club": 9,
    "player_edit": 8,
}


def test_four_rows_and_forty_take_as_many_questions(desk: Desk) -> None:
    places = {"clubs": [], "club": [desk.federation.pk], "account_menu": []}
    pages = desk.pages()
    addresses = {
        page: reverse(f"clubs:{page}", args=places[page]) if page in places else pages[page]
        for page in MOST_QUESTIONS
    }
    client = desk.as_("admin")
    fill(desk, 4)
    asked = {page: questions(client, address) for page, address in addresses.items()}
    fill(desk, 36)
    assert {page: questions(client, address) for page, address in addresses.items()} == asked
    assert {page: number for page, number in asked.items() if number > MOST_QUESTIONS[page]} == {}


def test_the_page_of_a_player_names_the_names_until_now(desk: Desk) -> None:
    by = an_author(desk.people["admin"])
    people.edit_player(by, desk.player, PlayerDetails(given_name="Åsa", family_name="Ek", licence="77"), 1)
    text = desk.as_("scorer").get(desk.pages()["player"]).text
    assert "Åsa Bergström (77), Åsa Ek (77)" in text


def test_a_double_click_on_the_button_ends_one_membership(desk: Desk) -> None:
    membership = Membership.objects.get(player=desk.player)
    address = reverse("clubs:membership_end", args=[membership.pk])
    for _twice in range(2):
        desk.as_("admin").post(address)
    assert LogEntry.objects.filter(act="member.ended").count() == 1


# --- which player somebody is ------------------------------------------------------------------------------


def test_somebody_of_the_jury_is_a_player_of_the_club(desk: Desk) -> None:
    address = reverse("clubs:person_player", args=[desk.club.pk, desk.people["jury"].pk])
    sent = desk.as_("admin").post(address, {"player": desk.player.pk})
    assert sent["Location"] == reverse("clubs:club_people", args=[desk.club.pk])
    desk.people["jury"].refresh_from_db()
    assert desk.people["jury"].player == desk.player
    again = desk.as_("admin").get(address).content.decode()
    assert f'<option value="{desk.player.pk}" selected>' in again


def test_somebody_of_the_jury_is_a_player_of_another_club_by_number_and_name(desk: Desk) -> None:
    federation = desk.club.federation
    theirs = a_player("Olga Other", licence="O77", federation=federation)
    address = reverse("clubs:person_player", args=[desk.club.pk, desk.people["jury"].pk])
    wrong = desk.as_("admin").post(address, {"licence": "O77", "family_name": "Else"})
    assert "No player of the federation has this licence number" in wrong.content.decode()
    both = desk.as_("admin").post(
        address, {"player": desk.player.pk, "licence": "O77", "family_name": "Other"}
    )
    assert "Choose either a player of this club or one from another club." in both.content.decode()
    desk.as_("admin").post(address, {"licence": "O77", "family_name": "other"})
    desk.people["jury"].refresh_from_db()
    assert desk.people["jury"].player == theirs


def test_two_people_are_not_said_to_be_one_player(desk: Desk) -> None:
    for who in ("jury", "scorer"):
        address = reverse("clubs:person_player", args=[desk.club.pk, desk.people[who].pk])
        answer = desk.as_("admin").post(address, {"player": desk.player.pk})
    assert "This player is already linked to another person." in answer.content.decode()
    assert LogEntry.objects.filter(act="person.is_player").count() == 1
