"""Sections, tabs and pages to return to that other apps add to the pages of this one and of each other.

An app above this one registers its functions when the program starts. A club's page is public: its sections
contain nothing about the viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubs.models import Book, Club, Player, Role
from clubs.plugins.hooks import HookList, HookTable
from clubs.reports.tables import LongTable

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True, slots=True)
class PageSection:
    """A template to include, its variables (as `section`), and its table in exported files."""

    template: str
    context: Mapping[str, object]
    table: LongTable | None = None


@dataclass(frozen=True, slots=True)
class ClubTab:
    """A page of a club's desk: its name, label and address, and the roles that may open it."""

    name: str
    label: _StrOrPromise
    address: str
    needs: Collection[Role.Kind]


@dataclass(frozen=True, slots=True)
class StepLink:
    """A step that follows, and the address where it is taken."""

    label: str
    address: str


club_sections: HookList[Callable[[Club], PageSection]] = HookList()
player_sections: HookList[Callable[[Player], PageSection]] = HookList()
# Each is called with the club's own book.
club_tabs: HookList[Callable[[Book], ClubTab]] = HookList()
# Pages to return to after an action, by the `to` parameter of an address: their URL for a book.
return_targets: HookTable[Callable[[int], str]] = HookTable()
# What comes first in a club that has just been created.
first_steps: HookList[Callable[[Club], StepLink]] = HookList()
# What a director does once no game of a book is left to be typed, the first thing first.
steps_after_games: HookList[Callable[[Book], Sequence[StepLink]]] = HookList()


def tabs_for(book: Book, roles: Collection[Role.Kind]) -> list[ClubTab]:
    """Return the tabs that other apps offer to these roles in the club that owns this book."""
    tabs = (tab(book) for tab in club_tabs)
    return [tab for tab in tabs if not set(roles).isdisjoint(tab.needs)]
