"""What follows from the deals of a game, stored anew where it has come to differ from them.

Only `manage.py rescore` does this. Versions are left as they are: what was recorded is never rewritten.
"""

from __future__ import annotations

from clubs.books.writing import Author, Value, retried
from scoring.models import Game, Side
from scoring.recording.adjusting import ledger_of
from scoring.recording.session import playing
from scoring.recording.totals import refold


@retried
def derive_again(by: Author, game: Game) -> Game:
    """Hands, totals and how the game stands, derived anew from its current versions; the log keeps both."""
    with playing(game, by, needs=None, even_set_aside=True) as play:
        before = _totals_of(play.sides)
        for side in play.sides:
            side.adjustment = ledger_of(side)
        refold(play)
        play.log(
            "game.rescored", play.game, before={"points": before}, after={"points": _totals_of(play.sides)}
        )
        return play.game


def _totals_of(sides: list[Side]) -> list[Value]:
    return [side.result for side in sides]
