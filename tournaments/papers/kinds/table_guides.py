"""The guide cards of the tables."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.guide_cards import has_guide, table_guides

PAPER: Final = PaperKind(
    code="table-guides",
    label=_lazy("Guide cards for the tables"),
    purpose=_lazy("For each table who meets whom at it in every round: to leave there."),
    stage=PaperStage.BEFORE,
    position=36,
    make=of_event(table_guides),
    is_available=has_guide,
    # The last round may be one that is not published.
    needs=permissions.DIRECTORS,
)
