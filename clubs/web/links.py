"""Links to the pages of a book: its public page and its desk.

An app that has books registers their links by kind, so that an app below it can link to them without
importing it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from clubs.models import Book


@dataclass(frozen=True, slots=True)
class BookLinks:
    """The name of what a book is about, and the addresses of its public page and its desk."""

    label: str
    page: str
    desk: str


_links_by_kind: dict[str, Callable[[Book], BookLinks]] = {}


def register_links(kind: Book.Kind, find: Callable[[Book], BookLinks]) -> None:
    _links_by_kind[kind] = find


def links_for(book: Book) -> BookLinks | None:
    find = _links_by_kind.get(book.kind)
    return find(book) if find else None
