"""A match of two teams, as it was planned and as it was played. Teams and players are numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from tournaments.core.results import ResultKind
from tournaments.core.worth import GameOutcome, Worth


class TeamSide(IntEnum):
    """A team in a match; also the place of its values in each pair of values."""

    HOME = 0
    AWAY = 1

    @property
    def other(self) -> TeamSide:
        return TeamSide.AWAY if self is TeamSide.HOME else TeamSide.HOME


class MatchKind(StrEnum):
    """How the result of a match came about."""

    PLAYED = "played"
    # A team did not come: it has lost at all tables.
    WALKOVER = "walkover"
    BOTH_ABSENT = "both_absent"
    # As the league manager has ruled.
    RULED = "ruled"
    # It counts nothing and is not played any more.
    VOID = "void"


# What may have happened at a table of a match; who sits out in a league plays no match at all.
TABLE_KINDS: Final = (
    ResultKind.PLAYED,
    ResultKind.WALKOVER,
    ResultKind.BOTH_ABSENT,
    ResultKind.FORFEITED,
    ResultKind.RULED_LOST,
    ResultKind.CUT_SHORT,
    ResultKind.ADJUSTED,
    ResultKind.VOID,
)
# The results that name the side that has lost.
NEED_SIDE: Final = frozenset({ResultKind.WALKOVER, ResultKind.FORFEITED, ResultKind.RULED_LOST})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """A match that is planned: which teams, in which round, when and where."""

    round: int
    home: int
    away: int
    day: date | None = None
    at: time | None = None
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """What happened at one table: which pair of the home team met which of the away team, and the result."""

    number: int
    home_pair: int
    away_pair: int
    kind: ResultKind = ResultKind.PLAYED
    # Of the home pair and of the away pair; none where nothing was played.
    totals: tuple[int, ...] = ()
    at_fault: TeamSide | None = None
    # As the jury has ruled, side by side.
    ruled: tuple[Worth, ...] = ()


class SideWorth(NamedTuple):
    """What a match is worth for one team."""

    match_points: int = 0
    table_points: int = 0
    difference: int = 0
    outcome: GameOutcome = GameOutcome.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match of a division. Without a kind it has not been played."""

    number: int
    round: int
    home: int
    away: int
    kind: MatchKind | None = None
    # Who did not come.
    at_fault: TeamSide | None = None
    tables: tuple[TableResult, ...] = ()
    # As the league manager has ruled, side by side.
    ruled: tuple[SideWorth, ...] = ()

    @property
    def teams(self) -> tuple[int, int]:
        return self.home, self.away


class DecisionSentence(NamedTuple):
    """A sentence about what decides a match, in English, with its figures as the reader writes them."""

    text: str
    params: Mapping[str, str] = {}


class Sums(NamedTuple):
    """What a team has made at all tables of a match."""

    points: int
    difference: int


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class MatchDecision:
    """What decides a match: sums that are compared one after the other.

    A file in `core/leagues/decisions` defines it.
    """

    # As it is stored.
    code: str
    # Its name in English, as forms show it.
    label: str
    position: int
    # The names of the sums, in the order in which they are compared.
    sums: tuple[str, ...]
    # What the page of the league says about it.
    describe: Callable[[], Iterator[DecisionSentence]]

    def __str__(self) -> str:
        return self.code
