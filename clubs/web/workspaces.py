"""Workspaces: the pages about one book, such as those of an event, with the same tabs on each of them.

An app registers the workspace of its kind of book; the log, and the other pages that clubs has of every book,
then have its tabs too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubs.models import Book, Role
from clubs.plugins.hooks import HookTable

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


@dataclass(frozen=True, slots=True)
class WorkspaceTab:
    """A tab: its label, its address, the roles that may open it, and the URL names where it is current."""

    label: _StrOrPromise
    address: str
    needs: Collection[Role.Kind]
    views: Collection[str]


@dataclass(frozen=True, slots=True)
class Workspace:
    """The tabs of a workspace in their order, a label for all of them, and the page that everybody sees."""

    label: _StrOrPromise
    tabs: Sequence[WorkspaceTab]
    public: str


# By the kind of book; books of other kinds have none.
workspaces: HookTable[Callable[[Book], Workspace | None]] = HookTable()
