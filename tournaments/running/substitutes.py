"""Substitutes in an event: who may take a seat at one of its tables.

Knows which games belong to which round; who sits in a game from which deal on is written by scoring alone.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.books.refusals import refused
from clubs.models import Player
from scoring.models import Game
from scoring.recording import NotNow
from tournaments.models import Pairing, Round
from tournaments.play import entry_queries


def refuse_substitute(game: Game, coming: Player) -> None:
    """In an event: while the round is played, and nobody who plays at another table of it."""
    pairing = Pairing.objects.select_related("round").filter(game=game).first()
    if pairing is None:
        return
    if pairing.round.state != Round.State.PUBLISHED:
        raise NotNow(_("The round of this table is over."))
    table = entry_queries.playing_elsewhere(pairing).get(coming.pk)
    if table is not None:
        raise refused(
            "coming",
            _("%(name)s plays at table %(table)s in this round.") % {"name": coming.name, "table": table},
        )
