"""Verification of the log: every chain of hashes, from its first entry to the head that the book stores.

A book that was made and is gone is accounted for by the log of the club that says that it was deleted.

One statement reads all books with all entries, row by row: the memory in use does not grow with the log, and
concurrent writes are seen completely or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from clubs.books.words import find_changed_word
from clubs.books.writing import CHAIN_START, chain_hash
from clubs.models import Book, LogWords

_COLUMNS = (
    "pk",
    "kind",
    "entries",
    "head",
    *(f"log__{name}" for name in ("number", "at", "author", "act", "text", "hash")),
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


@dataclass(slots=True)
class Verification:
    """The result: the numbers of books and entries read, and the broken entries."""

    books: int = 0
    entries: int = 0
    broken: list[BrokenEntry] = field(default_factory=list)


def verify_log() -> Verification:
    """Check every chain; return the first broken entry of each."""
    verification, books, made = Verification(), set[int](), _MadeBooks()
    rows = Book.objects.order_by("pk", "log__number").values_list(*_COLUMNS).iterator(chunk_size=_CHUNK_SIZE)
    for (book, kind, entries, head), chain in groupby(rows, key=itemgetter(0, 1, 2, 3)):
        verification.books += 1
        books.add(book)
        in_order = _count_entries(_entries_in(chain), verification)
        if kind == Book.Kind.CLUB:
            in_order = made.reading(in_order)
        broken = _check_chain(book, entries, head, in_order)
        if broken is not None:
            verification.broken.append(broken)
    missing = sorted(made.created - made.deleted - books)
    verification.broken += [BrokenEntry(book, 1, _("the whole book is missing")) for book in missing]
    return verification


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
    for book, _kind, _entries, _head, number, *rest in rows:
        if number is not None:
            yield _LogRow(book, number, *rest)


def _count_entries(entries: Iterable[_LogRow], verification: Verification) -> Iterator[_LogRow]:
    for entry in entries:
        verification.entries += 1
        yield entry


def _check_chain(book: int, length: int, head: str, entries: Iterable[_LogRow]) -> BrokenEntry | None:
    """Return the first broken entry of a chain, with the check of its end."""
    number, last = 0, CHAIN_START
    for entry in entries:
        number += 1
        fault = _find_fault(entry, number, last)
        if fault:
            return BrokenEntry(book, number, fault)
        last = entry.hash
    return _check_end(book, length, head, number, last)


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


def _check_end(book: int, length: int, head: str, number: int, last: str) -> BrokenEntry | None:
    if number < length:
        return BrokenEntry(book, number + 1, _("the entry is missing, as is all that came after it"))
    if number > length:
        return BrokenEntry(book, length + 1, _("the book does not know of this entry"))
    if last != head:
        return BrokenEntry(book, number, _("the entry is not the one that the book ended with"))
    return None
