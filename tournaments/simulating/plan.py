"""The plan of a simulation: the game, the agreement, the number of entries, and the point where it stops."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from random import Random
from typing import Final

from django.utils import timezone

from scoring.store import seating
from tournaments.agreement.agreement import EventAgreement, LevelGame, Phase
from tournaments.agreement.presets import PRESETS
from tournaments.core.drawing.movement import Movement
from tournaments.core.results import Substitutes
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL

# The minutes of a round with the pause after it, and the minute that is the middle of one.
ROUND_MINUTES: Final = 110
MIDDLE_MINUTE: Final = 45
# How long before the first round the doors open, and the entries.
DOORS: Final = timedelta(minutes=40)
ENTRIES: Final = timedelta(days=7)


class StopPoint(StrEnum):
    """Where a simulation may stop."""

    ENTRIES_OPEN = "entries_open"
    DRAWN = "drawn"
    MID_ROUND = "mid_round"
    ROUND_CLOSED = "round_closed"
    PRELIMINARY = "preliminary"
    OFFICIAL = "official"


# The points that are in one of the rounds.
_IN_A_ROUND: Final = (StopPoint.DRAWN, StopPoint.MID_ROUND, StopPoint.ROUND_CLOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulationPlan:
    """An event to be simulated."""

    ruleset: str
    entries: int
    agreement: EventAgreement
    seed: int = 1
    until: StopPoint = StopPoint.OFFICIAL
    # The round in which it stops, if it stops in one; None is the middle round.
    stop_in_round: int | None = None
    # The time at which it stops.
    ends: datetime = field(default_factory=timezone.now)
    name: str = ""
    # A rehearsal, as every event of the demo and of `manage.py simulate_event`.
    trial: bool = False

    @property
    def rounds(self) -> int:
        return self.agreement.rounds

    @property
    def min_entries(self) -> int:
        """The number of entries that one table needs."""
        return 4 if self.agreement.players == 1 and self.agreement.sides == 2 else 2

    @property
    def tables(self) -> int:
        """About how many tables play in a round."""
        entries_per_side = 2 if self.min_entries > 2 else 1
        return max(1, self.entries // (self.agreement.sides * entries_per_side))

    @property
    def games(self) -> int:
        """About how many games there will be."""
        return self.last_round * self.tables

    @property
    def is_played_to_the_end(self) -> bool:
        return self.until not in (StopPoint.ENTRIES_OPEN, *_IN_A_ROUND)

    @property
    def last_round(self) -> int:
        """The last round in which anything happens."""
        if self.until is StopPoint.ENTRIES_OPEN:
            return 0
        if self.is_played_to_the_end:
            return self.rounds
        return self.stop_in_round or self.rounds // 2 + 1

    @property
    def starts(self) -> datetime:
        """When the first round begins, for the simulation to stop at `ends`."""
        return self.ends - timedelta(minutes=self.minutes)

    @property
    def minutes(self) -> int:
        """The minutes from the first round to the point where it stops."""
        whole = self.last_round * ROUND_MINUTES
        return {
            StopPoint.ENTRIES_OPEN: -10,
            StopPoint.DRAWN: whole - ROUND_MINUTES,
            StopPoint.MID_ROUND: whole - ROUND_MINUTES + MIDDLE_MINUTE,
            StopPoint.ROUND_CLOSED: whole,
            StopPoint.PRELIMINARY: whole + 5,
            StopPoint.OFFICIAL: whole + 5 + self.agreement.correction_minutes,
        }[self.until]

    def stops(self, point: StopPoint, number: int) -> bool:
        """Whether it stops at this point of this round."""
        return self.until is point and self.last_round == number

    def dice(self, *key: object) -> Random:
        """Return the dice of a place or moment, so that nothing depends on the order of the tables."""
        return Random("/".join(map(str, (self.seed, *key))))  # noqa: S311 (play, no secret)


def build_agreement(
    ruleset: str,
    *,
    preset: str = "",
    movement: Movement | None = None,
    rounds: int | None = None,
    protocols: str | None = None,
    substitutes: Substitutes | None = None,
) -> EventAgreement:
    """Return the agreement of a preset with these changes."""
    agreement = next((known.agreement for known in PRESETS if known.code == preset), EventAgreement())
    if protocols is not None:
        agreement = replace(agreement, protocols=protocols)
    if substitutes is not None:
        agreement = replace(agreement, substitutes=substitutes)
    if movement is not None:
        agreement = _with_movement(agreement, movement, ruleset)
    return agreement if rounds is None else agreement.with_rounds(rounds)


def _with_movement(agreement: EventAgreement, movement: Movement, ruleset: str) -> EventAgreement:
    """Return the agreement with all rounds by one movement, and the tables and scheme that it needs."""
    agreement = replace(agreement, phases=(Phase(movement=movement, rounds=agreement.rounds),))
    if movement.draws_partners:
        return replace(agreement, players=1, sides=2)
    if movement.sides == 3:
        forms = {table.people for table in seating.forms_of_ruleset(ruleset).values()}
        players = 2 if (2, 2, 2) in forms else 1
        return replace(agreement, players=players, sides=3, scheme=PLACES)
    if movement.bracket is not None:
        # Nobody plays extra deals here.
        agreement = replace(agreement, level_game=LevelGame.HIGHER_PLACE)
    scheme = agreement.scheme if 2 in agreement.scheme.sides else SCL
    return replace(agreement, players=2, sides=2, scheme=scheme)
