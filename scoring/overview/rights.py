"""What a user may do in a game, by roles."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.books import permissions
from clubs.models import Role


@dataclass(frozen=True, slots=True)
class GameRights:
    """What a user may do in a game."""

    records: bool = False
    directs: bool = False
    in_charge: bool = False


def game_rights(kinds: frozenset[Role.Kind]) -> GameRights:
    """What a user with these roles in the game's book may do."""
    allowed = (permissions.RECORDERS, permissions.DIRECTORS, permissions.IN_CHARGE)
    return GameRights(*(not kinds.isdisjoint(needs) for needs in allowed))
