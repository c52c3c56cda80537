"""How books are named in the log: by what they are about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from clubs.models import Book
from clubs.web.links import links_of


def name_books(pks: Collection[int]) -> dict[int, str]:
    return {pk: links.label for pk, links in links_of(list(Book.objects.filter(pk__in=pks))).items()}


ROW_NAMES: Final[Mapping[str, Callable[[Collection[int]], Mapping[int, str]]]] = {
    Book._meta.label_lower: name_books
}
