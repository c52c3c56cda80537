"""The names of players on desk pages and on public pages.

A public page shows a name only with its owner's consent (`Player.may_publish`).
"""

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


def full_name(player: AnyPlayer) -> str:
    """Return the name for users with a role in the club."""
    return player.name


def public_name(player: AnyPlayer) -> str:
    return player.name if player.may_publish else _("Player %(number)s") % {"number": player.pk}
