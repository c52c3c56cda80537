"""Links to the pages of a book: its public page and its desk.

An app that has books registers their links by kind, so that an app below it can link to them without
importing it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from clubs.models import Book
from clubs.plugins.hooks import HookTable


@dataclass(frozen=True, slots=True)
class BookLinks:
    """The name of what a book is about, and the addresses of its public page and its desk."""

    label: str
    page: str
    desk: str


# By the kind of book.
link_finders: HookTable[Callable[[Book], BookLinks]] = HookTable()


def links_for(book: Book) -> BookLinks | None:
    find = link_finders.get(book.kind)
    return find(book) if find else None
