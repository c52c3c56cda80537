"""The names of entries on pages and documents."""

from __future__ import annotations

from collections.abc import Callable

from clubs.models import Player
from clubs.people.names import public_name
from tournaments.models import Entry
from tournaments.play.queries import entry_players


def entry_name(entry: Entry, name_of: Callable[[Player], str] = public_name) -> str:
    """Return the name of an entry as public pages show it, or with `full_name` as the desk does."""
    return " – ".join(name_of(player) for player in entry_players(entry))
