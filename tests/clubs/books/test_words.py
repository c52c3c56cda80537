"""The words of the log lie apart: they can be forgotten, and the chain stays whole."""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from clubs.books import sealing
from clubs.books.log import LogFilter, log_entries, log_lines
from clubs.books.verification import verify_log
from clubs.books.words import forget_words, payload_of
from clubs.books.writing import Submission, canonical_json, chain_hash, club_book, writing
from clubs.models import Book, LogEntry, LogWords, Role
from tests.builders import a_club, a_user, an_author

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def book() -> Book:
    """A book with an act that has an origin, a reason and words before and after it."""
    club = a_club()
    by = an_author(a_user(Role.Kind.ADMIN, club=club))
    submission = Submission(key=uuid4(), content={"reason": "Moved by the harbour"})
    with writing(club_book(club), by, submission=submission) as act:
        act.log(
            "club.edited",
            club,
            before={"place": "Nagu", "language": "sv"},
            after={"place": "Åbo", "language": "sv"},
            reason="Moved by the harbour",
        )
    return club_book(club)


def entry_of(book: Book) -> LogEntry:
    return LogEntry.objects.select_related("words").get(book=book)


def as_of_the_first_format(book: Book) -> None:
    """Write the entry anew as it was written before the words had rows of their own."""
    entry = entry_of(book)
    payload = {name: value for name, value in payload_of(entry).items() if name != "v"}
    text = canonical_json(payload)
    digest = chain_hash("", text)
    LogWords.objects.filter(entry=entry).delete()
    LogEntry.objects.filter(pk=entry.pk).update(text=text, hash=digest, seal=sealing.seal_of_entry(digest))
    Book.objects.filter(pk=book.pk).update(head=digest, seal=sealing.seal_of_end(book.pk, 1, digest))


def test_the_chained_text_has_no_word(book: Book) -> None:
    text = entry_of(book).text
    assert not [word for word in ("harbour", "Nagu", "Åbo", "192.0.2.1") if word in text]
    assert json.loads(text)["after"]["language"] == "sv"


def test_an_entry_says_its_words(book: Book) -> None:
    (line,) = log_lines([entry_of(book)])
    assert (line.reason, line.origin) == ("Moved by the harbour", "192.0.2.1")
    assert [(change.before, change.after) for change in line.changes] == [("Nagu", "Åbo")]


def test_a_word_has_another_digest_in_each_entry(book: Book) -> None:
    with writing(book, an_author()) as act:
        act.log("club.edited", book.club, reason="Moved by the harbour")
    first, second = (json.loads(entry.text)["reason"] for entry in LogEntry.objects.filter(book=book))
    assert first != second


def test_words_that_are_forgotten_leave_the_chain_whole(book: Book) -> None:
    assert forget_words(LogEntry.objects.filter(book=book)) == 1
    assert verify_log().broken == []
    (line,) = log_lines([entry_of(book)])
    assert (line.reason, line.origin) == ("forgotten", "forgotten")
    stored = [*LogWords.objects.values_list("origin", "origin_salt", "reason", "reason_salt", "facts")]
    assert stored == [("", "", "", "", {})]
    assert entry_of(book).fingerprint == ""


def test_a_row_of_words_that_is_gone_is_forgotten_too(book: Book) -> None:
    LogWords.objects.all().delete()
    assert verify_log().broken == []
    assert log_lines([entry_of(book)])[0].reason == "forgotten"


@pytest.mark.parametrize("place", ["before.place", "after.place"])
def test_a_word_that_was_changed_is_found(book: Book, place: str) -> None:
    words = LogWords.objects.get()
    words.facts[place][1] = "Pargas"
    words.save()
    (broken,) = verify_log().broken
    assert (broken.number, broken.fault) == (1, f"the word “{place}” is not the one that was hashed")


def test_an_entry_of_the_first_format_is_still_verified_shown_and_found(book: Book) -> None:
    as_of_the_first_format(book)
    assert verify_log().broken == []
    assert log_lines([entry_of(book)])[0].reason == "Moved by the harbour"
    assert [*log_entries(book, LogFilter(text="harbour"))] == [entry_of(book)]
    LogEntry.objects.update(text=entry_of(book).text.replace("harbour", "airport"))
    assert [broken.number for broken in verify_log().broken] == [1]


def test_old_and_new_entries_stand_in_one_chain(book: Book) -> None:
    as_of_the_first_format(book)
    with writing(Book.objects.get(pk=book.pk), an_author()) as act:
        act.log("club.edited", book.club, reason="Again")
    proof = verify_log()
    assert (proof.entries, proof.broken) == (2, [])


@pytest.mark.parametrize(("text", "found"), [("harbour", 1), ("192.0.2.1", 1), ("digest", 0), ("Turku", 0)])
def test_entries_are_found_by_their_words(book: Book, text: str, found: int) -> None:
    assert log_entries(book, LogFilter(text=text)).count() == found
