"""The state of a book: its revision, and when it was last written. Every paper says of which state it is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Book, LogEntry
from clubs.reports.codes import log_code
from clubs.reports.report import SheetWords
from clubs.text.dates import short_datetime


class BookState(NamedTuple):
    """The revision of a book, the moment of its last act, and the head of its log."""

    revision: int
    at: datetime
    head: str = ""

    @property
    def sentence(self) -> str:
        """Return the state as it stands on a paper."""
        return _("Revision %(number)s, %(time)s") % {"number": self.revision, "time": short_datetime(self.at)}

    @property
    def words(self) -> SheetWords:
        """Return the words for the codes on a paper, with the code of the log."""
        return sheet_words(log_code(self.head) if self.head else "")


def sheet_words(code_of_log: str = "") -> SheetWords:
    return SheetWords(pgettext("code on paper", "sheet"), pgettext("code on paper", "log"), code_of_log)


def state_of(book: Book) -> BookState | None:
    """Return the state of one book; None before its first act."""
    return states_of([book]).get(book.pk)


def states_of(books: Iterable[Book]) -> dict[int, BookState]:
    """Return the states of books by their keys, with one query; a book without an act has none."""
    by_pk = {book.pk: book for book in books}
    last = LogEntry.objects.filter(book__in=by_pk, number=F("book__entries"))
    acts = last.order_by().values_list("book", "at", "hash")
    return {pk: BookState(by_pk[pk].revision, at, head) for pk, at, head in acts}
