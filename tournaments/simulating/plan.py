"""What is to be simulated: the game, the agreement, how many enter, and at which moment it stops.

Knows what can be asked for; must not know how any of it is played.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random
from typing import Final

from django.utils import timezone

from scoring.store import seating
from tournaments.agreement.agreement import Agreed, Movement, Phase, SchemeCode
from tournaments.agreement.presets import PRESETS
from tournaments.core.results import Substitutes

# A round takes so many minutes with the pause after it; who stops in the middle of one stops at this minute.
ROUND_MINUTES: Final = 110
MIDDLE_MINUTE: Final = 45
# Doors open so long before the first round, and entries a week before.
DOORS: Final = timedelta(minutes=40)
ENTRIES: Final = timedelta(days=7)


class Moment(StrEnum):
    """Where a simulation may stop."""

    ENTRIES_OPEN = "entries_open"
    DRAWN = "drawn"
    MID_ROUND = "mid_round"
    ROUND_CLOSED = "round_closed"
    PRELIMINARY = "preliminary"
    OFFICIAL = "official"


# Those that are reached in one of the rounds.
_IN_A_ROUND: Final = (Moment.DRAWN, Moment.MID_ROUND, Moment.ROUND_CLOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """An event to be played."""

    ruleset: str
    entries: int
    agreed: Agreed
    seed: int = 1
    until: Moment = Moment.OFFICIAL
    # The round in which it stops, where it stops in one; else the middle one.
    stops_in: int | None = None
    # It has just come to the moment at which it stops.
    ends: datetime = field(default_factory=timezone.now)
    name: str = ""

    @property
    def rounds(self) -> int:
        return self.agreed.rounds

    @property
    def fewest(self) -> int:
        """With fewer entries nobody meets anybody."""
        return 4 if self.agreed.players == 1 and self.agreed.sides == 2 else 2

    @property
    def tables(self) -> int:
        """About how many tables play in a round."""
        of_one = 2 if self.fewest > 2 else 1
        return max(1, self.entries // (self.agreed.sides * of_one))

    @property
    def games(self) -> int:
        """About how many games there will be."""
        return self.last_round * self.tables

    @property
    def last_round(self) -> int:
        """The last round of which anything happens."""
        if self.until is Moment.ENTRIES_OPEN:
            return 0
        if self.until not in _IN_A_ROUND:
            return self.rounds
        return self.stops_in or self.rounds // 2 + 1

    @property
    def starts(self) -> datetime:
        """When the first round begins, so that all is over when it ends."""
        return self.ends - timedelta(minutes=self.minutes)

    @property
    def minutes(self) -> int:
        """From the first round to the moment at which it stops."""
        whole = self.last_round * ROUND_MINUTES
        return {
            Moment.ENTRIES_OPEN: -10,
            Moment.DRAWN: whole - ROUND_MINUTES,
            Moment.MID_ROUND: whole - ROUND_MINUTES + MIDDLE_MINUTE,
            Moment.ROUND_CLOSED: whole,
            Moment.PRELIMINARY: whole + 5,
            Moment.OFFICIAL: whole + 5 + self.agreed.correction_minutes,
        }[self.until]

    def stops(self, moment: Moment, number: int) -> bool:
        """Whether it stops at this moment of this round."""
        return self.until is moment and self.last_round == number

    def dice(self, *where: object) -> Random:
        """Chance of its own for each place and hour, so that nothing depends on who came first."""
        return Random("/".join(map(str, (self.seed, *where))))  # noqa: S311 (play, no secret)


def agreement(
    ruleset: str,
    *,
    preset: str = "",
    movement: Movement | None = None,
    rounds: int | None = None,
    protocols: str | None = None,
    substitutes: Substitutes | None = None,
) -> Agreed:
    """What a kind of event has agreed on, but for what is said."""
    agreed = next((one.agreed for one in PRESETS if one.code == preset), Agreed())
    if protocols is not None:
        agreed = replace(agreed, protocols=protocols)
    if substitutes is not None:
        agreed = replace(agreed, substitutes=substitutes)
    if movement is not None:
        agreed = _with_movement(agreed, movement, ruleset)
    return agreed if rounds is None else agreed.with_rounds(rounds)


def _with_movement(agreed: Agreed, movement: Movement, ruleset: str) -> Agreed:
    """All rounds by one movement, with the tables and the scheme that it asks for."""
    agreed = replace(agreed, phases=(Phase(movement=movement, rounds=agreed.rounds),))
    if movement is Movement.PARTNERS:
        return replace(agreed, players=1, sides=2)
    if movement is Movement.THREE_SIDED:
        forms = {table.people for table in seating.forms_of(ruleset).values()}
        players = 2 if (2, 2, 2) in forms else 1
        return replace(agreed, players=players, sides=3, scheme=SchemeCode.PLACES)
    scheme = SchemeCode.SCL if agreed.scheme is SchemeCode.PLACES else agreed.scheme
    return replace(agreed, players=2, sides=2, scheme=scheme)
