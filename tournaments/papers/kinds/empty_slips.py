"""Empty result slips."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.papers.cards import empty_result_slips
from tournaments.papers.catalogue import PaperKind, PaperStage, always, of_event

PAPER: Final = PaperKind(
    code="empty-slips",
    label=_lazy("Blank result slips"),
    purpose=_lazy("Four to a page, for a table that has lost its slip, or for a round set by hand."),
    stage=PaperStage.BEFORE,
    position=40,
    make=of_event(empty_result_slips),
    is_available=always,
)
