"""The certificates."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from tournaments.papers.catalogue import PaperKind, PaperStage, is_played, of_places
from tournaments.papers.prizes import certificates

PAPER: Final = PaperKind(
    code="certificates",
    label=_lazy("Certificates"),
    purpose=_lazy("One per page, with signature lines for the director and the club."),
    stage=PaperStage.AFTER,
    position=150,
    make=of_places(certificates),
    is_available=is_played,
    needs=permissions.DIRECTORS,
    from_places=True,
)
