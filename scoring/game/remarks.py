"""What was remarked on a deal: the warnings with which it was recorded, and who answered to it."""

from __future__ import annotations

from collections.abc import Sequence

from clubs.people.names import full_name
from scoring.core.pipeline import evaluate_sheet
from scoring.core.problem import Problems, warnings_of
from scoring.models import Confirmation, Game
from scoring.store import sheets
from scoring.store.deal_queries import DealRow


def recorded_warnings(game: Game, row: DealRow) -> Problems:
    """The warnings with which a deal was recorded, computed again from the sheet with all their details."""
    if row.version is None or not row.version.warnings:
        return ()
    sheet = sheets.stored_sheet(game, row.version.sheet, row.deal.openings)
    return warnings_of(evaluate_sheet(sheet).problems)


def speaker_name(answer: Confirmation, names: Sequence[str]) -> str:
    """The author of an answer: the player, else the side, else the user at the desk."""
    if answer.player is not None:
        return full_name(answer.player)
    if answer.side is not None:
        return names[answer.side]
    return str(answer.author) if answer.author else ""
