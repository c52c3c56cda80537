"""The result slips of a round."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from tournaments.papers.cards import result_slips
from tournaments.papers.catalogue import PaperKind, PaperStage, always, of_round

PAPER: Final = PaperKind(
    code="slips",
    label=_lazy("Result slips"),
    purpose=_lazy(
        "One for each table, four to a page: filled in, signed by the sides and brought to the desk."
    ),
    stage=PaperStage.ROUND,
    position=70,
    make=of_round(result_slips),
    is_available=always,
)
