"""What an event says of one of its games: the round, what counts, and where another result is made to count.

An app with events registers a function here, so that the desk of a game shows it without knowing events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubs.plugins.hooks import HookList
from scoring.models import Game


@dataclass(frozen=True, slots=True)
class GameInEvent:
    """A game in a round of an event."""

    round: int
    # In words what counts for each side, where it is another result than the one that was played.
    counts: Sequence[str]
    # The page on which the director lets another result count; empty where it is too late for that.
    other_result: str


places_in_events: HookList[Callable[[Game], GameInEvent | None]] = HookList()


def find_in_event(game: Game) -> GameInEvent | None:
    """Return what the event of a game says of it; None for a game outside events."""
    return next((found for find in places_in_events if (found := find(game)) is not None), None)
