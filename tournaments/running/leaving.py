"""What the packages above do when an entry has left an event, in the act by which it has left."""

from __future__ import annotations

from collections.abc import Callable

from clubs.plugins.hooks import HookList
from tournaments.running.session import OpenEvent

# Called with the open event, after the entry was removed or has withdrawn.
left_listeners: HookList[Callable[[OpenEvent], object]] = HookList()


def tell_entry_left(opened: OpenEvent) -> None:
    for listen in left_listeners:
        listen(opened)
