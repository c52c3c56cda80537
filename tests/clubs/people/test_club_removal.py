"""Deleting a club on which nothing is recorded."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from clubs import accounts, people
from clubs.books.refusals import NotNow
from clubs.books.verification import verify_log
from clubs.books.writing import Author, club_book
from clubs.models import Book, Club, LogEntry, Role, User
from scoring import recording
from scoring.store.game_queries import revision_of_games
from tests.builders import PASSWORD, a_player, a_user, an_author
from tournaments import running

pytestmark = pytest.mark.django_db
SISTERS = people.ClubDetails(name="Sisters", short_name="", place="", language="sv")


@pytest.fixture
def admin() -> User:
    return a_user(Role.Kind.ADMIN, is_keeper=True)


@pytest.fixture
def by(admin: User) -> Author:
    return an_author(admin)


@pytest.fixture
def federation(by: Author) -> Club:
    return people.create_club(by, people.ClubDetails(name="Samba", short_name="", place="", language="sv"))


@pytest.fixture
def club(by: Author, federation: Club) -> Club:
    return people.create_club(by, SISTERS, federation)


def test_an_empty_club_goes_and_the_log_of_its_federation_keeps_the_head(
    by: Author, federation: Club, club: Club
) -> None:
    accounts.invite(by, club_book(club), "new@example.org", Role.Kind.JURY)
    book, games = club_book(club), revision_of_games().number
    people.delete_club(by, club)
    assert not Club.objects.filter(name="Sisters").exists()
    assert not Book.objects.filter(pk=book.pk).exists()
    kept = LogEntry.objects.get(book=club_book(federation), act="club.deleted")
    assert f'"head":"{book.head}"' in kept.text
    assert verify_log().broken == []
    assert revision_of_games().number > games


def test_an_independent_club_goes_and_the_state_of_the_list_of_games_grows(
    by: Author, federation: Club
) -> None:
    other = people.create_club(by, SISTERS)
    games = revision_of_games().number
    people.delete_club(by, other)
    assert list(Club.objects.exclude(pk=federation.pk).filter(name="Sisters")) == []
    assert revision_of_games().number > games
    assert verify_log().broken == []


def test_a_club_that_has_anything_stays(by: Author, federation: Club, club: Club) -> None:
    def has(word: str) -> None:
        assert word in " ".join(people.what_is_on_club(club))
        with pytest.raises(NotNow, match="stays"):
            people.delete_club(by, club)

    with pytest.raises(NotNow, match="member clubs"):
        people.delete_club(by, federation)
    (table,) = recording.create_tables(by, club, ["1"], uuid4())
    has("tables")
    recording.delete_table(by, table)
    plan = running.EventPlan(name="Spring", date=date(2026, 5, 2), ruleset="samba")
    event = running.create_event(by, club, plan)
    has("events and games")
    running.delete_event(by, event)
    player = a_player(club=club)
    has("players")
    people.delete_player(by, player)
    people.delete_club(by, club)
    assert not Club.objects.filter(pk=club.pk).exists()


def test_only_an_admin_of_the_club_deletes_it(club: Club) -> None:
    for user in (a_user(Role.Kind.DIRECTOR, club=club), a_user(Role.Kind.ADMIN), a_user(is_keeper=True)):
        with pytest.raises(PermissionDenied):
            people.delete_club(an_author(user), club)


def test_twice_deletes_once(by: Author, club: Club) -> None:
    independent = people.create_club(
        by, people.ClubDetails(name="Alone", short_name="", place="", language="sv")
    )
    people.delete_club(by, independent)
    independent.pk = 987654321
    with pytest.raises(NotNow, match="meanwhile"):
        people.delete_club(by, independent)
    assert Club.objects.filter(pk=club.pk).exists()


def test_the_page_says_what_stays_or_deletes(admin: User, by: Author, club: Club) -> None:
    client = Client()
    client.login(username=admin.email, password=PASSWORD)
    address = reverse("clubs:club_delete", args=[club.pk])
    player = a_player(club=club)
    assert "<li>players</li>" in client.get(address).content.decode()
    people.delete_player(by, player)
    assert "for good" in client.get(address).content.decode()
    assert "Sisters is deleted." in client.post(address, follow=True).content.decode()
