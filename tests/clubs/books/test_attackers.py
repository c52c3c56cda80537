"""Who has the whole database, and neither the key nor a paper, cannot change the log unseen.

The attacker knows how the chain is made, computes it again as well as possible, and writes plain SQL.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs import people
from clubs.books import heads, sealing
from clubs.books.chapters import SEALED, seal_books
from clubs.books.verification import verify_log
from clubs.books.writing import CHAIN_START, canonical_json, chain_hash, club_book, writing
from clubs.models import Attempt, Book, LogEntry, Role
from clubs.people.details import PlayerDetails
from clubs.reports.codes import digest_beginning, log_code
from tests.builders import a_club, a_user, an_author

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
NUMBER = 8


@pytest.fixture
def book() -> Book:
    """A club's book with eight entries."""
    club = a_club()
    by = an_author(a_user(Role.Kind.ADMIN, club=club))
    for number in range(NUMBER):
        people.add_player(by, club, PlayerDetails(given_name="Åsa", family_name=f"Berg{number}"))
    return club_book(club)


def sql(statement: str, *values: str | int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def rows_of(book: Book) -> list[tuple[int, dict[str, Any]]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, text FROM clubs_logentry WHERE book_id = %s ORDER BY number", [book.pk])
        return [(pk, json.loads(text)) for pk, text in cursor.fetchall()]


def compute_again(book: Book, rows: list[tuple[int, dict[str, Any]]]) -> None:
    """Number the entries again, and compute every hash and the head."""
    sql("UPDATE clubs_logentry SET number = number + 1000 WHERE book_id = %s", book.pk)
    last = CHAIN_START
    for number, (pk, payload) in enumerate(rows, 1):
        text = canonical_json({**payload, "number": number})
        last = chain_hash(last, text)
        sql(
            "UPDATE clubs_logentry SET number = %s, text = %s, hash = %s, act = %s WHERE id = %s",
            *(number, text, last, payload["act"], pk),
        )
    sql("UPDATE clubs_book SET entries = %s, head = %s WHERE id = %s", len(rows), last, book.pk)


def remove(rows: list[tuple[int, dict[str, Any]]]) -> None:
    for pk, _payload in rows:
        sql("DELETE FROM clubs_logwords WHERE entry_id = %s", pk)
        sql("DELETE FROM clubs_logentry WHERE id = %s", pk)


def rewrite_an_entry(book: Book) -> None:
    rows = rows_of(book)
    rows[3][1]["after"]["home_club"] = 4711
    compute_again(book, rows)


def cut_off_the_last_acts(book: Book) -> None:
    rows = rows_of(book)
    remove(rows[-5:])
    compute_again(book, rows[:-5])


def insert_an_act(book: Book) -> None:
    """A new row in the middle, with the seal of another."""
    rows = rows_of(book)
    columns = "book_id, at, author_id, act, text, hash, seal, fingerprint"
    sql(
        f"INSERT INTO clubs_logentry (number, {columns}) SELECT 99, {columns} FROM clubs_logentry"  # noqa: S608
        " WHERE id = %s",
        rows[2][0],
    )
    *rows, made_up = rows_of(book)
    compute_again(book, [*rows[:3], made_up, *rows[3:]])


def move_the_last_act(book: Book) -> None:
    rows = rows_of(book)
    compute_again(book, [*rows[:3], rows[-1], *rows[3:-1]])


def take_an_entry_out(book: Book) -> None:
    rows = rows_of(book)
    remove(rows[2:3])
    compute_again(book, rows[:2] + rows[3:])


def begin_the_log_again(book: Book) -> None:
    """All is gone, and the next act is the first one."""
    remove(rows_of(book))
    sql("UPDATE clubs_book SET entries = 0, head = '', seal = '' WHERE id = %s", book.pk)


def exchange_two_and_their_seals(book: Book) -> None:
    rows = rows_of(book)
    rows[2], rows[3] = rows[3], rows[2]
    compute_again(book, rows)
    seals = dict(LogEntry.objects.filter(book=book).values_list("number", "seal"))
    for number, other in ((3, 4), (4, 3)):
        sql(
            "UPDATE clubs_logentry SET seal = %s WHERE book_id = %s AND number = %s",
            *(seals[other], book.pk, number),
        )


ATTACKS = [
    rewrite_an_entry,
    cut_off_the_last_acts,
    insert_an_act,
    move_the_last_act,
    take_an_entry_out,
    begin_the_log_again,
    exchange_two_and_their_seals,
]
attacks = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)


def an_act(book: Book) -> None:
    with writing(Book.objects.get(pk=book.pk), an_author()) as act:
        act.log("club.edited", book.club)


def verified(*against: str) -> str:
    """Return what the command says, or what it complains of."""
    out = StringIO()
    try:
        call_command("verify_log", *(f"--against={word}" for word in against), stdout=out)
    except CommandError as failure:
        return f"FOUND {failure}" if failure.returncode == 1 else f"REFUSED {failure}"
    return out.getvalue()


@attacks
def test_with_the_key_it_is_found_and_stays_found_when_the_club_plays_on(
    attack: Callable[[Book], None], book: Book
) -> None:
    assert verified().startswith("The log is intact")
    attack(book)
    assert book.pk in {broken.book for broken in verify_log().broken}
    an_act(book)
    assert book.pk in {broken.book for broken in verify_log().broken}


@attacks
def test_without_the_key_a_paper_or_a_backup_finds_it(
    attack: Callable[[Book], None], book: Book, settings: Any, tmp_path: Path
) -> None:
    code = log_code(Book.objects.get(pk=book.pk).head)
    sent = tmp_path / "sent.txt"
    sent.write_text("\n".join(heads.head_lines(Book.objects.all())), encoding="utf-8")
    assert "the log holds it" in verified(code, str(sent))
    attack(book)
    settings.LOG_KEY = ""
    assert "no key" in verified()  # the chain alone is whole
    assert code in verified(code)
    assert verified(str(sent)).startswith("FOUND")
    an_act(book)
    assert verified(code).startswith("FOUND")


def test_the_first_entry_that_was_not_written_here_is_named(book: Book) -> None:
    rewrite_an_entry(book)
    (broken,) = verify_log().broken
    assert (broken.number, broken.fault) == (4, "the entry is not sealed with the key of the log")


def test_what_came_after_a_cut_is_not_sealed(book: Book) -> None:
    cut_off_the_last_acts(book)
    assert [broken.number for broken in verify_log().broken] == [NUMBER - 5]
    an_act(book)
    assert [broken.number for broken in verify_log().broken] == [NUMBER - 4]


def test_only_a_paper_shows_that_the_whole_state_of_an_earlier_day_was_brought_back(book: Book) -> None:
    """Who has an old copy of the database has the seal of then: all seals hold, as after a restoration."""
    then = Book.objects.get(pk=book.pk)
    for _act in range(3):
        an_act(book)
    code = log_code(Book.objects.get(pk=book.pk).head)
    remove(rows_of(book)[NUMBER:])
    sql(
        "UPDATE clubs_book SET entries = %s, head = %s, seal = %s WHERE id = %s",
        *(then.entries, then.head, then.seal, book.pk),
    )
    assert verified().startswith("The log is intact")
    assert verified(code).startswith("FOUND")


def test_only_a_paper_shows_what_somebody_with_the_key_has_written_again(book: Book) -> None:
    code = log_code(Book.objects.get(pk=book.pk).head)
    rewrite_an_entry(book)
    for entry in LogEntry.objects.filter(book=book):
        seal = sealing.seal_of_entry(entry.hash)
        sql("UPDATE clubs_logentry SET seal = %s WHERE id = %s", seal, entry.pk)
    end = Book.objects.get(pk=book.pk)
    seal = sealing.seal_of_end(end.pk, end.entries, end.head)
    sql("UPDATE clubs_book SET seal = %s WHERE id = %s", seal, end.pk)
    assert verified().startswith("The log is intact")
    assert verified(code).startswith("FOUND")


def test_a_log_from_before_the_key_is_sealed_as_it_is_and_says_so(book: Book) -> None:
    sql("UPDATE clubs_logentry SET seal = ''")
    sql("UPDATE clubs_book SET seal = ''")
    assert [broken.fault for broken in verify_log().broken] == ["the log is not sealed"]
    former = Book.objects.get(pk=book.pk)
    assert seal_books() == Book.objects.count()
    assert seal_books() == 0
    entry = LogEntry.objects.get(book=book, act=SEALED)
    assert json.loads(entry.text)["before"] == {"entries": NUMBER, "head": former.head, "log_key": ""}
    an_act(book)
    assert f"Entries from before their log was sealed with it: {NUMBER}." in verified(log_code(former.head))
    rewrite_an_entry(book)
    assert [broken.book for broken in verify_log().broken] == [book.pk]


def test_a_new_key_begins_a_chapter_that_names_the_old_head(book: Book, settings: Any) -> None:
    settings.LOG_KEY = "another key, that is long enough"
    assert "the log is sealed with another key" in verified()
    an_act(book)  # play goes on
    head = Book.objects.get(pk=book.pk).head
    call_command("seal_log", stdout=StringIO())
    assert json.loads(LogEntry.objects.get(book=book, act=SEALED).text)["before"]["head"] == head
    assert verified(log_code(head)).startswith("The log is intact")
    cut_off_the_last_acts(book)
    assert verified().startswith("FOUND")


def test_without_a_key_nothing_is_sealed(book: Book, settings: Any) -> None:
    settings.LOG_KEY = ""
    an_act(book)
    assert LogEntry.objects.latest("number").seal == ""
    with pytest.raises(CommandError, match="There is no key of the log"):
        call_command("seal_log")


def test_a_code_is_read_as_people_write_it() -> None:
    digest = "0044321" + "4c7" + "0" * 54
    assert log_code(digest) == "0123-4567"
    assert {digest_beginning(text) for text in ("0123-4567", "oi23-4567", "OL234567")} == {digest[:10]}
    assert [digest_beginning(text) for text in ("", "0123-456", "0123-456U", "0123-45678")] == [""] * 4


@pytest.mark.parametrize("wrong", ["4F7T-90A", "/nowhere/at/all"])
def test_what_is_neither_a_code_nor_a_file_is_refused(wrong: str) -> None:
    with pytest.raises(CommandError, match="neither a code nor a file"):
        call_command("verify_log", "--against", wrong)


# --- the page ----------------------------------------------------------------------------------------------


def asked(code: str) -> str:
    return Client().get(reverse("clubs:genuine"), {"code": code}).content.decode()


def test_a_stranger_types_the_code_of_a_paper(book: Book) -> None:
    code = log_code(Book.objects.get(pk=book.pk).head)
    assert "Nothing has been recorded since." in asked(code)
    an_act(book)
    assert "1 act has been recorded since." in asked(code.lower().replace("-", " "))
    assert "No log here knows this code" in asked("0000-0000")
    assert "This is not a code" in asked("K7QM")
    assert book.club.name not in asked(code)


@attacks
def test_the_page_vouches_for_no_log_that_was_written_again(
    attack: Callable[[Book], None], book: Book
) -> None:
    code, early = (log_code(entry.hash) for entry in (book.log.get(number=NUMBER), book.log.get(number=1)))
    attack(book)
    assert "No log here knows this code" in asked(code)
    assert "The log still holds" not in asked(early)


def test_codes_are_not_looked_up_without_end(book: Book) -> None:
    for number in range(40):
        asked(f"0000-{number:04}")
    assert "Too many attempts" in asked("0000-0040")
    Attempt.objects.all().delete()
    assert "No log here knows this code" in asked("0000-0040")


def test_a_deleted_event_takes_its_heads_along(book: Book) -> None:
    gone = heads.NotedHead(digest="f" * 64, book=4711)
    assert [*heads.missing_heads([gone], set())] == [gone]
    assert [*heads.missing_heads([gone], {4711})] == []
