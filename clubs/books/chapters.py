"""A chapter of a log: from an entry on, it is sealed with the key of this installation.

A log begins one when it was not sealed before, or with another key: after an update, and after the key was
replaced or lost. The entry names the end of what was before. That is only as good as it was on that day.
"""

from __future__ import annotations

from typing import Final

from clubs.books import sealing
from clubs.books.writing import Author, retried, writing
from clubs.models import Book

SEALED: Final = "log.sealed"


def unsealed_books() -> list[Book]:
    """Return the books whose seal does not hold."""
    return [book for book in Book.objects.order_by("pk").iterator() if not sealing.is_sealed(book)]


def seal_books() -> int:
    """Begin a chapter in the log of each book whose seal does not hold; return how many there were."""
    return sum(_seal_book(book) for book in unsealed_books())


@retried
def _seal_book(book: Book) -> bool:
    with writing(book, Author(user=None, origin="console"), hides_nothing=True) as act:
        if sealing.is_sealed(act.book) or not sealing.key_mark():
            act.mark_repeat()
            return False
        former = sealing.mark_of_seal(act.book.seal)
        act.is_sealed = True
        act.log(
            "log.sealed",
            act.book,
            before={"entries": act.book.entries, "head": act.book.head, "log_key": former},
            after={"log_key": sealing.key_mark()},
        )
        return True
