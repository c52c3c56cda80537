"""Sections, tabs and pages to return to that other apps add to the pages of this one and of each other.

An app above this one registers its functions when the program starts. A club's page is public: its sections
contain nothing about the viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from clubs.models import Book, Club, Player, Role, User
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


class TabName(StrEnum):
    """The pages of a club's workspace, in their order."""

    EVENTS = "events"
    PLAYERS = "players"
    TABLES = "tables"
    GAMES = "games"
    PEOPLE = "people"
    LOG = "log"
    SETTINGS = "settings"


# Pages that everybody may open who may open one of them.
FOR_ALL: Final[Collection[Role.Kind]] = ()


@dataclass(frozen=True, slots=True)
class ClubTab:
    """A page of a club's workspace: its name, label and address, and the roles that may open it."""

    name: TabName
    label: _StrOrPromise
    address: str
    needs: Collection[Role.Kind]


@dataclass(frozen=True, slots=True)
class ClubSetting:
    """A setting of a club: its label, what it is now, and the page that changes it, with its roles."""

    label: str
    now: str
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
club_settings: HookList[Callable[[Book], ClubSetting]] = HookList()
# Pages to return to after an action, by the `to` parameter of an address: their URL for a book and a game.
return_targets: HookTable[Callable[[int, int], str]] = HookTable()
# What comes first in a club that has just been created.
first_steps: HookList[Callable[[Club], StepLink]] = HookList()
# What waits for a user, for the account menu and the user's part of the front page.
account_links: HookList[Callable[[User], StepLink | None]] = HookList()


def account_links_of(user: User) -> list[StepLink]:
    return [link for link in (find(user) for find in account_links) if link is not None]


def tabs_for(book: Book, roles: Collection[Role.Kind]) -> list[ClubTab]:
    """Return the pages of the club that owns this book which these roles may open."""
    order = list(TabName)
    tabs = [tab for tab in (make(book) for make in club_tabs) if _may_open(tab, roles)]
    return sorted(tabs, key=lambda tab: order.index(tab.name))


def settings_for(book: Book, roles: Collection[Role.Kind]) -> list[ClubSetting]:
    """Return the settings of the club that owns this book which these roles may change."""
    return [setting for setting in (make(book) for make in club_settings) if _may_open(setting, roles)]


def _may_open(page: ClubTab | ClubSetting, roles: Collection[Role.Kind]) -> bool:
    return not page.needs or not set(roles).isdisjoint(page.needs)
