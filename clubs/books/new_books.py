"""Many new books with the first entry of each, written together: a list may bring hundreds of them."""

from __future__ import annotations

from collections.abc import Sequence

from clubs.books import sealing
from clubs.books.writing import Author, LoggedAct, Writing
from clubs.models import Book, LogEntry, LogWords

_BATCH = 500


def begin_books(by: Author, acts: Sequence[tuple[Book, LoggedAct]]) -> None:
    """Log the first act of books that this transaction has made: nobody else knows them."""
    entries = [Writing(book, by, is_sealed=True).make_entry(act) for book, act in acts]
    LogEntry.objects.bulk_create(entries, batch_size=_BATCH)
    words: list[LogWords] = []
    for entry in entries:
        entry.words.entry = entry
        words.append(entry.words)
    LogWords.objects.bulk_create(words, batch_size=_BATCH)
    books = [book for book, _act in acts]
    for book in books:
        book.revision = book.oldest_shown = 1
        book.seal = sealing.seal_of_end(book.pk, book.entries, book.head)
    shown = ["revision", "oldest_shown", "entries", "head", "seal"]
    Book.objects.bulk_update(books, shown, batch_size=100)
