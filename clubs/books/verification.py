"""Proving the log: every chain from its first entry to the head that the book keeps.

Knows how entries are chained and how a chain can be broken; must not know what any entry means. One statement
reads all books with all entries, row by row: memory stays the same however long the log is, and what is
written meanwhile is not half seen.
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

from clubs.books.writing import CHAIN_START, chained
from clubs.models import Book

_COLUMNS = (
    "pk",
    "entries",
    "head",
    *(f"log__{name}" for name in ("number", "at", "author", "act", "text", "hash")),
)
_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class _Entry:
    """A row of the log as the database gives it."""

    book: int
    number: int
    at: datetime
    author: int | None
    act: str
    text: str
    hash: str


@dataclass(frozen=True, slots=True)
class Break:
    """The first entry of a chain that is not what it was, and what is wrong with it."""

    book: int
    number: int
    what: str


@dataclass(slots=True)
class Proof:
    """What came out: how much was read, and where which chains are broken."""

    books: int = 0
    entries: int = 0
    breaks: list[Break] = field(default_factory=list)


def prove() -> Proof:
    """Follow every chain. Of each broken one the first broken entry is named."""
    proof = Proof()
    rows = Book.objects.order_by("pk", "log__number").values_list(*_COLUMNS).iterator(chunk_size=_AT_ONCE)
    for (book, entries, head), chain in groupby(rows, key=itemgetter(0, 1, 2)):
        proof.books += 1
        broken = _follow(book, entries, head, _counted(_entries_in(chain), proof))
        if broken is not None:
            proof.breaks.append(broken)
    return proof


def _entries_in(rows: Iterable[tuple[Any, ...]]) -> Iterator[_Entry]:
    """The entries among the rows: a book without any comes as one row with nothing in it."""
    for book, _entries, _head, number, *rest in rows:
        if number is not None:
            yield _Entry(book, number, *rest)


def _counted(entries: Iterable[_Entry], proof: Proof) -> Iterator[_Entry]:
    for entry in entries:
        proof.entries += 1
        yield entry


def _follow(book: int, length: int, head: str, entries: Iterable[_Entry]) -> Break | None:
    """The first break of one chain, its end included."""
    number, last = 0, CHAIN_START
    for entry in entries:
        number += 1
        what = _wrong_with(entry, number, last)
        if what:
            return Break(book, number, what)
        last = entry.hash
    return _wrong_end(book, length, head, number, last)


def _wrong_with(entry: _Entry, number: int, last: str) -> str:
    """What is wrong with an entry that should have `number` and follow the hash `last`, if anything."""
    if entry.number != number:
        return _("the entry is missing")
    if chained(last, entry.text) != entry.hash:
        return _("the text is not the one that was hashed")
    different = _differing(entry)
    return _("the column “%(column)s” differs from the text") % {"column": different} if different else ""


def _differing(entry: _Entry) -> str:
    """The first column that says something else than the hashed text."""
    said = json.loads(entry.text)
    columns: dict[str, object] = {
        "book": entry.book,
        "number": entry.number,
        "at": entry.at,
        "author": entry.author,
        "act": entry.act,
    }
    said["at"] = datetime.fromisoformat(said["at"])
    return next((name for name, value in columns.items() if said[name] != value), "")


def _wrong_end(book: int, length: int, head: str, number: int, last: str) -> Break | None:
    if number < length:
        return Break(book, number + 1, _("the entry is missing, as is all that came after it"))
    if number > length:
        return Break(book, length + 1, _("the book does not know of this entry"))
    if last != head:
        return Break(book, number, _("the entry is not the one that the book ended with"))
    return None
