"""Two people at the same moment: each act happens once, and nobody overwrites the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

import tests.at_once
from clubs import accounts, people
from clubs.accounts.verbs import LinkExpired, NewAccount
from clubs.books.refusals import Conflict
from clubs.books.verification import verify_log
from clubs.books.writing import Author, club_book
from clubs.models import Book, Club, LogEntry, Membership, Player, Role, User
from clubs.people.details import ClubDetails, PlayerDetails
from tests.builders import PASSWORD, a_club, a_player, a_user, an_author

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

CARD = PlayerDetails(given_name="Bo", family_name="Ek", licence="77")


def at_once(*acts: Callable[[], object]) -> list[object]:
    return tests.at_once.at_once(*acts, refusals=(ValidationError, Conflict, LinkExpired))


def kinds(results: list[object]) -> list[str]:
    return sorted(type(result).__name__ for result in results)


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def admin(club: Club) -> Author:
    return an_author(a_user(Role.Kind.ADMIN, club=club))


def test_a_double_click_adds_one_player(club: Club, admin: Author) -> None:
    key = uuid4()
    results = at_once(*[lambda: people.add_player(admin, club, CARD, key)] * 4)
    assert len(set(results)) == 1
    assert Player.objects.count() == LogEntry.objects.count() == 1


def test_one_licence_number_goes_to_one_of_two_clubs_of_a_federation() -> None:
    federation = a_club()
    clubs = [a_club(federation=federation), a_club(federation=federation)]
    admins = [an_author(a_user(Role.Kind.ADMIN, club=club)) for club in clubs]
    results = at_once(
        lambda: people.add_player(admins[0], clubs[0], CARD),
        lambda: people.add_player(admins[1], clubs[1], CARD),
    )
    assert kinds(results) == ["Player", "ValidationError"]
    assert Player.objects.count() == 1


def test_of_two_who_save_a_player_one_is_told_of_the_other(club: Club, admin: Author) -> None:
    player = people.add_player(admin, club, CARD)
    results = at_once(
        lambda: people.edit_player(admin, player, replace(CARD, family_name="Eke"), 1),
        lambda: people.edit_player(admin, player, replace(CARD, language="fi"), 1),
    )
    assert kinds(results) == ["Conflict", "Player"]
    player.refresh_from_db()
    assert player.version == 2
    assert (player.family_name == "Eke") != (player.language == "fi")


def test_of_two_clubs_of_one_name_one_is_founded() -> None:
    keeper = an_author(a_user(is_keeper=True))
    results = at_once(*[lambda: people.create_club(keeper, ClubDetails(name="Åbo"))] * 2)
    assert kinds(results) == ["Club", "ValidationError"]
    assert Book.objects.count() == 1


def test_an_invitation_opened_on_two_phones_makes_one_account(club: Club, admin: Author) -> None:
    invitation = accounts.invite(admin, club_book(club), "nea@example.org", Role.Kind.SCORER)
    new = NewAccount(name="Nea", password=PASSWORD)
    results = at_once(*[lambda: accounts.accept_invitation(an_author(), invitation, new)] * 3)
    assert kinds(results) == ["LinkExpired", "LinkExpired", "User"]
    assert User.objects.filter(email="nea@example.org").count() == 1


def test_a_link_opened_twice_sets_one_password(club: Club, admin: Author) -> None:
    holder = a_user(Role.Kind.SCORER, club=club)
    token = accounts.make_reset_link(admin, club, holder)
    results = at_once(
        lambda: accounts.reset_password(an_author(), holder, token, "another long word"),
        lambda: accounts.reset_password(an_author(), holder, token, "a third long word"),
    )
    assert kinds(results) == ["LinkExpired", "User"]


def test_two_admins_who_take_each_other_s_role_leave_one(club: Club) -> None:
    first, second = a_user(Role.Kind.ADMIN, club=club), a_user(Role.Kind.ADMIN, club=club)
    roles = [Role.objects.get(user=user) for user in (first, second)]

    def take(by: User, role: Role) -> object:
        try:
            return accounts.revoke_role(an_author(by), role)
        except PermissionDenied as refusal:
            return refusal

    at_once(lambda: take(first, roles[1]), lambda: take(second, roles[0]))
    assert Role.objects.filter(book=club_book(club), kind=Role.Kind.ADMIN).count() == 1


def test_a_player_moved_to_two_clubs_at_once_is_at_home_in_one(club: Club, admin: Author) -> None:
    player = a_player(club=club)
    others = [a_club(), a_club()]
    for other in others:
        Membership.objects.create(club=other, player=player, since=date(2026, 1, 1))
    results = at_once(
        lambda: people.move_home_club(admin, player, others[0]),
        lambda: people.move_home_club(admin, player, others[1]),
    )
    assert kinds(results) == ["Conflict", "Player"]
    assert LogEntry.objects.filter(act="player.home_moved").count() == 2  # in the old club and the new
    assert verify_log().broken == []
