"""How a person is called where everybody can read it.

A public page shows a name only with its owner's consent (`Player.may_publish`).
"""

from django.utils.translation import gettext as _

from clubs.models import Player


def full_name(player: Player) -> str:
    """For those who hold a role in the club: the desk has to know who is who."""
    return player.name


def public_name(player: Player) -> str:
    return player.name if player.may_publish else _("Player %(number)s") % {"number": player.pk}
