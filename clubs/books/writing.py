"""Writing in a book: the one way in which anything recorded comes about.

A verb opens the book with `writing`, which starts the transaction, locks the book's row and checks the role;
it changes what it has to change and logs each act with `Writing.log`; when the block ends the book's revision
is bumped. An act that fails leaves nothing behind. A verb is `retried`: of two that wait for each other on
PostgreSQL one is undone and done again. This module knows books, roles and the log's chain; it must not know
what is being written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import wraps
from typing import Final, ParamSpec, TypeVar
from uuid import UUID

from django.db import OperationalError, connection, models, transaction
from django.utils import timezone

from clubs.books import permissions
from clubs.db.prepared import Question
from clubs.models import Book, Club, LogEntry, Player, Role, User

Arguments = ParamSpec("Arguments")
Row = TypeVar("Row")

Value = str | int | bool | None | list["Value"] | dict[str, "Value"]
Facts = Mapping[str, Value]
CHAIN_START = ""
TRIES = 4
# What PostgreSQL says to the one of two transactions that must give way: SQLSTATE 40001, 40P01.
_GAVE_WAY = frozenset({"40001", "40P01"})


class KeyTaken(Exception):
    """The key of this sending has been used for something else."""


class UnloggedWrite(AssertionError):
    """A verb wrote without leaving a log entry: our own mistake, so the write is undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who acts, from where, and when. `user` is None at a table and on the console."""

    user: User | None
    origin: str
    at: datetime = field(default_factory=timezone.now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sending:
    """One sending of something written: the key that the device made for it, and what it says.

    The same sending may come twice, from a phone that did not hear the answer: it is done once.
    """

    key: UUID
    content: Facts

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(canonical(self.content).encode()).hexdigest()


@dataclass(slots=True)
class Writing:
    """A book opened for one act, its row locked."""

    book: Book
    by: Author
    sending: Sending | None = None
    # What the same sending led to when it came before.
    earlier: LogEntry | None = None
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
        text = _canonical_text(self, number, act, subject, before, after, reason)
        sending = None if self.logged else self.sending
        entry = LogEntry.objects.create(
            book=self.book,
            number=number,
            at=self.by.at,
            author=self.by.user,
            act=act,
            text=text,
            hash=chained(self.book.head, text),
            key=sending.key if sending else None,
            fingerprint=sending.fingerprint if sending else "",
        )
        self.book.entries, self.book.head = number, entry.hash
        self.logged += 1
        return entry

    def was_done_before(self) -> None:
        """The act came a second time and is answered as the first time: nothing is written or logged."""
        self.done_before = True


LOCKED: Final = Question(lambda pk: Book.objects.filter(pk=pk).select_for_update(), int)
SENT: Final = Question(lambda key: LogEntry.objects.filter(key=key).order_by(), UUID)


@contextmanager
def writing(
    book: Book,
    by: Author,
    *,
    needs: Collection[Role.Kind] | None = None,
    along: models.QuerySet[Book] | None = None,
    sending: Sending | None = None,
) -> Iterator[Writing]:
    """Open `book` for one act of `by`; `needs` are the roles of which the user must hold one.

    `needs=None` is for acts whose right the caller has proved otherwise (a table's secret, an invitation).
    `along` are other books that the act will bump: they are locked with this one. The key of a `sending` is
    kept with the first log entry; when it comes again, `earlier` is that entry and nothing is to be done.
    """
    with transaction.atomic():
        if along is not None:
            _lock_in_order(Book.objects.filter(pk=book.pk) | among(along))
        locked = LOCKED.one(book.pk)
        if locked is None:
            raise Book.DoesNotExist
        if needs is not None:
            permissions.require(by.user, locked, needs)
        act = Writing(locked, by, sending, _heard_before(locked, sending))
        act.done_before = act.earlier is not None
        yield act
        if act.done_before:
            return
        if not act.logged:
            raise UnloggedWrite("an act without a log entry")
        locked.revision += 1
        locked.save(update_fields=["revision", "entries", "head"])
    book.revision, book.entries, book.head = locked.revision, locked.entries, locked.head


def _heard_before(book: Book, sending: Sending | None) -> LogEntry | None:
    """The log entry that this sending left when it came before; its key may say nothing else."""
    if sending is None:
        return None
    entry = SENT.one(sending.key)
    if entry is not None and (entry.book_id, entry.fingerprint) != (book.pk, sending.fingerprint):
        raise KeyTaken
    return entry


@contextmanager
def writing_together(
    books: Iterable[Book], by: Author, *, along: models.QuerySet[Book] | None = None
) -> Iterator[dict[int, Writing]]:
    """Open several books for one act, under their ids. The caller checks the rights in each."""
    each = {book.pk: book for book in books}
    wanted = Book.objects.filter(pk__in=each)
    with transaction.atomic(), ExitStack() as stack:
        _lock_in_order(wanted if along is None else wanted | among(along))
        yield {pk: stack.enter_context(writing(each[pk], by)) for pk in sorted(each)}


def among(books: models.QuerySet[Book]) -> models.QuerySet[Book]:
    """The same books, as a condition that combines with others and can be locked."""
    return Book.objects.filter(pk__in=books.order_by().values("pk"))


def _lock_in_order(books: models.QuerySet[Book]) -> list[int]:
    """Lock books in the order of their ids, so that two acts never wait for each other."""
    return list(books.select_for_update().order_by("pk").values_list("pk", flat=True))


def retried(verb: Callable[Arguments, Row]) -> Callable[Arguments, Row]:
    """Do the act again when the database undid it in favour of another one."""

    @wraps(verb)
    def again(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Row:
        for _attempt in range(TRIES - 1):
            try:
                return verb(*args, **kwargs)
            except OperationalError as error:
                if connection.in_atomic_block or not _gave_way(error):
                    raise
        return verb(*args, **kwargs)

    return again


def _gave_way(error: OperationalError) -> bool:
    return getattr(error.__cause__, "sqlstate", None) in _GAVE_WAY


def bump(books: models.QuerySet[Book]) -> None:
    """Make the pages of these books fetch anew: something that they show changed elsewhere."""
    Book.objects.filter(pk__in=_lock_in_order(among(books))).update(revision=models.F("revision") + 1)


def _of_their_clubs(players: models.QuerySet[Player]) -> models.QuerySet[Book]:
    """The books of the clubs that players belong to."""
    return Book.objects.filter(
        models.Q(club__home_players__in=players) | models.Q(club__memberships__player__in=players),
        kind=Book.Kind.CLUB,
    )


# Which books show a player's name, club or consent. Apps above this one add what they know.
book_finders: list[Callable[[models.QuerySet[Player]], models.QuerySet[Book]]] = [_of_their_clubs]


def where_shown(players: Player | models.QuerySet[Player]) -> models.QuerySet[Book]:
    """Every book that shows a player, or one of several."""
    some = Player.objects.filter(pk=players.pk) if isinstance(players, Player) else players
    found = models.Q(pk__in=[])
    for books in book_finders:
        found |= models.Q(pk__in=books(some).order_by().values("pk"))
    return Book.objects.filter(found)


def bump_where_shown(players: Player | models.QuerySet[Player]) -> None:
    """Whatever changes a shown name, club or consent calls this in its own transaction."""
    bump(where_shown(players))


def of_club(club: Club) -> Book:
    """The club's own book."""
    return Book.objects.get(club=club, kind=Book.Kind.CLUB)


def _canonical_text(
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
