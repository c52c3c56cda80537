"""A book: its chain, its revision, its lock."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection
from django.db.models import QuerySet

from clubs import books, people
from clubs.books import writing as book_writing
from clubs.books.lost_revisions import MOST_LOST, follow_lost_revisions
from clubs.books.writing import (
    CHAIN_START,
    UnloggedWrite,
    chain_hash,
    club_book,
    retried,
    writing,
    writing_together,
)
from clubs.models import Book, Club, LogEntry, Player, Role
from clubs.people.details import ClubDetails, PlayerDetails
from tests.builders import a_club, a_player, a_user, an_author

pytestmark = pytest.mark.django_db


def test_each_entry_is_chained_to_the_one_before_and_the_book_keeps_the_head() -> None:
    book = club_book(a_club())
    for _act in range(2):
        with writing(book, an_author()) as act:
            act.log("club.edited", book.club)
    first, second = LogEntry.objects.filter(book=book)
    assert first.hash == chain_hash(CHAIN_START, first.text)
    assert second.hash == chain_hash(first.hash, second.text) == book.head
    assert (book.entries, book.revision) == (2, 2)


def test_after_a_restore_no_revision_of_before_comes_again() -> None:
    books = [club_book(a_club()) for _book in range(2)]
    for book in books:
        with writing(book, an_author()) as act:
            act.log("club.edited", book.club)
    follow_lost_revisions()
    for book in books:
        book.refresh_from_db()
        assert book.revision == book.oldest_shown == 1 + MOST_LOST
        with writing(book, an_author()) as act:
            act.log("club.edited", book.club)
        assert (book.revision, book.entries) == (2 + MOST_LOST, 2)


def test_a_write_without_a_log_entry_is_undone() -> None:
    club = a_club(place="Turku")
    with pytest.raises(UnloggedWrite), writing(club_book(club), an_author()):
        Club.objects.update(place="Åbo")
    club.refresh_from_db()
    assert club.place == "Turku"


def test_an_entry_is_written_once_and_never_deleted() -> None:
    book = club_book(a_club())
    with writing(book, an_author()) as act:
        entry = act.log("club.edited", book.club)
    with pytest.raises(TypeError):
        entry.save()
    with pytest.raises(TypeError):
        entry.delete()


def test_a_role_in_a_club_holds_in_all_its_books_and_in_no_other_club() -> None:
    club = a_club()
    event = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=club)
    admin = an_author(a_user(Role.Kind.ADMIN, club=club))
    with writing(event, admin, needs={Role.Kind.ADMIN}) as act:
        act.log("club.edited", club)
    with pytest.raises(PermissionDenied), writing(club_book(a_club()), admin, needs={Role.Kind.ADMIN}):
        raise AssertionError("the book must not open")


def test_a_role_in_an_event_holds_in_that_event_alone() -> None:
    club = a_club()
    event = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=club)
    director = an_author(a_user(Role.Kind.DIRECTOR, book=event))
    with pytest.raises(PermissionDenied), writing(club_book(club), director, needs={Role.Kind.DIRECTOR}):
        raise AssertionError("the book must not open")


def test_books_opened_together_are_locked_in_the_order_of_their_ids() -> None:
    first, second = club_book(a_club()), club_book(a_club())
    with writing_together([second, first, second], an_author()) as acts:
        assert list(acts) == [first.pk, second.pk]
        for act in acts.values():
            act.log("club.edited", first.club)
    assert (first.revision, second.revision) == (1, 1)


class GaveWay(Exception):
    sqlstate = "40P01"


def failing(times: int, cause: Exception) -> Callable[[], int]:
    """An act that fails some times before it succeeds, and says how often it was tried."""
    tried = 0

    def act() -> int:
        nonlocal tried
        tried += 1
        if tried <= times:
            raise OperationalError from cause
        return tried

    return act


@pytest.mark.django_db(transaction=True)
def test_an_act_that_gave_way_to_another_is_done_again() -> None:
    assert retried(failing(books.MAX_TRIES - 1, GaveWay()))() == books.MAX_TRIES


@pytest.mark.django_db(transaction=True)
def test_an_act_that_gives_way_every_time_fails_in_the_end() -> None:
    with pytest.raises(OperationalError):
        retried(failing(books.MAX_TRIES, GaveWay()))()


@pytest.mark.django_db(transaction=True)
def test_another_failure_of_the_database_is_not_tried_again() -> None:
    with pytest.raises(OperationalError):
        retried(failing(1, Exception("disk full")))()


@pytest.fixture
def an_event_book(monkeypatch: pytest.MonkeyPatch) -> Book:
    """A book of an app above this one, which shows every player of its club."""
    book = Book.objects.create(kind=Book.Kind.TOURNAMENT, club=a_club())

    def shows(players: QuerySet[Player]) -> QuerySet[Book]:
        return Book.objects.filter(pk=book.pk, club__home_players__in=players)

    monkeypatch.setattr(book_writing, "book_finders", [*book_writing.book_finders, shows])
    return book


def rename_player(by: books.Author, player: Player) -> None:
    people.edit_player(by, player, PlayerDetails(given_name="New", family_name="Name", may_publish=True), 1)


def withdraw_consent(by: books.Author, player: Player) -> None:
    card = PlayerDetails(given_name=player.given_name, family_name=player.family_name, may_publish=False)
    people.edit_player(by, player, card, 1)


def withdraw_consent_of_many(by: books.Author, player: Player) -> None:
    people.change_consent(by, player.home_club, withdrawn=[player.pk])


def move_home(by: books.Author, player: Player) -> None:
    other = a_club()
    Role.objects.create(book=club_book(other), user_id=by.user.pk if by.user else 0, kind=Role.Kind.ADMIN)
    people.add_member(by, other, player)
    people.move_home_club(by, player, other)


def rename_club(by: books.Author, player: Player) -> None:
    people.edit_club(by, player.home_club, ClubDetails(name="Newly named"), 1)


def join_federation(by: books.Author, player: Player) -> None:
    federation = a_club()
    Role.objects.create(
        book=club_book(federation), user_id=by.user.pk if by.user else 0, kind=Role.Kind.ADMIN
    )
    people.join_federation(by, player.home_club, federation)


def leave_federation(by: books.Author, player: Player) -> None:
    join_federation(by, player)
    Book.objects.filter(kind=Book.Kind.TOURNAMENT).update(revision=0)
    people.leave_federation(by, player.home_club)


def end_membership(by: books.Author, player: Player) -> None:
    people.end_membership(by, player.memberships.get())


CHANGES_WHAT_IS_SHOWN = [
    rename_player,
    withdraw_consent,
    withdraw_consent_of_many,
    move_home,
    rename_club,
    join_federation,
    leave_federation,
    end_membership,
]


@pytest.mark.parametrize("change", CHANGES_WHAT_IS_SHOWN, ids=lambda change: change.__name__)
def test_what_changes_a_shown_name_club_or_consent_bumps_every_book_that_shows_it(
    change: Callable[[books.Author, Player], None], an_event_book: Book
) -> None:
    player = a_player(club=an_event_book.club)
    by = an_author(a_user(Role.Kind.ADMIN, club=an_event_book.club))
    change(by, player)
    an_event_book.refresh_from_db()
    assert an_event_book.revision > 0


def test_a_book_that_does_not_show_the_player_stays_as_it_is(an_event_book: Book) -> None:
    player = a_player()
    rename_player(an_author(a_user(Role.Kind.ADMIN, club=player.home_club)), player)
    an_event_book.refresh_from_db()
    assert an_event_book.revision == 0


def test_renaming_a_club_bumps_its_federation_and_its_clubs() -> None:
    federation = a_club()
    club = a_club(federation=federation)
    for changed in (club, federation):
        by = an_author(a_user(Role.Kind.ADMIN, club=changed))
        people.edit_club(by, changed, ClubDetails(name=f"New {changed.pk}"), 1)
    assert [club_book(each).revision for each in (federation, club)] == [2, 2]


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_many_writers_of_one_book_leave_one_whole_chain() -> None:
    """Eight people at once: the row lock puts them in a queue, and no number is given twice."""
    book = club_book(a_club())
    together = threading.Barrier(8)

    def write() -> None:
        try:
            together.wait(timeout=300)
            with writing(Book.objects.get(pk=book.pk), an_author()) as act:
                act.log("club.edited", act.book.club)
        finally:
            connection.close()

    writers = [threading.Thread(target=write) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(timeout=300)
    entries = list(LogEntry.objects.filter(book=book))
    assert [entry.number for entry in entries] == list(range(1, 9))
    last = CHAIN_START
    for entry in entries:
        assert entry.hash == chain_hash(last, entry.text)
        last = entry.hash


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_two_acts_upon_the_same_books_in_either_order_both_succeed() -> None:
    """Each of two players belongs to both clubs: renaming both at once touches both books crosswise."""
    here, there = a_club(), a_club()
    user = a_user(Role.Kind.ADMIN, club=here)
    Role.objects.create(book=club_book(there), user=user, kind=Role.Kind.ADMIN)
    players = [a_player(club=here), a_player(club=there)]
    for player, other in zip(players, (there, here), strict=True):
        people.add_member(an_author(user), other, player)
    together, failures = threading.Barrier(2), []

    def rename(player: Player) -> None:
        try:
            together.wait(timeout=300)
            for version in range(1, 6):
                name = f"New {version}"
                people.edit_player(
                    an_author(user), player, PlayerDetails(given_name=name, family_name="N"), version
                )
        except Exception as failure:  # whatever it is, the test shows it
            failures.append(failure)
        finally:
            connection.close()

    renamers = [
        threading.Thread(target=rename, args=[Player.objects.get(pk=player.pk)]) for player in players
    ]
    for renamer in renamers:
        renamer.start()
    for renamer in renamers:
        renamer.join(timeout=300)
    assert failures == []
    assert {Player.objects.get(pk=player.pk).version for player in players} == {6}
