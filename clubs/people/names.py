"""The names of players on desk pages and on public pages.

A public page shows a name only with its owner's consent (`Player.may_publish`). In the hall an event may show
the names of all who play (`tournaments.play.names.hall_name_of`).
"""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubs.models import Player


class NamedPlayer(NamedTuple):
    """What of a player stands on pages: a value for lists of hundreds of players."""

    pk: int
    given_name: str
    family_name: str
    may_publish: bool

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()


AnyPlayer = Player | NamedPlayer
# What writes the name of a player.
NameOf = Callable[[AnyPlayer], str]


def full_name(player: AnyPlayer) -> str:
    """Return the name for users with a role in the club, and in the hall."""
    return player.name


def public_name(player: AnyPlayer) -> str:
    return player.name if player.may_publish else _("Player %(number)s") % {"number": player.pk}


def is_named(player: AnyPlayer, name_of: NameOf) -> bool:
    """Return whether a page that writes names in this way names the player."""
    return player.may_publish or name_of is full_name
