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
    label=_lazy("Table cards"),
    purpose=_lazy(
        "One for each table: its code and PIN, card values, opening requirements, and "
        "the bids if the game has any. Two to a page. Keep unused cards safe: a PIN "
        "gives access to its table."
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
