"""The badges of the players."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.name_cards import badges

PAPER: Final = PaperKind(
    code="badges",
    label=_lazy("Badges"),
    purpose=_lazy(
        "The name of each player in large letters, ten to a page: to cut and to wear. "
        "Once round 1 is drawn, its table is on them."
    ),
    stage=PaperStage.BEFORE,
    position=34,
    make=of_event(badges),
    is_available=lambda source, _request: bool(source.entries),
    # The table may be that of a round that is not published.
    needs=permissions.DIRECTORS,
)
