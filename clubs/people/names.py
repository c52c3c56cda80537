"""The names of players on desk pages and on public pages.

A public page shows a name only with its owner's consent (`Player.may_publish`).
"""

from django.utils.translation import gettext as _

from clubs.models import Player


def full_name(player: Player) -> str:
    """Return the name for users with a role in the club."""
    return player.name


def public_name(player: Player) -> str:
    return player.name if player.may_publish else _("Player %(number)s") % {"number": player.pk}
