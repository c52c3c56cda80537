"""The event that is simulated, its clock, and the people who act in it: the director and the players."""

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
from tournaments.simulating.plan import SimulationPlan

# The origin of all acts, as the log has it.
ORIGIN: Final = "simulation"
# Acts as an iterator of the seconds until each of them.
TimedActs = Iterator[int]


@dataclass(slots=True)
class Stage:
    """An event being simulated."""

    plan: SimulationPlan
    club: Club
    director: User
    now: datetime
    # The event, once it is set up.
    created_event: Tournament | None = None
    # Players in reserve, for a late pair and as substitutes.
    spare: list[Player] = field(default_factory=list)
    keys_made: int = 0
    # The games that are over.
    games: int = 0

    @property
    def event(self) -> Tournament:
        if self.created_event is None:
            raise LookupError("the event is not set up yet")
        return self.created_event

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
        """Return the key of the next request, unique to this event."""
        self.keys_made += 1
        return uuid5(NAMESPACE_URL, f"{ORIGIN}/{self.event.book_id}/{self.keys_made}")
