"""The rulings given in an event's games, for the page of the rules in force."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.models import Ruling
from scoring.wording import labels
from tournaments.models import Pairing, Round


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling with its paragraph, its place and its game."""

    text: str
    paragraph: str
    where: str
    game: int


def ruling_views(rulings: Iterable[Ruling]) -> list[RulingView]:
    """Rulings in their order; those of a removed round say so."""
    return [
        RulingView(
            ruling.text,
            labels.paragraph_label(ruling.rule) if ruling.rule else "",
            _place_of(ruling.game.pairing),
            ruling.game_id,
        )
        for ruling in rulings
    ]


def _place_of(pairing: Pairing) -> str:
    place = {"round": pairing.round.number, "table": pairing.table}
    if is_in_removed_round(pairing):
        return _("round %(round)s, which was removed, table %(table)s") % place
    return _("round %(round)s, table %(table)s") % place


def is_in_removed_round(pairing: Pairing) -> bool:
    return pairing.round.state == Round.State.REMOVED
