"""What the history knows of an event: its records, who played, who won."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from tournaments.core.history.runs import Course
from tournaments.models import Tournament
from tournaments.public.event_view import FINISHED_EVENT_STATES


class HeldEvent(NamedTuple):
    """An event of a club or, in a federation, of one of its clubs."""

    pk: int
    club: int
    name: str
    day: date
    ruleset: str
    state: str
    standings_from: str
    # It is a section or a final: its places count in those of the whole event.
    counted_in_whole: bool
    revision: int
    head: str

    @property
    def is_finished(self) -> bool:
        """Whether its results are shown."""
        return self.state in FINISHED_EVENT_STATES

    @property
    def is_evening(self) -> bool:
        """Whether it counts as an event of its own, and its results are shown."""
        return self.is_finished and not self.counted_in_whole

    @property
    def gives_title(self) -> bool:
        """Whether who has won it is a champion."""
        return self.state == Tournament.State.OFFICIAL and not self.counted_in_whole

    @property
    def book_state(self) -> tuple[int, str]:
        return self.revision, self.head


class Made(NamedTuple):
    """The best of a kind in an event and rule set: its figure, who made it, and where."""

    kind: str
    ruleset: str
    figure: int
    players: tuple[int, ...]
    event: int
    game: int | None = None
    # The number of the deal in the game.
    deal: int | None = None
    # The number of the entry in the event.
    entry: int | None = None
    # Of a run the event in which it began; of a year the year.
    since: int | None = None
    year: int | None = None


class EventFacts(NamedTuple):
    """What is known of an event."""

    best: tuple[Made, ...] = ()
    # How many entries have a place.
    entries: int = 0
    # Everybody who has played.
    players: tuple[int, ...] = ()
    games: int = 0
    deals: int = 0
    # The players of each entry in the first place.
    winners: tuple[tuple[int, ...], ...] = ()
    courses: tuple[Course, ...] = ()
