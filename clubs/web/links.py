"""Links to the pages of a book: its public page and its desk.

An app that has books registers their links by kind, so that an app below it can link to them without
importing it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from clubs.models import Book
from clubs.plugins.hooks import HookTable


@dataclass(frozen=True, slots=True)
class BookLinks:
    """The name of what a book is about, and the addresses of its public page and its desk.

    And of its page about all its games, where it has one of its own.
    """

    label: str
    page: str
    desk: str
    games: str = ""


# By the kind of book: the links of many books, by their ids.
link_finders: HookTable[Callable[[Collection[Book]], Mapping[int, BookLinks]]] = HookTable()


def links_for(book: Book) -> BookLinks | None:
    return links_of([book]).get(book.pk)


def links_of(books: Collection[Book]) -> dict[int, BookLinks]:
    """Return the links of books by their ids; a club's own book has none."""
    links: dict[int, BookLinks] = {}
    for kind, find in link_finders.items():
        of_kind = [book for book in books if book.kind == kind]
        if of_kind:
            links |= find(of_kind)
    return links
