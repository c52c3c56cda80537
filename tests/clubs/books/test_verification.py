"""The log proves itself, and names the first entry that was changed by hand."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from clubs import people
from clubs.books.verification import verify_log
from clubs.books.writing import writing
from clubs.models import Book, Club, LogEntry, LogWords, Role
from clubs.people.details import PlayerDetails
from tests.builders import a_club, a_user, an_author

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def book() -> Book:
    """A club's book with four entries, beside another club's."""
    for club in (a_club(), a_club()):
        by = an_author(a_user(Role.Kind.ADMIN, club=club))
        for number in range(4):
            people.add_player(by, club, PlayerDetails(given_name="Åsa", family_name=f"Berg{number}"))
    return Book.objects.order_by("pk")[0]


def by_hand(sql: str, *values: str | int) -> None:
    """What somebody with the database in his hands can do."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def change_a_byte(book: Book) -> None:
    text = LogEntry.objects.get(book=book, number=2).text
    by_hand(
        "UPDATE clubs_logentry SET text = %s WHERE book_id = %s AND number = 2",
        text.replace('"v":2', '"v":3'),
        book.pk,
    )


def change_the_origin(book: Book) -> None:
    words = LogWords.objects.get(entry__book=book, entry__number=2)
    by_hand("UPDATE clubs_logwords SET origin = '192.0.2.9' WHERE entry_id = %s", words.pk)


def make_up_a_reason(book: Book) -> None:
    words = LogWords.objects.get(entry__book=book, entry__number=2)
    by_hand("UPDATE clubs_logwords SET reason = 'As he wished' WHERE entry_id = %s", words.pk)


def change_the_act(book: Book) -> None:
    by_hand("UPDATE clubs_logentry SET act = 'player.edited' WHERE book_id = %s AND number = 2", book.pk)


def change_the_author(book: Book) -> None:
    by_hand(
        "UPDATE clubs_logentry SET author_id = %s WHERE book_id = %s AND number = 2", a_user().pk, book.pk
    )


def remove_the_author(book: Book) -> None:
    by_hand("UPDATE clubs_logentry SET author_id = NULL WHERE book_id = %s AND number = 2", book.pk)


def change_the_time(book: Book) -> None:
    entry = LogEntry.objects.get(book=book, number=2)
    LogEntry.objects.filter(pk=entry.pk).update(at=entry.at.replace(year=2020))


def delete_words(book: Book) -> None:
    LogWords.objects.filter(entry__book=book).delete()


def delete_a_middle_row(book: Book) -> None:
    delete_words(book)
    by_hand("DELETE FROM clubs_logentry WHERE book_id = %s AND number = 2", book.pk)


def swap_two_rows(book: Book) -> None:
    for old, new in ((2, 99), (3, 2), (99, 3)):
        by_hand("UPDATE clubs_logentry SET number = %s WHERE book_id = %s AND number = %s", new, book.pk, old)


def swap_two_texts(book: Book) -> None:
    second, third = LogEntry.objects.filter(book=book, number__in=(2, 3))
    for entry, other in ((second, third), (third, second)):
        LogEntry.objects.filter(pk=entry.pk).update(text=other.text, hash=other.hash)


def put_it_in_another_book(book: Book) -> None:
    other = Book.objects.exclude(pk=book.pk)[0]
    by_hand(
        "UPDATE clubs_logentry SET book_id = %s, number = 9 WHERE book_id = %s AND number = 2",
        other.pk,
        book.pk,
    )


TAMPERINGS = [
    change_a_byte,
    change_the_origin,
    make_up_a_reason,
    change_the_act,
    change_the_author,
    remove_the_author,
    change_the_time,
    delete_a_middle_row,
    swap_two_rows,
    swap_two_texts,
    put_it_in_another_book,
]


def test_a_log_that_nobody_touched_is_whole(book: Book) -> None:
    proof = verify_log()
    assert (proof.books, proof.entries, proof.broken) == (2, 8, [])
    out = StringIO()
    call_command("verify_log", stdout=out)
    assert "8 entries in 2 books" in out.getvalue()


def test_an_installation_without_books_is_whole() -> None:
    assert verify_log().broken == []


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_what_was_changed_by_hand_is_found_at_its_first_entry(
    tamper: Callable[[Book], None], book: Book
) -> None:
    tamper(book)
    assert (book.pk, 2) in {(broken.book, broken.number) for broken in verify_log().broken}
    with pytest.raises(CommandError) as failure:
        call_command("verify_log")
    assert failure.value.returncode == 1
    assert f"Book {book.pk}, entry 2:" in str(failure.value)


def test_a_tail_cut_off_is_missed(book: Book) -> None:
    delete_words(book)
    by_hand("DELETE FROM clubs_logentry WHERE book_id = %s AND number = 4", book.pk)
    assert [(broken.book, broken.number) for broken in verify_log().broken] == [(book.pk, 4)]


def test_a_whole_log_cut_off_is_missed(book: Book) -> None:
    delete_words(book)
    by_hand("DELETE FROM clubs_logentry WHERE book_id = %s", book.pk)
    assert [(broken.book, broken.number) for broken in verify_log().broken] == [(book.pk, 1)]


def test_a_shortened_book_does_not_hide_its_tail(book: Book) -> None:
    Book.objects.filter(pk=book.pk).update(entries=3)
    assert [(broken.book, broken.number) for broken in verify_log().broken] == [(book.pk, 4)]


def test_an_exchanged_head_is_found(book: Book) -> None:
    Book.objects.filter(pk=book.pk).update(head="0" * 64)
    assert [(broken.book, broken.number) for broken in verify_log().broken] == [(book.pk, 4)]


def test_the_other_chains_are_still_followed_behind_a_broken_one(book: Book) -> None:
    for each in Book.objects.all():
        change_a_byte(each)
    assert len(verify_log().broken) == 2


def test_a_name_that_is_erased_touches_no_entry(book: Book) -> None:
    player = book.club.home_players.order_by("pk")[0]
    player.names.all().delete()
    Club.objects.filter(pk=book.club_id).update(name="Renamed")
    assert verify_log().broken == []


@pytest.mark.django_db
def test_the_proof_asks_the_database_as_often_however_long_the_log_is(
    book: Book, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with writing(book, an_author()) as act:
        for _entry in range(100):
            act.log("club.edited", book.club)
    # The log, deals with what the log says of them, and statements of federations.
    with django_assert_num_queries(4):
        assert verify_log().entries == 108
