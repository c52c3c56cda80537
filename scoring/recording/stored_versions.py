"""Comparison of what is stored of each deal with what the log says was stored.

The log entry of an act has a digest of each version that the act stored: of what was written down, and what
it scored. Entries from before there were digests have what was written down, and the points.
"""

from __future__ import annotations

import hashlib
import heapq
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.books.verification import BrokenEntry
from clubs.books.writing import JsonValue, canonical_json
from clubs.models import Book, LogEntry
from scoring.models import DealVersion

_CHUNK_SIZE: Final = 500
_FULL_ACTS: Final = ("deal.recorded", "deal.amended", "deal.agreed")
# Acts that stored versions without a word of them in the log, before there were digests.
_SILENT_ACTS: Final = ("game.adjusted", "game.adjustment_cancelled", "ruling.given", "ruling.cancelled")
_STORED: Final = "stored"

# The deal and the number of a version.
_Place = tuple[int, int]


def logged_digest(version: DealVersion) -> list[JsonValue]:
    """Return what the log has of a version: its deal, its number, and its digest."""
    digest = _digest_of(version.sheet, version.result, version.kind)
    return [version.deal_id, version.number, digest]


def _digest_of(sheet: JsonValue, result: JsonValue, kind: str) -> str:
    # As the database gives it back: numbers that are keys have become words.
    content = json.loads(json.dumps({"sheet": sheet, "result": result, "kind": kind}))
    return hashlib.sha256(canonical_json(content).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class _StoredVersion:
    """A version as the database returns it, with its place in the game."""

    book: int
    game: int
    number_of_deal: int
    deal: int
    number: int
    at: datetime
    kind: str
    sheet: Any
    result: Any

    @property
    def place(self) -> _Place:
        return self.deal, self.number


@dataclass(slots=True)
class _LoggedVersions:
    """What the log of a book says of versions: the entry of each, and its digest or its facts."""

    entry_of: dict[_Place, int] = field(default_factory=dict)
    digests: dict[_Place, str] = field(default_factory=dict)
    facts: dict[_Place, dict[str, Any]] = field(default_factory=dict)
    # The moments of acts that may have stored a version in silence.
    silent: set[datetime] = field(default_factory=set)
    last: int = 0

    def read(self, number: int, at: datetime, act: str, text: str) -> None:
        after = json.loads(text)["after"]
        self.last = number
        if _STORED in after:
            for deal, version, digest in after[_STORED]:
                self.entry_of[deal, version], self.digests[deal, version] = number, digest
        elif act in _FULL_ACTS:
            place = after["deal"], after["version"]
            self.entry_of[place], self.facts[place] = number, after
        elif not self.digests:
            self.silent.add(at)

    def agrees_with(self, version: _StoredVersion) -> bool:
        place = version.place
        if place in self.digests:
            return _digest_of(version.sheet, version.result, version.kind) == self.digests[place]
        if place in self.facts:
            facts = self.facts[place]
            points = [side["total"] for side in version.result["sides"]]
            return bool(facts["sheet"] == version.sheet and facts["points"] == points)
        return version.at in self.silent


def find_changed_versions(only: int | None = None) -> Iterator[BrokenEntry]:
    """Yield the versions that are not what was logged, or not logged, or gone; in all books or in one.

    A book with a difference is read again under a lock, since it may have been written to meanwhile.
    """
    for book, versions, entries in _by_book(only):
        if any(_differences(book, versions, entries)):
            yield from _differences_under_lock(book)


def _differences_under_lock(book: int) -> list[BrokenEntry]:
    with transaction.atomic():
        Book.objects.select_for_update().filter(pk=book).first()
        return [fault for group in _by_book(book) for fault in _differences(*group)]


_Rows = list[tuple[Any, ...]]


def _by_book(only: int | None) -> Iterator[tuple[int, _Rows, _Rows]]:
    """Yield the versions and the log entries of each book that has any."""
    rows = heapq.merge(
        ((row[0], True, row) for row in _version_rows(only)),
        ((row[0], False, row) for row in _entry_rows(only)),
        key=itemgetter(0),
    )
    for book, group in groupby(rows, key=itemgetter(0)):
        versions: _Rows = []
        entries: _Rows = []
        for _book, is_version, row in group:
            (versions if is_version else entries).append(row)
        yield book, versions, entries


def _version_rows(only: int | None) -> Iterator[tuple[Any, ...]]:
    versions = (
        DealVersion.objects.all() if only is None else DealVersion.objects.filter(deal__game__book=only)
    )
    columns = ("deal__game__book", "deal__game", "deal__number", "deal", "number", "at", "kind")
    in_order = versions.order_by("deal__game__book", "deal", "number")
    return in_order.values_list(*columns, "sheet", "result").iterator(chunk_size=_CHUNK_SIZE)


def _entry_rows(only: int | None) -> Iterator[tuple[Any, ...]]:
    entries = LogEntry.objects.all() if only is None else LogEntry.objects.filter(book=only)
    about = entries.filter(Q(act__in=_FULL_ACTS + _SILENT_ACTS) | Q(text__contains=f'"{_STORED}":'))
    in_order = about.order_by("book", "number").values_list("book", "number", "at", "act", "text")
    return in_order.iterator(chunk_size=_CHUNK_SIZE)


def _differences(book: int, versions: _Rows, entries: _Rows) -> Iterator[BrokenEntry]:
    logged = _LoggedVersions()
    for _book, *entry in entries:
        logged.read(*entry)
    gone = dict(logged.entry_of)
    for version in (_StoredVersion(*row) for row in versions):
        number = gone.pop(version.place, logged.last)
        if not logged.agrees_with(version):
            facts = {"game": version.game, "deal": version.number_of_deal, "version": version.number}
            yield BrokenEntry(
                book,
                number,
                _("game %(game)s, deal %(deal)s: version %(version)s is not what was logged") % facts,
            )
    yield from _gone(book, gone.items())


def _gone(book: int, places: Iterable[tuple[_Place, int]]) -> Iterator[BrokenEntry]:
    for (_deal, version), number in places:
        yield BrokenEntry(book, number, _("version %(version)s of the deal is gone") % {"version": version})
