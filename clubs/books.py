"""Writing in a book: the one way in which anything recorded comes about.

A verb opens the book with `writing`, which starts the transaction, locks the book's row and checks the role;
it changes what it has to change and logs each act with `Writing.log`; when the block ends the book's revision
is bumped. An act that fails leaves nothing behind. This module knows books, roles and the log's chain; it
must not know what is being written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.db import models, transaction
from django.utils import timezone

from clubs import access
from clubs.models import Book, Club, LogEntry, Role, User

Value = str | int | bool | None | list["Value"] | dict[str, "Value"]
Facts = Mapping[str, Value]
CHAIN_START = ""


class UnloggedWrite(AssertionError):
    """A verb wrote without leaving a log entry: our own mistake, so the write is undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who acts, from where, and when. `user` is None at a table and on the console."""

    user: User | None
    origin: str
    at: datetime = field(default_factory=timezone.now)


@dataclass(slots=True)
class Writing:
    """A book opened for one act, its row locked."""

    book: Book
    by: Author
    logged: int = 0
    done_before: bool = False

    def log(
        self,
        act: str,
        subject: models.Model,
        *,
        before: Facts | None = None,
        after: Facts | None = None,
        reason: str = "",
    ) -> LogEntry:
        """Add an entry to the book's chain. Facts name people by id only: no name, no e-mail."""
        number = self.book.entries + 1
        text = canonical_text(self, number, act, subject, before, after, reason)
        entry = LogEntry.objects.create(
            book=self.book,
            number=number,
            at=self.by.at,
            author=self.by.user,
            act=act,
            text=text,
            hash=chained(self.book.head, text),
        )
        self.book.entries, self.book.head = number, entry.hash
        self.logged += 1
        return entry

    def was_done_before(self) -> None:
        """The act came a second time and is answered as the first time: nothing is written or logged."""
        self.done_before = True


@contextmanager
def writing(book: Book, by: Author, *, needs: Collection[Role.Kind] | None = None) -> Iterator[Writing]:
    """Open `book` for one act of `by`; `needs` are the roles of which the user must hold one.

    `needs=None` is for acts whose right the caller has proved otherwise (a table's secret, an invitation).
    """
    with transaction.atomic():
        locked = Book.objects.select_for_update().get(pk=book.pk)
        if needs is not None:
            access.require(by.user, locked, needs)
        act = Writing(locked, by)
        yield act
        if act.done_before:
            return
        if not act.logged:
            raise UnloggedWrite("an act without a log entry")
        locked.revision += 1
        locked.save(update_fields=["revision", "entries", "head"])
    book.revision, book.entries, book.head = locked.revision, locked.entries, locked.head


def bump(books: models.QuerySet[Book]) -> None:
    """Make the pages of these books fetch anew: something that they show changed elsewhere."""
    books.update(revision=models.F("revision") + 1)


def of_club(club: Club) -> Book:
    """The club's own book."""
    return Book.objects.get(club=club, kind=Book.Kind.CLUB)


def canonical_text(
    writing: Writing,
    number: int,
    act: str,
    subject: models.Model,
    before: Facts | None,
    after: Facts | None,
    reason: str,
) -> str:
    """What an entry says, in the one spelling that the hash covers."""
    by = writing.by
    return canonical(
        {
            "book": writing.book.pk,
            "number": number,
            "at": by.at.astimezone(UTC).isoformat(timespec="microseconds"),
            "author": by.user.pk if by.user else None,
            "origin": by.origin,
            "act": act,
            "subject": f"{subject._meta.label_lower}:{subject.pk}",
            "before": dict(before or {}),
            "after": dict(after or {}),
            "reason": reason,
        }
    )


def canonical(facts: Facts) -> str:
    return json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def chained(head: str, text: str) -> str:
    """The hash of an entry: over the hash before it and its own text."""
    return hashlib.sha256(f"{head}\n{text}".encode()).hexdigest()
