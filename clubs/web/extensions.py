"""What other apps show on the pages of a club and of a player.

Knows that there are such parts and in which order they were registered; must not know what they show. An app
above this one appends a function from its module `acts.py` or `AppConfig.ready`. A club's page is public: its
parts hold nothing of the viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubs.models import Book, Club, Player, Role
from clubs.reports.tables import LongTable

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True, slots=True)
class Part:
    """A template to be included, what it is given as `part`, and what files have of it."""

    template: str
    part: Mapping[str, object]
    table: LongTable | None = None


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of a club's desk: its name, what it is called, where it is, and which roles may go there."""

    name: str
    label: _StrOrPromise
    address: str
    needs: Collection[Role.Kind]


club_parts: list[Callable[[Club], Part]] = []
player_parts: list[Callable[[Player], Part]] = []
# Given the club's own book.
club_tabs: list[Callable[[Book], Tab]] = []


def tabs_of(book: Book, roles: Collection[Role.Kind]) -> list[Tab]:
    """The tabs of other apps for somebody with these roles in the club that keeps this book."""
    tabs = (tab(book) for tab in club_tabs)
    return [tab for tab in tabs if not set(roles).isdisjoint(tab.needs)]
