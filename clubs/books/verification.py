"""Verification of the log: every chain of hashes, from its first entry to the head that the book stores.

The chain alone shows a change by somebody who did not compute it again. With the key of the log its seals are
compared too (`clubs.books.sealing`), and what other apps have stored with the digests that the log has of it.
A book that was made and is gone is accounted for by the log of the club that says that it was deleted.

One statement reads all books with all entries, row by row: the memory in use does not grow with the log, and
concurrent writes are seen completely or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from clubs.books import sealing
from clubs.books.chapters import SEALED
from clubs.books.words import find_changed_word
from clubs.books.writing import CHAIN_START, chain_hash
from clubs.models import Book, LogWords
from clubs.plugins.hooks import HookList

_COLUMNS = (
    "pk",
    "kind",
    "entries",
    "head",
    "seal",
    *(f"log__{name}" for name in ("number", "at", "author", "act", "text", "hash", "seal")),
    *(f"log__words__{name}" for name in ("origin", "origin_salt", "reason", "reason_salt", "facts")),
)
_CHUNK_SIZE = 2000


@dataclass(frozen=True, slots=True)
class _LogRow:
    """A row of the log as the database returns it."""

    book: int
    number: int
    at: datetime
    author: int | None
    act: str
    text: str
    hash: str
    seal: str
    origin: str | None
    origin_salt: str | None
    reason: str | None
    reason_salt: str | None
    word_facts: dict[str, Any] | None

    @property
    def words(self) -> LogWords:
        """The words as they are stored; none where the entry has no row of them."""
        return LogWords(
            origin=self.origin or "",
            origin_salt=self.origin_salt or "",
            reason=self.reason or "",
            reason_salt=self.reason_salt or "",
            facts=self.word_facts or {},
        )


@dataclass(frozen=True, slots=True)
class BrokenEntry:
    """The first entry of a chain that has been changed, and its fault."""

    book: int
    number: int
    fault: str
    # Nothing shows that it was changed; but nothing proves the opposite, without a seal of this key.
    is_unsealed: bool = False


@dataclass(slots=True)
class Verification:
    """The result: the numbers of books and entries read, and the broken entries."""

    books: int = 0
    entries: int = 0
    broken: list[BrokenEntry] = field(default_factory=list)
    # The mark of the key with which the seals were compared; "" without a key.
    key: str = ""
    # Entries from before their log was sealed with this key, and when the last log was.
    unsealed: int = 0
    sealed_at: datetime | None = None
    # The books that the logs of clubs say were deleted.
    deleted: set[int] = field(default_factory=set)


# What other apps have stored that the log has digests of: functions that yield what differs, in all books or
# in one.
stored_checks: HookList[Callable[[int | None], Iterator[BrokenEntry]]] = HookList()


def verify_log(only: int | None = None) -> Verification:
    """Check every chain, or the one of a book; return the first broken entry of each."""
    verification, books, made = Verification(key=sealing.key_mark()), set[int](), _MadeBooks()
    for (book, kind, *end), chain in groupby(_read_rows(only), key=itemgetter(0, 1, 2, 3, 4)):
        verification.books += 1
        books.add(book)
        in_order = _count_entries(_entries_in(chain), verification)
        if kind == Book.Kind.CLUB:
            in_order = made.reading(in_order)
        broken = _check_book(_End(book, *end), in_order, verification)
        if broken is not None:
            verification.broken.append(broken)
    verification.deleted = made.deleted
    missing = sorted(made.created - made.deleted - books) if only is None else []
    verification.broken += [BrokenEntry(book, 1, _("the whole book is missing")) for book in missing]
    for check in stored_checks:
        verification.broken += check(only)
    return verification


def _read_rows(only: int | None) -> Iterator[tuple[Any, ...]]:
    books = Book.objects.all() if only is None else Book.objects.filter(pk=only)
    return books.order_by("pk", "log__number").values_list(*_COLUMNS).iterator(chunk_size=_CHUNK_SIZE)


@dataclass(frozen=True, slots=True)
class _End:
    """The end of a log as its book stores it."""

    book: int
    entries: int
    head: str
    seal: str


@dataclass(slots=True)
class _Seals:
    """The seals of the entries of a log, since its last chapter."""

    # The first entry whose seal does not hold.
    broken: int = 0
    # The entries before the chapter, and when it began.
    before: int = 0
    since: datetime | None = None

    def reading(self, entries: Iterable[_LogRow]) -> Iterator[_LogRow]:
        for entry in entries:
            if not sealing.is_seal_of_entry(entry.seal, entry.hash):
                self.broken = self.broken or entry.number
            elif entry.act == SEALED:
                self.broken, self.before, self.since = 0, entry.number - 1, entry.at
            yield entry

    def find_fault(self, end: _End) -> BrokenEntry | None:
        mark = sealing.mark_of_seal(end.seal)
        if not mark:
            return BrokenEntry(end.book, end.entries, _("the log is not sealed"), is_unsealed=True)
        if mark != sealing.key_mark():
            sentence = _("the log is sealed with another key, %(mark)s") % {"mark": mark}
            return BrokenEntry(end.book, end.entries, sentence, is_unsealed=True)
        if self.broken:
            return BrokenEntry(end.book, self.broken, _("the entry is not sealed with the key of the log"))
        if end.seal != sealing.seal_of_end(end.book, end.entries, end.head):
            return BrokenEntry(
                end.book, end.entries, _("the log did not end here: what came after it was cut off")
            )
        return None


def _check_book(end: _End, entries: Iterable[_LogRow], verification: Verification) -> BrokenEntry | None:
    """Return what is first broken in a log: its chain, and with a key its seals."""
    if not verification.key:
        return _check_chain(end, entries)
    seals = _Seals()
    broken = _check_chain(end, seals.reading(entries)) or seals.find_fault(end)
    if seals.since is not None:
        verification.unsealed += seals.before
        verification.sealed_at = max(seals.since, verification.sealed_at or seals.since)
    return broken


@dataclass(slots=True)
class _MadeBooks:
    """The books that the logs of clubs say were made, and those that they say were deleted."""

    created: set[int] = field(default_factory=set)
    deleted: set[int] = field(default_factory=set)

    def reading(self, entries: Iterable[_LogRow]) -> Iterator[_LogRow]:
        for entry in entries:
            payload = json.loads(entry.text)
            for side, books in (("after", self.created), ("before", self.deleted)):
                if isinstance(book := payload[side].get("book"), int):
                    books.add(book)
            yield entry


def _entries_in(rows: Iterable[tuple[Any, ...]]) -> Iterator[_LogRow]:
    """Yield the entries of the rows: a book without entries is one row of NULLs."""
    for book, _kind, _entries, _head, _seal, number, *rest in rows:
        if number is not None:
            yield _LogRow(book, number, *rest)


def _count_entries(entries: Iterable[_LogRow], verification: Verification) -> Iterator[_LogRow]:
    for entry in entries:
        verification.entries += 1
        yield entry


def _check_chain(end: _End, entries: Iterable[_LogRow]) -> BrokenEntry | None:
    """Return the first broken entry of a chain, with the check of its end."""
    number, last = 0, CHAIN_START
    for entry in entries:
        number += 1
        fault = _find_fault(entry, number, last)
        if fault:
            return BrokenEntry(end.book, number, fault)
        last = entry.hash
    return _check_end(end, number, last)


def _find_fault(entry: _LogRow, number: int, last: str) -> str:
    """Return the fault of an entry that should have `number` and follow the hash `last`; "" without one."""
    if entry.number != number:
        return _("the entry is missing")
    if chain_hash(last, entry.text) != entry.hash:
        return _("the text is not the one that was hashed")
    different = _differing_column(entry)
    if different:
        return _("the column “%(column)s” differs from the text") % {"column": different}
    changed = find_changed_word(json.loads(entry.text), entry.words)
    return _("the word “%(place)s” is not the one that was hashed") % {"place": changed} if changed else ""


def _differing_column(entry: _LogRow) -> str:
    """Return the name of the first column that differs from the hashed text."""
    payload = json.loads(entry.text)
    columns: dict[str, object] = {
        "book": entry.book,
        "number": entry.number,
        "at": entry.at,
        "author": entry.author,
        "act": entry.act,
    }
    payload["at"] = datetime.fromisoformat(payload["at"])
    return next((name for name, value in columns.items() if payload[name] != value), "")


def _check_end(end: _End, number: int, last: str) -> BrokenEntry | None:
    if number < end.entries:
        return BrokenEntry(end.book, number + 1, _("the entry is missing, as is all that came after it"))
    if number > end.entries:
        return BrokenEntry(end.book, end.entries + 1, _("the book does not know of this entry"))
    if last != end.head:
        return BrokenEntry(end.book, number, _("the entry is not the one that the book ended with"))
    return None
