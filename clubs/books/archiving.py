"""Archiving: an event or a game out of the lists of its club, and back again.

Nothing of it is deleted. Its pages keep their addresses, and its results count as before.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import models
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, Writing, retried, writing
from clubs.models import Book, Club
from clubs.plugins.hooks import HookList

# Called with a book that is being archived: what of it stands in the way of others is freed.
archive_listeners: HookList[Callable[[Writing], None]] = HookList()


@retried
def archive(by: Author, book: Book) -> None:
    """Take an event or a game that belongs to none out of the lists of its club."""
    with writing(book, by, needs=DIRECTORS) as act:
        if act.book.kind == Book.Kind.CLUB:
            raise NotNow(_lazy("A club is not archived."))
        if act.book.archived_at is not None:
            act.mark_repeat()
            return
        for listener in archive_listeners:
            listener(act)
        act.log("book.archived", act.book)
        act.book.archived_at = by.at
        act.book.save(update_fields=["archived_at"])


@retried
def bring_back(by: Author, book: Book) -> None:
    """Let the lists of the club show an archived event or game again."""
    with writing(book, by, needs=DIRECTORS) as act:
        if act.book.archived_at is None:
            act.mark_repeat()
            return
        act.log("book.brought_back", act.book)
        act.book.archived_at = None
        act.book.save(update_fields=["archived_at"])


def archived_books(club: Club) -> models.QuerySet[Book]:
    """Return what a club has archived, the latest first."""
    return Book.objects.filter(club=club).exclude(archived_at=None).order_by("-archived_at", "-pk")
