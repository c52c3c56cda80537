"""How books are named in the log: by what they are about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from clubs.models import Book
from clubs.web.links import links_of


def name_books(pks: Collection[int]) -> dict[int, str]:
    """Return what books are about, by their ids: a club, or what an app has a book of."""
    books = list(Book.objects.filter(pk__in=pks).select_related("club"))
    clubs = {book.pk: book.club.name for book in books if book.kind == Book.Kind.CLUB}
    return clubs | {pk: links.label for pk, links in links_of(books).items()}


ROW_NAMES: Final[Mapping[str, Callable[[Collection[int]], Mapping[int, str]]]] = {
    Book._meta.label_lower: name_books
}
