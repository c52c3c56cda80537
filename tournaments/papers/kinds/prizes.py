"""The prize list."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from tournaments.papers.catalogue import PaperKind, PaperStage, counts, of_places
from tournaments.papers.prize_text import PRIZE_LIST
from tournaments.papers.prizes import prize_list

PAPER: Final = PaperKind(
    code=PRIZE_LIST,
    label=_lazy("Prize list"),
    purpose=_lazy("The first places with names, clubs and points: to read aloud and to sign for the prizes."),
    stage=PaperStage.AFTER,
    position=140,
    make=of_places(prize_list),
    is_available=counts,
    needs=permissions.DIRECTORS,
    from_places=True,
)
