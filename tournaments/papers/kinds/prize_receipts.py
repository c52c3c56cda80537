"""The receipts for the prizes."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from tournaments.papers.catalogue import PaperKind, PaperRequest, PaperStage, is_over_and_shown, of_event
from tournaments.papers.prizes import prize_receipts
from tournaments.papers.source import PaperSource
from tournaments.play.prizes import prize_table_of


def _has_prizes(source: PaperSource, request: PaperRequest) -> bool:
    """Whether all rounds are closed, no standings are hidden, and the event has prizes."""
    table = prize_table_of(source.event)
    return table is not None and not table.is_empty and is_over_and_shown(source, request)


PAPER: Final = PaperKind(
    code="prize-receipts",
    label=_lazy("Receipts for prizes"),
    purpose=_lazy(
        "One for each prize, two to a page: the one who receives it signs, and the cashier keeps it."
    ),
    stage=PaperStage.AFTER,
    position=142,
    make=of_event(prize_receipts),
    is_available=_has_prizes,
    needs=permissions.RECORDERS,
)
