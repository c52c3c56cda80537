"""Lines of an event on the protocols of its games.

An app with events registers a provider here, so that scoring can print the lines without knowing events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from clubs.plugins.hooks import HookList
from clubs.reports.report import Fact, Row
from scoring.models import Game


@dataclass(frozen=True, slots=True)
class EventLines:
    """Lines for the header, rows under the result with a value for each side, and sentences below them."""

    facts: tuple[Fact, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    # The side that has won without what was played, as the notes say.
    winner: int | None = None


class ProtocolLineProvider(Protocol):
    """Loads the events of many games at once; then gives each game's lines in the active language."""

    def load(self, games: Sequence[Game]) -> None: ...

    def lines_for(self, game: Game) -> EventLines | None:
        """Return the lines of a loaded game; None if it belongs to no event."""


providers: HookList[Callable[[], ProtocolLineProvider]] = HookList()


class EventLineReader:
    """Reads the event lines of the games that are printed; what the games share is loaded once."""

    def __init__(self) -> None:
        self.providers = [make_provider() for make_provider in providers]

    def load(self, games: Sequence[Game]) -> None:
        for provider in self.providers:
            provider.load(games)

    def lines_for(self, game: Game) -> EventLines:
        """Return the lines of a game; empty ones if it belongs to no event."""
        candidates = (provider.lines_for(game) for provider in self.providers)
        return next((lines for lines in candidates if lines is not None), EventLines())


def read_event_lines(games: Sequence[Game]) -> EventLineReader:
    reader = EventLineReader()
    reader.load(games)
    return reader
