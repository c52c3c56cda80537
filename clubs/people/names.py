"""The names of players on desk pages and on public pages.

A public page shows a name only with its owner's consent (`Player.may_publish`). In the hall an event may show
the names of all who play (`tournaments.play.names.hall_name_of`).
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

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
# What stands for the name of somebody who has none any more, in every language.
NO_NAME: Final = "N.N."
LETTERS_OF_PSEUDONYMS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH_OF_PSEUDONYMS: Final = 5
_PSEUDONYM: Final = re.compile(f"[{LETTERS_OF_PSEUDONYMS}]{{{LENGTH_OF_PSEUDONYMS}}}")


def is_erased(player: AnyPlayer) -> bool:
    """Return whether the name is a pseudonym. It is the same in every event, so no page or paper has it."""
    return player.given_name == NO_NAME and _PSEUDONYM.fullmatch(player.family_name) is not None


def full_name(player: AnyPlayer) -> str:
    """Return the name for users with a role in the club, and in the hall."""
    return NO_NAME if is_erased(player) else player.name


def public_name(player: AnyPlayer) -> str:
    if is_erased(player):
        return NO_NAME
    return player.name if player.may_publish else _("Player %(number)s") % {"number": player.pk}


def is_named(player: AnyPlayer, name_of: NameOf) -> bool:
    """Return whether a page that writes names in this way names the player."""
    return not is_erased(player) and (player.may_publish or name_of is full_name)
