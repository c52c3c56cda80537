"""What an event has agreed on: its movement, its scheme, and what counts when nobody plays.

Kept with the event as plain data. Knows which settings there are and what they begin with; must not know how
a round is drawn nor how a page asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, Self

from clubs.books.writing import Value
from scoring.store import sheets
from tournaments.core import results, schemes
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.core.schemes import Scheme
from tournaments.core.standings import CRITERIA, Criterion

_PERCENT: Final = 100
# Without another agreement a walkover counts so much of the target: 2000, 4000, 8000 of 5000, 10 000, 20 000.
_OF_THE_TARGET: Final = 40
# Late is who has not come half an hour after the start (SCL); results stand when nobody complains so long.
_LATE_MINUTES: Final = 30
_CORRECTION_MINUTES: Final = 30


class Movement(StrEnum):
    """By what a round is drawn."""

    LOT = "lot"
    ROUND_ROBIN = "round_robin"
    MITCHELL = "mitchell"
    DANISH_PURE = "danish_pure"
    DANISH_MODIFIED = "danish_modified"
    SWISS = "swiss"
    THREE_SIDED = "three_sided"
    PARTNERS = "partners"
    BY_HAND = "by_hand"


class SchemeCode(StrEnum):
    """What a game is worth."""

    SCL = "scl"
    VP_TABLE = "vp_table"
    VP_CONTINUOUS = "vp_continuous"
    TOTAL = "total"
    WINS_TOTAL = "wins_total"
    PLACES = "places"


class WhoLeaves(StrEnum):
    """What becomes of the results of an entry that withdraws."""

    # In a round robin: under half of its games played, and all are struck out.
    STRUCK_UNDER_HALF = "struck_under_half"
    STAND = "stand"


@dataclass(frozen=True, kw_only=True, slots=True)
class Phase:
    """So many rounds of one movement. A combined event has several phases."""

    movement: Movement
    rounds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Agreed:
    """Everything an event has agreed on beside the rules of its game."""

    phases: tuple[Phase, ...] = (Phase(movement=Movement.SWISS, rounds=7),)
    # Players of an entry, and sides at a table.
    players: int = 2
    sides: int = 2
    # So many deals that count end a game, instead of its target.
    deals: int | None = None
    clubs_apart: bool = False
    scheme: SchemeCode = SchemeCode.SCL
    # The numbers of a scheme that has some: bands of the margin, points of the places, a cap, a bound.
    bands: tuple[int, ...] = schemes.VP_OF_THREE_DEALS
    place_points: tuple[int, ...] = schemes.PLACE_POINTS
    cap: int | None = None
    bound: int | None = None
    chain: tuple[str, ...] = ("points", "difference")
    walkover_margin: int | None = None
    walkover_percent: int | None = None
    sit_out: SitOutValue = SitOutValue.FIXED
    sit_out_points: int = 2
    sit_out_difference: int = 0
    sit_out_percent: int = 60
    missed_as_sit_out: bool = False
    who_leaves: WhoLeaves = WhoLeaves.STRUCK_UNDER_HALF
    substitutes: Substitutes = Substitutes.COUNT
    substitute_percent: int = 60
    late_minutes: int = _LATE_MINUTES
    correction_minutes: int = _CORRECTION_MINUTES
    # Standings are shown when the event is over.
    hidden: bool = False
    # How games are approved, corrected and signed; the words are those of a game.
    approval: str = "shared"
    corrections: str = "strict"
    protocols: str = "one"
    signers: str = "all"
    director_signs: bool = False

    # As plain data.

    def data(self) -> dict[str, Value]:
        """What is kept: the settings that are not as they begin."""
        usual = asdict(Agreed())
        return {name: plain(value) for name, value in asdict(self).items() if value != usual[name]}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """From what was kept. What a later program has added begins as usual."""
        known = {one.name for one in fields(cls)}
        said = {name: _READ.get(name, _as_it_is)(value) for name, value in data.items() if name in known}
        return replace(cls(), **said)

    # What follows from it.

    @property
    def rounds(self) -> int:
        return sum(phase.rounds for phase in self.phases)

    @property
    def draws_partners(self) -> bool:
        """Single players are drawn together: each side is a pair."""
        return any(phase.movement is Movement.PARTNERS for phase in self.phases)

    @property
    def has_a_round_robin(self) -> bool:
        return any(phase.movement is Movement.ROUND_ROBIN for phase in self.phases)

    @property
    def strikes(self) -> bool:
        """Whether somebody who leaves may be struck out."""
        return self.has_a_round_robin and self.who_leaves is WhoLeaves.STRUCK_UNDER_HALF

    def phase_of(self, number: int) -> tuple[Phase, int]:
        """By what a round is drawn, and which round of its phase it is; the last phase goes on."""
        left = number
        for phase in self.phases[:-1]:
            if left <= phase.rounds:
                return phase, left
            left -= phase.rounds
        return self.phases[-1], left

    def with_rounds(self, rounds: int) -> Self:
        """The same with so many rounds: those of the last phase are more or fewer, earlier ones go first."""
        phases: list[Phase] = []
        for phase in self.phases:
            left = rounds - sum(one.rounds for one in phases)
            if left > 0:
                phases.append(replace(phase, rounds=min(phase.rounds, left)))
        missing = rounds - sum(one.rounds for one in phases)
        phases[-1] = replace(phases[-1], rounds=phases[-1].rounds + missing)
        return replace(self, phases=tuple(phases))

    def criteria(self) -> list[Criterion]:
        return [CRITERIA[code] for code in self.chain]

    def counting(self, ruleset: str, options: Sequence[tuple[str, Any]] = ()) -> results.Agreed:
        """What results are worth in a game of these rules."""
        target = sheets.target_by(ruleset, options)
        return results.Agreed(
            scheme=self.scheme_for(target),
            margin=self.margin_by(target),
            walkover_percent=self.walkover_percent,
            sit_out=self.sit_out,
            sit_out_points=self.sit_out_points,
            sit_out_difference=self.sit_out_difference,
            sit_out_percent=self.sit_out_percent,
            missed_as_sit_out=self.missed_as_sit_out,
            substitutes=self.substitutes,
            substitute_percent=self.substitute_percent,
            rounds=self.rounds,
        )

    def margin_by(self, target: int) -> int:
        """What a walkover counts: as agreed, or its share of the target."""
        margin = self.walkover_margin
        return target * _OF_THE_TARGET // _PERCENT if margin is None else margin

    def scheme_for(self, target: int) -> Scheme:
        match self.scheme:
            case SchemeCode.VP_TABLE:
                return schemes.vp_table(self.bands)
            case SchemeCode.VP_CONTINUOUS:
                return schemes.vp_continuous(self.bound or target)
            case SchemeCode.TOTAL:
                return schemes.total(self.cap)
            case SchemeCode.WINS_TOTAL:
                return schemes.WINS_TOTAL
            case SchemeCode.PLACES:
                return schemes.places(self.place_points)
            case _:
                return schemes.SCL


def plain(value: Any) -> Value:
    """As JSON has it."""
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    kept: Value = value.value if isinstance(value, StrEnum) else value
    return kept


def _as_it_is(value: Any) -> Any:
    return value


def _phases_in(value: Any) -> tuple[Phase, ...]:
    return tuple(Phase(movement=Movement(one["movement"]), rounds=one["rounds"]) for one in value)


# How what JSON has changed becomes again what it was.
_READ: Final[Mapping[str, Any]] = {
    "phases": _phases_in,
    "scheme": SchemeCode,
    "sit_out": SitOutValue,
    "who_leaves": WhoLeaves,
    "substitutes": Substitutes,
    "bands": tuple,
    "place_points": tuple,
    "chain": tuple,
}


# Where an event begins.
