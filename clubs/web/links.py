"""Where a book's pages begin: the page that people come from, and the desk they work at.

An app that keeps books registers them here by kind, so that an app below it can lead back to them without
knowing it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from clubs.models import Book


@dataclass(frozen=True, slots=True)
class Home:
    """What a book is about: its name, its public page and its desk."""

    label: str
    page: str
    desk: str


_homes: dict[str, Callable[[Book], Home]] = {}


def register_home(kind: Book.Kind, find: Callable[[Book], Home]) -> None:
    _homes[kind] = find


def home_of(book: Book) -> Home | None:
    find = _homes.get(book.kind)
    return find(book) if find else None
