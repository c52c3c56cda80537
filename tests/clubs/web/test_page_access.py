"""Who gets into which page.

`tests/pages/test_access.py` asks every address as everybody, also for rows that do not exist. The tests here
that ask the same of the pages of a club by themselves are left to the long profile.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, LogEntry, LogWords, Membership, Player, Role
from tests.builders import a_player
from tests.clubs.support.desk import Desk

pytestmark = pytest.mark.django_db

IN_CLUB = ("admin", "director", "jury", "scorer")
EVERYBODY = (*IN_CLUB, "federation", "elsewhere", "nobody", "keeper")
DIRECTORS = ("admin", "director")
MAY_OPEN = {
    "club_edit": ("admin",),
    "federation": ("admin",),
    "codes_mail": ("admin",),
    "club_players": (*IN_CLUB, "federation"),
    "player_new": DIRECTORS,
    "players_paste": DIRECTORS,
    "players_consent": DIRECTORS,
    "players_register": DIRECTORS,
    "players_licences": DIRECTORS,
    "players_duplicates": DIRECTORS,
    "member_new": DIRECTORS,
    "player": (*IN_CLUB, "federation"),
    "player_edit": DIRECTORS,
    "rating_consent": DIRECTORS,
    "home_move": ("admin",),
    "player_file": ("admin",),
    "player_erase": ("admin",),
    "player_delete": DIRECTORS,
    "club_people": ("admin",),
    "club_invite": ("admin",),
    "club_invitation_link": ("admin",),
    "club_role_give": ("admin",),
    "person_player": ("admin",),
    "club_role_take": ("admin",),
    "reset_link": ("admin",),
    "person_email": ("admin",),
    "person_second_step": ("admin",),
    "log": ("admin", "director", "jury"),
    "person_close": ("admin",),
    "account": EVERYBODY,
    "account_close": EVERYBODY,
    "account_password": EVERYBODY,
    "account_email": EVERYBODY,
    "second_step": EVERYBODY,
    "second_step_app": EVERYBODY,
    "passkey_new": EVERYBODY,
}


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_the_table_of_doors_knows_every_page(desk: Desk) -> None:
    assert desk.pages().keys() == MAY_OPEN.keys()


@pytest.mark.long
@pytest.mark.parametrize("page", MAY_OPEN)
def test_each_page_opens_for_those_who_work_with_it_and_for_nobody_else(desk: Desk, page: str) -> None:
    address = desk.pages()[page]
    opened = {who: desk.as_(who).get(address).status_code for who in EVERYBODY}
    assert opened == {who: 200 if who in MAY_OPEN[page] else 403 for who in EVERYBODY}


@pytest.mark.parametrize("page", MAY_OPEN)
def test_a_stranger_is_sent_to_sign_in_and_comes_back(desk: Desk, page: str) -> None:
    address = desk.pages()[page]
    assert desk.as_("stranger").get(address)["Location"] == f"{reverse('clubs:sign_in')}?next={address}"


@pytest.mark.parametrize("page", MAY_OPEN)
def test_pages_of_the_desk_are_kept_by_no_cache(desk: Desk, page: str) -> None:
    assert "no-store" in desk.as_("admin").get(desk.pages()[page])["Cache-Control"]


@pytest.mark.parametrize("page", [page for page, who in MAY_OPEN.items() if not page.startswith("account")])
@pytest.mark.parametrize(
    "number",
    [
        pytest.param("987654321", marks=pytest.mark.long),
        "9" * 25,
        pytest.param("9" * 5000, marks=pytest.mark.long),
    ],
)
def test_nothing_is_found_under_a_number_that_nothing_has(desk: Desk, page: str, number: str) -> None:
    head, _slash, tail = desk.pages()[page].lstrip("/").partition("/")
    address = f"/{head}/{number}/{tail.partition('/')[2]}"
    assert desk.as_("admin").get(address).status_code == 404


def acts(desk: Desk) -> dict[str, tuple[str, ...]]:
    """Addresses that only act, and who may."""
    membership = Membership.objects.get(player=desk.player)
    club, namesake = desk.club.pk, a_player(desk.player.name, club=desk.club)
    return {
        reverse("clubs:membership_end", args=[membership.pk]): ("admin",),
        reverse("clubs:club_invitation_withdraw", args=[club, desk.invitation.pk]): ("admin",),
        reverse("clubs:federation_leave", args=[club]): ("admin",),
        reverse("clubs:players_apart", args=[club, desk.player.pk, namesake.pk]): DIRECTORS,
    }


def test_an_act_is_for_its_people_and_never_a_link(desk: Desk) -> None:
    for address, allowed in acts(desk).items():
        for who in EVERYBODY:
            if who not in allowed:
                assert desk.as_(who).post(address).status_code == 403, (address, who)
        assert desk.as_("admin").get(address).status_code == 405
        assert desk.as_("stranger").post(address).status_code == 302
        assert not LogEntry.objects.exists()
        assert desk.as_("admin").post(address).status_code == 302
        assert LogEntry.objects.exists()
        LogWords.objects.all().delete()
        LogEntry.objects.all().delete()


POSTS = {
    "club_edit": {"name": "X", "language": "sv", "version": "1"},
    "federation": {},
    "codes_mail": {"address": "x@example.org"},
    "player_new": {"given_name": "A", "family_name": "B", "key": "12345678123456781234567812345678"},
    "players_paste": {
        "names": "Anna Berg",
        "order": "family",
        "key": "12345678123456781234567812345678",
        "step": "add",
    },
    "players_consent": {"seen": "", "all": "1"},
    "players_register": {"token": "made up", "step": "take"},
    "players_licences": {"until": "2027-12-31", "all": "1"},
    "member_new": {"licence": "77", "family_name": "Bergström"},
    "player_edit": {"given_name": "A", "family_name": "B", "version": "1"},
    "rating_consent": {"agreed": "on"},
    "home_move": {},
    "player_delete": {},
    "club_invite": {"email": "x@example.org", "kind": "admin"},
    "club_role_give": {"kind": "admin"},
    "club_role_take": {},
    "reset_link": {},
    "person_email": {"email": "x@example.org"},
    "person_second_step": {},
}


@pytest.mark.long
@pytest.mark.parametrize("page", POSTS)
def test_what_somebody_else_sends_changes_nothing(desk: Desk, page: str) -> None:
    address = desk.pages()[page]
    for who in (*EVERYBODY, "stranger"):
        if who not in MAY_OPEN[page]:
            status = desk.as_(who).post(address, POSTS[page]).status_code
            assert status == (302 if who == "stranger" else 403)
    assert not LogEntry.objects.exists()
    assert (Player.objects.count(), Role.objects.count()) == (1, 6)


def test_without_the_token_of_the_form_nothing_is_sent(desk: Desk) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(desk.people["admin"])
    for page, sent in POSTS.items():
        assert client.post(desk.pages()[page], sent).status_code == 403
    assert not LogEntry.objects.exists()


def test_the_keeper_founds_free_clubs_and_a_federation_s_admin_clubs_within_it(desk: Desk) -> None:
    address = reverse("clubs:club_new")
    assert {who: desk.as_(who).get(address).status_code for who in EVERYBODY} == {
        **dict.fromkeys(EVERYBODY, 403),
        "keeper": 200,
        "federation": 200,
        "elsewhere": 200,  # the admin of a club without a federation may make it one
    }
    sent = {"name": "Young", "language": "fi", "federation": desk.federation.pk}
    assert desk.as_("elsewhere").post(address, sent).status_code == 200
    assert desk.as_("federation").post(address, {**sent, "federation": ""}).status_code == 200
    assert not Club.objects.filter(name="Young").exists()
    assert desk.as_("federation").post(address, sent).status_code == 302
    assert Club.objects.get(name="Young").federation == desk.federation


def test_somebody_whose_account_is_closed_gets_nowhere(desk: Desk) -> None:
    client = desk.as_("admin")
    desk.people["admin"].is_active = False
    desk.people["admin"].save()
    assert client.get(desk.pages()["club_players"]).status_code == 302


def test_a_player_who_moved_is_seen_by_the_clubs_that_he_belongs_to_now(desk: Desk) -> None:
    Membership.objects.filter(player=desk.player).update(until="2026-12-31")
    Player.objects.filter(pk=desk.player.pk).update(home_club=desk.federation)
    address = reverse("clubs:player", args=[desk.player.pk])
    assert desk.as_("scorer").get(address).status_code == 403
    assert desk.as_("federation").get(address).status_code == 200


def test_what_only_a_button_does_says_so_to_whoever_opens_its_address(desk: Desk) -> None:
    """As after signing in again: one is led to where the button had sent."""
    address = reverse("clubs:job_cancel", args=[1])
    asked = Client().post(address)
    assert asked.headers["Location"].endswith(f"?next={address}")
    shown = desk.as_("director").get(address, headers={"accept-language": "sv"})
    assert shown.status_code == 405
    assert shown.headers["Allow"] == "POST"
    assert "Hit kommer man bara med en knapp" in shown.content.decode()
    assert desk.as_("director").put(address).content == b""


def test_who_may_found_a_club_is_not_sent_to_ask_for_one(desk: Desk) -> None:
    pages = {
        who: desk.as_(who).get(reverse("clubs:account")).content.decode() for who in ("keeper", "nobody")
    }
    assert "You do not have a role in a club yet" in pages["nobody"]
    assert "You do not have a role in a club yet" not in pages["keeper"]
    assert reverse("clubs:club_new") in pages["keeper"]
