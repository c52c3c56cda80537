"""The rulings given in an event's games, for the page of the rules in force.

Knows what is stored of a ruling, which came with the table it was given at; queries nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.models import Ruling
from scoring.wording import labels
from tournaments.models import Pairing, Round


@dataclass(frozen=True, slots=True)
class RulingShown:
    """What was decided, by which paragraph, where, and the game that tells the rest."""

    text: str
    paragraph: str
    where: str
    game: int


def rulings_told(rulings: Iterable[Ruling]) -> list[RulingShown]:
    """Each in turn. One that was given in a round that was removed stays, and that is said."""
    return [
        RulingShown(
            ruling.text,
            labels.paragraph(ruling.rule) if ruling.rule else "",
            _where_told(ruling.game.pairing),
            ruling.game_id,
        )
        for ruling in rulings
    ]


def _where_told(pairing: Pairing) -> str:
    place = {"round": pairing.round.number, "table": pairing.table}
    if is_removed(pairing):
        return _("round %(round)s, which was removed, table %(table)s") % place
    return _("round %(round)s, table %(table)s") % place


def is_removed(pairing: Pairing) -> bool:
    return pairing.round.state == Round.State.REMOVED
