"""Writing in a book: the transaction of every act that is recorded.

A verb opens the book with `writing`, which starts the transaction, locks the book's row and checks the role.
The verb changes its rows and logs each act with `Writing.log`; at the end of the block the book's revision is
bumped. An act that fails changes nothing. A verb is `retried`: of two transactions that wait for each other
PostgreSQL aborts one, and the verb runs again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import UTC, datetime
from functools import partial, wraps
from typing import Final, ParamSpec, TypeVar
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection, models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions, sealing
from clubs.books.refusals import NotNow, Outdated
from clubs.books.signals import act_conflicted, acts_recorded
from clubs.books.words import seal_words
from clubs.db.prepared import PreparedQuery
from clubs.db.write_priority import mark_writing
from clubs.models import Book, Club, LogEntry, LogWords, Player, Role, User
from clubs.plugins.hooks import HookList

_P = ParamSpec("_P")
_Result = TypeVar("_Result")

JsonValue = str | int | bool | None | list["JsonValue"] | dict[str, "JsonValue"]
Facts = Mapping[str, JsonValue]
CHAIN_START = ""
MAX_TRIES = 4
# The SQLSTATE of a transaction that PostgreSQL aborts in favour of another: serialization failure, deadlock.
_SERIALIZATION_FAILURES = frozenset({"40001", "40P01"})


class KeyReused(Exception):
    """The key of a submission belongs to another one."""


class UnloggedWrite(AssertionError):
    """A verb wrote without a log entry: a bug, so the transaction is rolled back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """The author of an act, with the origin and the time. `user` is None at a table and on the console."""

    user: User | None
    origin: str
    at: datetime = field(default_factory=timezone.now)
    # The author says that nobody else was there to decide: it concerns a table at which the author plays.
    nobody_else: bool = False
    # The roles in a book, by its primary key, if they were read for this act already.
    roles: Mapping[int, frozenset[Role.Kind]] = field(default_factory=dict, compare=False, repr=False)

    def has_role(self, book: Book, needs: Collection[Role.Kind]) -> bool:
        roles = self.roles.get(book.pk)
        return not (permissions.roles_in(self.user, book) if roles is None else roles).isdisjoint(needs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """The content of an act and the key that the device made for it.

    A phone that got no answer sends the same submission again: the act is done once.
    """

    key: UUID
    content: Facts

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(canonical_json(self.content).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """An act for the log, with its subject. Facts refer to people by id only: no name, no e-mail."""

    act: str
    subject: models.Model
    _: KW_ONLY
    before: Facts | None = None
    after: Facts | None = None
    reason: str = ""


@dataclass(slots=True)
class Writing:
    """A book that is locked for one act."""

    book: Book
    by: Author
    submission: Submission | None = None
    # The log entry of the same submission, if it came before.
    earlier: LogEntry | None = None
    # The acts in the log so far.
    logged: list[str] = field(default_factory=list)
    is_repeat: bool = False
    # Whether the log is sealed so far, and its new entries with it.
    is_sealed: bool = False
    # Digests of rows that were stored: the next entry has them.
    stored: list[JsonValue] = field(default_factory=list)

    def log(
        self,
        act: str,
        subject: models.Model,
        *,
        before: Facts | None = None,
        after: Facts | None = None,
        reason: str = "",
    ) -> LogEntry:
        """Add an entry to the book's log. Facts refer to people by id only: no name, no e-mail."""
        entry = self.make_entry(LoggedAct(act, subject, before=before, after=after, reason=reason))
        entry.save(force_insert=True)
        _words_of(entry).save(force_insert=True)
        return entry

    def log_all(self, acts: Iterable[LoggedAct]) -> None:
        """Add an entry for each act, in their order: the same entries as one by one, written together."""
        entries = LogEntry.objects.bulk_create([self.make_entry(act) for act in acts])
        LogWords.objects.bulk_create([_words_of(entry) for entry in entries])

    def make_entry(self, logged: LoggedAct) -> LogEntry:
        """Return the next entry of the chain; the caller stores it."""
        number = self.book.entries + 1
        if self.stored:
            logged = replace(logged, after={**(logged.after or {}), "stored": self.stored})
            self.stored = []
        text, words = _canonical_text(self, number, logged)
        submission = None if self.logged else self.submission
        digest = chain_hash(self.book.head, text)
        entry = LogEntry(
            book=self.book,
            number=number,
            at=self.by.at,
            author=self.by.user,
            act=logged.act,
            text=text,
            hash=digest,
            seal=sealing.seal_of_entry(digest) if self.is_sealed else "",
            key=submission.key if submission else None,
            fingerprint=submission.fingerprint if submission else "",
        )
        entry.words = words
        self.book.entries, self.book.head = number, entry.hash
        self.logged.append(logged.act)
        return entry

    def mark_repeat(self) -> None:
        """Mark the act as a repetition that changes nothing: the book is neither bumped nor logged."""
        self.is_repeat = True


BOOK_FOR_UPDATE: Final = PreparedQuery(lambda pk: Book.objects.filter(pk=pk).select_for_update(), int)
ENTRY_BY_KEY: Final = PreparedQuery(lambda key: LogEntry.objects.filter(key=key).order_by(), UUID)
# A book, and whether a submission with this key came before.
BOOK_AND_KEY_FOR_UPDATE: Final = PreparedQuery(
    lambda pk, key: (
        Book.objects.filter(pk=pk)
        .annotate(knows_key=models.Exists(LogEntry.objects.filter(key=key)))
        .select_for_update(of=("self",))
    ),
    int,
    UUID,
)


@contextmanager
def writing(
    book: Book,
    by: Author,
    *,
    needs: Collection[Role.Kind] | None = None,
    also_lock: models.QuerySet[Book] | None = None,
    submission: Submission | None = None,
    hides_nothing: bool = False,
) -> Iterator[Writing]:
    """Lock `book` for one act of `by`, who needs one of the roles `needs`.

    `needs=None` is for acts whose right the caller has checked (by a table's secret, an invitation).
    `also_lock` are other books that the act will bump: they are locked together with this one. The key of a
    `submission` is stored with the first log entry; when it comes again, `earlier` is that entry and the
    caller changes nothing. After an act that `hides_nothing` the pages before it may be shown for a moment
    (`clubs.web.page_cache`). Raises NotNow if it has been deleted, PermissionDenied, KeyReused, and
    UnloggedWrite at the end.
    """
    with _announced_conflicts(), mark_writing(), transaction.atomic():
        if also_lock is not None:
            _lock_in_order(Book.objects.filter(pk=book.pk) | as_condition(also_lock))
        locked, may_be_repeat = _lock(book, submission)
        if needs is not None and not by.has_role(locked, needs):
            raise PermissionDenied
        act = Writing(locked, by, submission, _find_repeat(locked, submission) if may_be_repeat else None)
        act.is_repeat = act.earlier is not None
        act.is_sealed = sealing.is_sealed(locked)
        yield act
        if act.is_repeat:
            return
        if not act.logged or act.stored:
            raise UnloggedWrite("an act without a log entry")
        _save_as_changed(act, hides_nothing)
        _announce_after_commit(act.logged)
    book.revision, book.entries, book.head = locked.revision, locked.entries, locked.head


@contextmanager
def _announced_conflicts() -> Iterator[None]:
    try:
        yield
    except (Outdated, KeyReused) as refusal:
        act_conflicted.send(sender=Book, refusal=refusal)
        raise


def _announce_after_commit(acts: Sequence[str]) -> None:
    if acts_recorded.has_listeners():
        transaction.on_commit(partial(acts_recorded.send, sender=Book, acts=acts), robust=True)


def _save_as_changed(act: Writing, hides_nothing: bool) -> None:
    """Bump the revision of a book, and save the length and the head of its log, with its seal."""
    book = act.book
    book.revision += 1
    changed = ["revision", "entries", "head"]
    if act.is_sealed:
        book.seal = sealing.seal_of_end(book.pk, book.entries, book.head)
        changed.append("seal")
    if not hides_nothing:
        book.oldest_shown = book.revision
        changed.append("oldest_shown")
    book.save(update_fields=changed)


def _lock(book: Book, submission: Submission | None) -> tuple[Book, bool]:
    """Lock a book; return it, and whether the submission may have come before.

    The key is looked up by the statement that locks, and so before it has waited for the lock. If the book
    then has the revision with which it was read, nothing came in between; else the key is looked up again.
    """
    if submission is None:
        locked = BOOK_FOR_UPDATE.first(book.pk)
    else:
        locked = BOOK_AND_KEY_FOR_UPDATE.first(book.pk, submission.key)
    if locked is None:
        raise NotNow(_lazy("This has been deleted meanwhile."))
    return locked, getattr(locked, "knows_key", False) or locked.revision != book.revision


def _find_repeat(book: Book, submission: Submission | None) -> LogEntry | None:
    """Return the log entry of the same submission, if it came before. Raises KeyReused for another
    content."""
    if submission is None:
        return None
    entry = ENTRY_BY_KEY.first(submission.key)
    if entry is not None and (entry.book_id, entry.fingerprint) != (book.pk, submission.fingerprint):
        raise KeyReused
    return entry


@contextmanager
def writing_together(
    books: Iterable[Book], by: Author, *, also_lock: models.QuerySet[Book] | None = None
) -> Iterator[dict[int, Writing]]:
    """Lock several books for one act; yield them by id. The caller checks the rights in each."""
    by_id = {book.pk: book for book in books}
    locked = Book.objects.filter(pk__in=by_id)
    with mark_writing(), transaction.atomic(), ExitStack() as stack:
        _lock_in_order(locked if also_lock is None else locked | as_condition(also_lock))
        yield {pk: stack.enter_context(writing(by_id[pk], by)) for pk in sorted(by_id)}


def as_condition(books: models.QuerySet[Book]) -> models.QuerySet[Book]:
    """Return the books as a subquery that combines with other conditions and can be locked."""
    return Book.objects.filter(pk__in=books.order_by().values("pk"))


def _lock_in_order(books: models.QuerySet[Book]) -> list[int]:
    """Lock books in the order of their ids, so that two acts never deadlock. Returns the ids."""
    return list(books.select_for_update().order_by("pk").values_list("pk", flat=True))


def retried(verb: Callable[_P, _Result]) -> Callable[_P, _Result]:
    """Decorate a verb: run it again when the database has aborted it in favour of another transaction."""

    @wraps(verb)
    def wrapper(*args: _P.args, **kwargs: _P.kwargs) -> _Result:
        for _attempt in range(MAX_TRIES - 1):
            try:
                return verb(*args, **kwargs)
            except OperationalError as error:
                if connection.in_atomic_block or not _is_serialization_failure(error):
                    raise
        return verb(*args, **kwargs)

    return wrapper


def _is_serialization_failure(error: OperationalError) -> bool:
    return getattr(error.__cause__, "sqlstate", None) in _SERIALIZATION_FAILURES


def bump(books: models.QuerySet[Book]) -> None:
    """Bump the revision of books whose pages show something that changed in another book."""
    next_revision = models.F("revision") + 1
    locked = Book.objects.filter(pk__in=_lock_in_order(as_condition(books)))
    locked.update(revision=next_revision, oldest_shown=next_revision)


# Functions of every app that find the books that show a player's name, club or consent.
book_finders: HookList[Callable[[models.QuerySet[Player]], models.QuerySet[Book]]] = HookList()


def books_showing(players: Player | models.QuerySet[Player]) -> models.QuerySet[Book]:
    """Return every book that shows a player, or one of several."""
    rows = Player.objects.filter(pk=players.pk) if isinstance(players, Player) else players
    condition = models.Q(pk__in=[])
    for find_books in book_finders:
        condition |= models.Q(pk__in=find_books(rows).order_by().values("pk"))
    return Book.objects.filter(condition)


def bump_books_showing(players: Player | models.QuerySet[Player]) -> None:
    """Bump these books after a change of a name, club or consent, in the same transaction."""
    bump(books_showing(players))


def club_book(club: Club) -> Book:
    """Return the club's own book."""
    return Book.objects.get(club=club, kind=Book.Kind.CLUB)


def _words_of(entry: LogEntry) -> LogWords:
    """Return the row of the words of an entry that is stored now."""
    words = entry.words
    words.entry = entry
    return words


def _canonical_text(writing: Writing, number: int, logged: LoggedAct) -> tuple[str, LogWords]:
    """Return the text of an entry in the spelling that the hash covers, and its words."""
    by, subject = writing.by, logged.subject
    sealed, words = seal_words(
        {
            "book": writing.book.pk,
            "number": number,
            "at": by.at.astimezone(UTC).isoformat(timespec="microseconds"),
            "author": by.user.pk if by.user else None,
            "origin": by.origin,
            "act": logged.act,
            "subject": f"{subject._meta.label_lower}:{subject.pk}",
            "before": dict(logged.before or {}),
            "after": dict(logged.after or {}),
            "reason": logged.reason,
        }
    )
    return canonical_json(sealed), words


def canonical_json(facts: Facts) -> str:
    return json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def chain_hash(head: str, text: str) -> str:
    """Return the hash of an entry: over the hash before it and its own text."""
    return hashlib.sha256(f"{head}\n{text}".encode()).hexdigest()
