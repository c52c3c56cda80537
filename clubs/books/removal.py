"""Deleting a book with its log, where what it is about is deleted.

The log of another book keeps the name of what went, and the length and the head of the chain that went with
it (docs/decisions/0026-deleting.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from clubs.books.writing import Facts, Writing
from clubs.models import Book, LogEntry, LogWords


def chain_facts(book: Book) -> Facts:
    """Return what the other book's log keeps of a log: how long it was, and its last hash."""
    return {"book": book.pk, "entries": book.entries, "head": book.head}


def remove_book_in(act: Writing, book: Book) -> None:
    """Delete a locked book with its log, roles, invitations and jobs; the open book takes over its revisions.

    Lists of several books know their state by the sum of the revisions and the number of books: that grows.
    The files of the jobs are removed by the next worker, as those of any job that is gone.
    """
    act.book.revision += remove_book(book)


def remove_book(book: Book) -> int:
    """Delete a locked book; return by how much the revision of another one has to grow."""
    return remove_books([book])


def remove_books(books: Sequence[Book]) -> int:
    """Delete locked books; return by how much the revision of another one has to grow."""
    pks = [book.pk for book in books]
    LogWords.objects.filter(entry__book__in=pks).delete()
    LogEntry.objects.filter(book__in=pks).delete()
    Book.objects.filter(pk__in=pks).delete()
    # One for each book that the lists no longer count, and one so that the sum has grown.
    return sum(book.revision + 2 for book in books)
