"""The cards that lie on the tables."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from scoring.models import Game
from tournaments.papers.cards import cards_for_tables
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event

PAPER: Final = PaperKind(
    code="cards",
    label=_lazy("Cards for the tables"),
    purpose=_lazy(
        "One lies on each table: its code and PIN, what cards are worth, what a side needs to open, and "
        "the bids where the game has some. Two on a page. Keep those not laid out: a PIN opens its table."
    ),
    stage=PaperStage.BEFORE,
    position=30,
    make=of_event(cards_for_tables),
    is_available=lambda source, _request: (
        bool(source.tables_of_club) and source.event.agreement.written_on != Game.WrittenOn.PAPER
    ),
    needs=permissions.RECORDERS,
    of_club=True,
)
