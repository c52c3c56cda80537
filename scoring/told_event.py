"""What an event says on the protocol of one of its games: header lines, and what the result is worth.

Whoever keeps events registers a teller here, so that scoring can print it without knowing events.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from clubs.reports.report import Fact, Row
from scoring.models import Game


@dataclass(frozen=True, slots=True)
class EventTold:
    """Lines for the header, and rows under the result with a value for each side."""

    facts: tuple[Fact, ...] = ()
    rows: tuple[Row, ...] = ()


Teller = Callable[[Game], EventTold | None]
tellers: list[Teller] = []


def told_of_event(game: Game) -> EventTold:
    """What the event of a game says; nothing of a game that belongs to none."""
    found = (teller(game) for teller in tellers)
    return next((told for told in found if told is not None), EventTold())
