"""Names of the sides of a game for the page of its own table."""

from __future__ import annotations

from collections.abc import Iterable

from clubs.people.names import full_name
from scoring.models import Side
from scoring.store.game_queries import side_name


def joined_names(sides: Iterable[Side]) -> str:
    """Full names: everybody at the table sees who sits there."""
    return " / ".join(side_name(side, full_name) for side in sides)


def short_name(side: Side) -> str:
    """The given names of a side, for the head of a narrow column."""
    return side_name(side, lambda player: player.given_name)
