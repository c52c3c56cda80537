"""The cards with names that stand on the tables."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.name_cards import place_cards

PAPER: Final = PaperKind(
    code="place-cards",
    label=_lazy("Place cards"),
    purpose=_lazy(
        "The name of each player in large letters, two to a page: to cut, fold and stand on the table. "
        "Once round 1 is drawn, its table is on them."
    ),
    stage=PaperStage.BEFORE,
    position=32,
    make=of_event(place_cards),
    is_available=lambda source, _request: bool(source.entries),
    # The table may be that of a round that is not published.
    needs=permissions.DIRECTORS,
)
