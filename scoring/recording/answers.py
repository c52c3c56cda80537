"""What follows in the apps above when the sides of a game that is over have answered: approved, or signed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from clubs.plugins.hooks import HookList
from scoring.models import Game

# Functions of the apps above. They are called, in the same transaction, after a deal of a game that is over
# was approved or sent back, and after the game was signed or opened again.
answer_listeners: Final[HookList[Callable[[Game], None]]] = HookList()


def notify_answered(game: Game) -> None:
    """Tell the apps above, unless the game goes on: then its result is still to come anyway."""
    if game.over:
        for listener in answer_listeners:
            listener(game)
