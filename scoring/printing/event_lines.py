"""What an event says on the protocols of its games: header lines, what a result is worth, what counts else.

Whoever keeps events registers a teller here, so that scoring can print it without knowing events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from clubs.reports.report import Fact, Row
from scoring.models import Game


@dataclass(frozen=True, slots=True)
class EventTold:
    """Lines for the header, rows under the result with a value for each side, and sentences below them."""

    facts: tuple[Fact, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()


class Teller(Protocol):
    """Reads of many games in one go, and then tells of each in the language of the moment."""

    def read(self, games: Sequence[Game]) -> None: ...

    def told(self, game: Game) -> EventTold | None:
        """What is told of a game that was read last; None of one that belongs to no event."""


tellers: list[Callable[[], Teller]] = []


class Events:
    """The events of the games that are printed. What they share is read once for all of them."""

    def __init__(self) -> None:
        self.tellers = [make() for make in tellers]

    def read(self, games: Sequence[Game]) -> None:
        for teller in self.tellers:
            teller.read(games)

    def told(self, game: Game) -> EventTold:
        """What is told of a game; nothing of one that belongs to no event."""
        found = (teller.told(game) for teller in self.tellers)
        return next((told for told in found if told is not None), EventTold())


def events_of(games: Sequence[Game]) -> Events:
    events = Events()
    events.read(games)
    return events
