"""The rulings given in an event's games, for the page of the rules in force.

Knows what is stored of a ruling and which table it was given at; queries nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import words
from scoring.models import Ruling
from tournaments.public_queries import Told


@dataclass(frozen=True, slots=True)
class RulingShown:
    """What was decided, by which paragraph, where, and the game that tells the rest."""

    text: str
    paragraph: str
    where: str
    game: int


def rulings_told(told: Told, rulings: Iterable[Ruling]) -> list[RulingShown]:
    places = {
        met.pairing.game_id: (played.round.number, met.pairing.table)
        for played in told.story.rounds
        for met in played.met
    }
    return [
        RulingShown(
            ruling.text,
            words.paragraph(ruling.rule) if ruling.rule else "",
            _("round %(round)s, table %(table)s") % dict(zip(("round", "table"), place, strict=True)),
            ruling.game_id,
        )
        for ruling in rulings
        if (place := places.get(ruling.game_id)) is not None
    ]
