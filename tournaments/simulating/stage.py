"""The event that is simulated, its clock, and who acts in it: the director, and the devices at the tables.

Knows who acts when, and with which key; must not know what is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from clubs.books.writing import Author
from clubs.models import Club, Player, User
from scoring import recording
from scoring.models import Table
from tournaments.models import Tournament
from tournaments.simulating.plan import Wanted

# Where all acts come from, as the log says it.
ORIGIN: Final = "simulation"
# The acts of somebody, with the seconds until each of them.
Acts = Iterator[int]


@dataclass(slots=True)
class Stage:
    """An event being simulated."""

    wanted: Wanted
    club: Club
    director: User
    now: datetime
    # The event, once it is set up.
    begun: Tournament | None = None
    # Players who wait to be asked, for a late pair and as substitutes.
    spare: list[Player] = field(default_factory=list)
    sendings: int = 0
    # What happened, for whoever is told of it.
    games: int = 0

    @property
    def event(self) -> Tournament:
        if self.begun is None:
            raise LookupError("the event is not set up yet")
        return self.begun

    def pass_time(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    @property
    def by(self) -> Author:
        """The director, now."""
        return Author(user=self.director, origin=ORIGIN, at=self.now)

    def device(self, table: Table, side: int, player: Player) -> recording.AtTable:
        """A player's phone at a table, now."""
        return recording.AtTable(
            user=None,
            origin=ORIGIN,
            at=self.now,
            table=table,
            device=f"{ORIGIN}-{table.label}-{side}",
            side=side,
            player=player.pk,
        )

    def key(self) -> UUID:
        """The key of the next sending: of this event and no other."""
        self.sendings += 1
        return uuid5(NAMESPACE_URL, f"{ORIGIN}/{self.event.book_id}/{self.sendings}")
