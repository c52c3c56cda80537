"""Substitutes in an event: who may take a seat at one of its tables."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubs.books.refusals import validation_error
from clubs.models import Player
from scoring.models import Game
from scoring.recording import NotNow
from tournaments.models import Pairing, Round
from tournaments.play import entry_queries


def refuse_substitute(game: Game, coming: Player) -> None:
    """Refuse a substitute when the round is over, or when he plays at another table of it."""
    pairing = Pairing.objects.select_related("round").filter(game=game).first()
    if pairing is None:
        return
    if pairing.round.state != Round.State.PUBLISHED:
        raise NotNow(_("The round of this table is over."))
    table = entry_queries.players_at_other_tables(pairing).get(coming.pk)
    if table is not None:
        raise validation_error(
            "coming",
            _("%(name)s plays at table %(table)s in this round.") % {"name": coming.name, "table": table},
        )
