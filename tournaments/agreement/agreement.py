"""What an event has agreed on: its movements, its scheme, and the worth of games that are not played.

The settings are stored with the event as JSON, under the names of the fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final, Self

from clubs.books.writing import JsonValue
from scoring.models import Game
from scoring.store import sheets
from tournaments.core import results
from tournaments.core.brackets.plan import BracketKind
from tournaments.core.brackets.reached import REACHED
from tournaments.core.clock import ClockEnd
from tournaments.core.criteria import CRITERIA
from tournaments.core.criterion import Criterion
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.results import MissedValue, SitOutValue, Substitutes
from tournaments.core.schemes import SCHEMES
from tournaments.core.schemes.scl import SCL
from tournaments.core.worth import PLACE_POINTS, VP_OF_THREE_DEALS, AgreedScheme, Scheme, SchemeNumbers

# A side is late half an hour after the start (SCL); results stand after as long without a complaint.
_LATE_MINUTES: Final = 30
_CORRECTION_MINUTES: Final = 30
_CLOCK_MORE, _CLOCK_LATE = 10, 10


class PlacesBy(StrEnum):
    """In which order the places of a movement that is set beforehand are given out."""

    NUMBER = "number"
    # By the seed of its first round, or by the lots that were drawn by hand.
    SEED = "seed"
    LOTS = "lots"
    # The strongest first; or in turn to the one half of the places and the other, so that both are as strong.
    STRENGTH = "strength"
    SNAKE = "snake"


class LevelGame(StrEnum):
    """Who goes on in a knock-out when a game has ended level."""

    # The two play an extra deal, and who leads after it goes on.
    EXTRA_DEAL = "extra_deal"
    HIGHER_PLACE = "higher_place"


class Counting(StrEnum):
    """From when on what is recorded counts in the standings."""

    RECORDED = "recorded"
    # A deal counts once it is approved, on paper once its sheet is signed.
    APPROVED = "approved"
    # A game counts once it is signed.
    SIGNED = "signed"


class WithdrawalRule(StrEnum):
    """What becomes of the results of an entry that withdraws."""

    # In a round robin: under half of its games played, and all are struck out.
    STRUCK_UNDER_HALF = "struck_under_half"
    STAND = "stand"


class Licences(StrEnum):
    """What becomes of a player without a valid licence who is entered."""

    # Who has a licence that has run out is entered with a warning; nobody needs one.
    WARN = "warn"
    NEEDED = "needed"


class EntriesUntil(StrEnum):
    """Until when new entries come. Later another may take over those of who has left."""

    FIRST_ROUND = "first_round"
    # Until the last round is drawn.
    LAST_DRAW = "last_draw"


@dataclass(frozen=True, kw_only=True, slots=True)
class Phase:
    """A number of rounds by one movement. A combined event has several phases."""

    movement: Movement
    rounds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class EventAgreement:
    """All that an event has agreed on besides the rules of its game."""

    phases: tuple[Phase, ...] = (Phase(movement=SWISS, rounds=7),)
    # Players of an entry, and sides at a table.
    players: int = 2
    sides: int = 2
    # The number of counting deals that ends a game, instead of its target.
    deals: int | None = None
    clubs_apart: bool = False
    # The numbers of entries that are not to meet, such as couples.
    apart: tuple[tuple[int, int], ...] = ()
    # The numbers of entries that wish to meet once, or to be partners once.
    wished: tuple[tuple[int, int], ...] = ()
    # Where partners are drawn: tables of five and six, if the game has them, and nobody sits out.
    large_tables: bool = False
    # Whose each place is where all rounds are set beforehand.
    places_by: PlacesBy = PlacesBy.NUMBER
    # The numbers of entries in the order of their strength, the strongest first; the others come after them.
    strength: tuple[int, ...] = ()
    # Where the empty place of an odd field begins in a Mitchell: in which line, and at which table (None: the
    # last one).
    phantom_sits: bool = False
    phantom_table: int | None = None
    # In a knock-out: who has won more than half of so many games goes on, and who does after a level game.
    best_of: int = 1
    level_game: LevelGame = LevelGame.EXTRA_DEAL
    scheme: Scheme = SCL
    # The numbers of the schemes: bands of the margin, points of the places, a cap, a bound.
    bands: tuple[int, ...] = VP_OF_THREE_DEALS
    place_points: tuple[int, ...] = PLACE_POINTS
    cap: int | None = None
    bound: int | None = None
    # At tables of three sides: what a table of two plays for, and what a walkover gives the two others.
    last_of_two: bool = True
    walkover_shared: bool = True
    # Weaker sides begin with this share of the expected difference, in per cent; 0: no handicaps. What 100
    # points of rating make in a game, and the most with which a side begins (None: as measured, and a share).
    handicap: int = 0
    handicap_points: int | None = None
    handicap_most: int | None = None
    # When one of three sides leaves, the other two play on as two; else they are placed by their totals.
    two_play_on: bool = False
    chain: tuple[str, ...] = ("points", "difference")
    walkover_margin: int | None = None
    walkover_percent: int | None = None
    sit_out: SitOutValue = SitOutValue.BY_MOVEMENT
    sit_out_points: int = 2
    sit_out_difference: int = 0
    sit_out_percent: int = 60
    # A round that an entry misses: what it is worth, how often (None: each time), and whether in the last
    # round too. In a movement set beforehand its opponent sits out, or has a walkover.
    missed: MissedValue = MissedValue.LOST
    missed_times: int | None = None
    missed_last: bool = False
    missed_walkover: bool = False
    entries_until: EntriesUntil = EntriesUntil.FIRST_ROUND
    licences: Licences = Licences.WARN
    who_leaves: WithdrawalRule = WithdrawalRule.STRUCK_UNDER_HALF
    substitutes: Substitutes = Substitutes.COUNT
    substitute_percent: int = 60
    late_minutes: int = _LATE_MINUTES
    correction_minutes: int = _CORRECTION_MINUTES
    # The clock of a round: minutes until no new deal is dealt (None: without a clock), and from then on until
    # time is up; for all tables together, or for each from its first deal.
    clock_minutes: int | None = None
    clock_more: int = _CLOCK_MORE
    clock_by_table: bool = False
    clock_end: ClockEnd = ClockEnd.FINISH_DEAL
    # A table that waits for the director gets the minutes back that it lost.
    clock_gives: bool = True
    # A side that is missing so many minutes after the clock was started loses the game.
    clock_late: int = _CLOCK_LATE
    # Everybody sees when the round will probably end, not only its directors.
    clock_forecast: bool = False
    # Complaints are taken until noon of the next day; then the results are official by themselves.
    official_at_noon: bool = False
    # Standings are shown when the event is over.
    hidden: bool = False
    # In the hall everybody is named, until the event is official; outside those alone who agree to it.
    hall_names: bool = True
    # Whether an unapproved deal or an unsigned game counts; where it does, it is shown as such.
    counting: Counting = Counting.RECORDED
    # Where results are written, and how games are approved, corrected and signed:
    # values of the choices of a game.
    written_on: str = "phones"
    approval: str = "shared"
    corrections: str = "strict"
    protocols: str = "one"
    signers: str = "all"
    director_signs: bool = False
    # A second person types each result from the paper without seeing the first entry.
    second_entry: bool = False

    # As JSON.

    def data(self) -> dict[str, JsonValue]:
        """Return what is stored: every setting, so that another default changes no event that has agreed."""
        return {setting.name: as_json(getattr(self, setting.name)) for setting in fields(self)}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Read what was stored; a setting that was not stored has the default of that time."""
        known = {setting.name for setting in fields(cls)}
        settings = {
            name: _READERS[name](value) if name in _READERS else value
            for name, value in {**_DEFAULTS_BEFORE, **_renamed(data)}.items()
            if name in known
        }
        return replace(cls(), **settings)

    @property
    def rounds(self) -> int:
        return sum(phase.rounds for phase in self.phases)

    @property
    def draws_partners(self) -> bool:
        """Whether partners are drawn for single players: each side is a pair."""
        return any(phase.movement.draws_partners for phase in self.phases)

    @property
    def entry_sizes(self) -> tuple[int, ...]:
        """How many players an entry may have: a pair may have a third who takes turns."""
        return (2, 3) if self.players == 2 else (self.players,)

    @property
    def entries_per_table(self) -> int:
        return self.sides * max((phase.movement.entries_per_side for phase in self.phases), default=1)

    @property
    def has_round_robin(self) -> bool:
        return any(phase.movement.all_meet for phase in self.phases)

    @property
    def bracket(self) -> BracketKind | None:
        """What a knock-out does with those who lose; None where there is none."""
        return next((phase.movement.bracket for phase in self.phases if phase.movement.bracket), None)

    @property
    def strikes_out(self) -> bool:
        """Whether an entry that leaves may be struck out."""
        return self.has_round_robin and self.who_leaves is WithdrawalRule.STRUCK_UNDER_HALF

    def phase_of(self, number: int) -> tuple[Phase, int]:
        """Return the phase of a round, and which round of its phase it is; the last phase goes on."""
        turn = number
        for phase in self.phases[:-1]:
            if turn <= phase.rounds:
                return phase, turn
            turn -= phase.rounds
        return self.phases[-1], turn

    def with_rounds(self, rounds: int) -> Self:
        """Return the agreement with so many rounds, taken from the end or added to the last phase."""
        phases: list[Phase] = []
        for phase in self.phases:
            left = rounds - sum(earlier.rounds for earlier in phases)
            if left > 0:
                phases.append(replace(phase, rounds=min(phase.rounds, left)))
        missing = rounds - sum(earlier.rounds for earlier in phases)
        phases[-1] = replace(phases[-1], rounds=phases[-1].rounds + missing)
        return replace(self, phases=tuple(phases))

    def criteria(self) -> list[Criterion]:
        """Return what decides places: in a knock-out how far an entry came, and not what was agreed."""
        if self.bracket is not None:
            return [REACHED]
        return [CRITERIA[code] for code in self.chain]

    @property
    def counts_combinations(self) -> bool:
        return any(criterion.counts_combinations for criterion in self.criteria())

    @property
    def is_on_paper(self) -> bool:
        """Whether results are written on paper alone: the signed sheet approves its deals."""
        return self.written_on == Game.WrittenOn.PAPER

    @property
    def counting_as_said(self) -> Counting:
        """From when on results count in the words of the event: on paper nobody approves a single deal."""
        is_signed = self.is_on_paper and self.counting is Counting.APPROVED
        return Counting.SIGNED if is_signed else self.counting

    @property
    def needs_lots(self) -> bool:
        return any(criterion.needs_lots for criterion in self.criteria())

    @property
    def uses_lots(self) -> bool:
        """Whether lots that are drawn by hand decide anything: a tie, or whose the places are."""
        return self.needs_lots or (self._sets_beforehand and self.places_by is PlacesBy.LOTS)

    @property
    def uses_strength(self) -> bool:
        """Whether places are given out by strength."""
        return self._sets_beforehand and self.places_by in (PlacesBy.STRENGTH, PlacesBy.SNAKE)

    @property
    def _sets_beforehand(self) -> bool:
        return any(phase.movement.has_fixed_schedule for phase in self.phases)

    def result_terms(self, ruleset: str, options: Sequence[tuple[str, Any]] = ()) -> results.ResultTerms:
        """Return what results are worth in a game of these rules."""
        target = sheets.target_with_options(ruleset, options)
        return results.ResultTerms(
            scheme=self.scheme_for(target),
            margin=self.walkover_margin_for(target),
            walkover_percent=self.walkover_percent,
            sit_out=self.sit_out,
            sit_out_points=self.sit_out_points,
            sit_out_difference=self.sit_out_difference,
            sit_out_percent=self.sit_out_percent,
            missed=self.missed,
            missed_times=self.missed_times,
            missed_last=self.missed_last,
            substitutes=self.substitutes,
            substitute_percent=self.substitute_percent,
            rounds=self.rounds,
        )

    def walkover_margin_for(self, target: int) -> int:
        """Return what a walkover counts: as agreed, or its share of the target."""
        return results.walkover_margin(self.walkover_margin, target)

    def scheme_for(self, target: int) -> AgreedScheme:
        """Return the scheme with its numbers for games to this target."""
        numbers = SchemeNumbers(
            bands=self.bands,
            place_points=self.place_points,
            cap=self.cap,
            bound=self.bound or target,
            last_of_two=self.last_of_two,
            walkover_shared=self.walkover_shared,
        )
        return AgreedScheme(self.scheme, numbers)


# What held for settings that were not stored, where the default is another one today.
_DEFAULTS_BEFORE: Final[Mapping[str, JsonValue]] = {
    "sit_out": SitOutValue.FIXED.value,
    "last_of_two": False,
    "walkover_shared": False,
    "missed_last": True,
    "entries_until": EntriesUntil.LAST_DRAW.value,
    "hall_names": False,
}
_MISSED_AS_SIT_OUT: Final = "missed_as_sit_out"


def as_json(value: Any) -> JsonValue:
    """Return a value as JSON has it."""
    if isinstance(value, tuple | list):
        return [as_json(item) for item in value]
    if isinstance(value, Phase):
        return {"movement": value.movement.code, "rounds": value.rounds}
    if isinstance(value, Scheme):
        return value.code
    plain: JsonValue = value.value if isinstance(value, StrEnum) else value
    return plain


def _renamed(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what was stored under the names of today."""
    if not data.get(_MISSED_AS_SIT_OUT):
        return data
    return {"missed": MissedValue.SIT_OUT.value, **data}


def _read_phases(value: Any) -> tuple[Phase, ...]:
    return tuple(Phase(movement=MOVEMENTS[phase["movement"]], rounds=phase["rounds"]) for phase in value)


def _read_pairs(value: Any) -> tuple[tuple[int, int], ...]:
    return tuple((first, second) for first, second in value)


# How the values that JSON has changed are read back.
_READERS: Final[Mapping[str, Any]] = {
    "phases": _read_phases,
    "scheme": SCHEMES.__getitem__,
    "sit_out": SitOutValue,
    "missed": MissedValue,
    "entries_until": EntriesUntil,
    "licences": Licences,
    "places_by": PlacesBy,
    "level_game": LevelGame,
    "counting": Counting,
    "clock_end": ClockEnd,
    "who_leaves": WithdrawalRule,
    "substitutes": Substitutes,
    "bands": tuple,
    "apart": _read_pairs,
    "wished": _read_pairs,
    "strength": tuple,
    "place_points": tuple,
    "chain": tuple,
}
