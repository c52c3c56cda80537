"""Repair of stored hands and totals that differ from the deals, for `manage.py rescore`.

Versions are not changed: what was recorded is never rewritten.
"""

from __future__ import annotations

from clubs.books.writing import Author, JsonValue, retried
from scoring.models import Game, Side
from scoring.recording.adjusting import ledger_points
from scoring.recording.session import open_game_for
from scoring.recording.totals import recompute_game


@retried
def rederive_game(by: Author, game: Game) -> Game:
    """Recompute and store everything that follows from a game's current versions; log old and new totals."""
    with open_game_for(game, by, needs=None, allow_set_aside=True) as opened:
        before = _totals_of(opened.sides)
        for side in opened.sides:
            side.adjustment = ledger_points(side)
        recompute_game(opened)
        opened.log(
            "game.rescored",
            opened.game,
            before={"points": before},
            after={"points": _totals_of(opened.sides)},
        )
        return opened.game


def _totals_of(sides: list[Side]) -> list[JsonValue]:
    return [side.result for side in sides]
