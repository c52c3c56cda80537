"""The guide cards of the entries."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.guide_cards import guide_cards, has_guide

PAPER: Final = PaperKind(
    code="guide-cards",
    label=_lazy("Guide cards"),
    purpose=_lazy(
        "For each entry where it plays against whom in every round, and when it changes tables: to cut "
        "apart. Once the first of these rounds is drawn; after a late entry print them again."
    ),
    stage=PaperStage.BEFORE,
    position=34,
    make=of_event(guide_cards),
    is_available=has_guide,
    # The last round may be one that is not published.
    needs=permissions.DIRECTORS,
)
