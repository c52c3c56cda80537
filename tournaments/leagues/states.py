"""A match as its acts change it, and as the log has it: what an act changes can be put back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, time
from typing import Any, Final, Self

from clubs.books.writing import JsonValue
from scoring.wording.labels import joined_totals
from tournaments.core.leagues.match import Match, MatchKind, TableResult, TeamSide
from tournaments.core.leagues.match_results import ruled_worths
from tournaments.core.leagues.rules import LeagueRules
from tournaments.core.results import ResultKind
from tournaments.core.worth import Worth, outcome_of
from tournaments.models import MatchTable, TeamMatch

# Match points, table points and difference of the home team, and those of the away team.
RuledMatch = tuple[tuple[int, int, int], tuple[int, int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedTable:
    """The result at a table as it is entered."""

    number: int
    home_pair: int
    away_pair: int
    kind: str = MatchTable.Kind.PLAYED.value
    at_fault: int | None = None
    home_total: int | None = None
    away_total: int | None = None
    # For each side points and difference, as the jury has ruled.
    ruled: tuple[tuple[int, int], ...] = ()
    # The game that is recorded deal by deal: kind and points follow from it, once its score sheet is signed.
    game: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether it has a result: a game that is not signed yet has none."""
        return self.kind != MatchTable.Kind.PLAYED or self.home_total is not None

    @property
    def made(self) -> str:
        """The points of both pairs, as they are written."""
        if self.home_total is None or self.away_total is None:
            return ""
        return joined_totals((self.home_total, self.away_total))

    def result(self) -> TableResult:
        """Return it as it is counted."""
        totals = (
            () if self.home_total is None or self.away_total is None else (self.home_total, self.away_total)
        )
        worths = tuple(
            Worth(points, difference, 0, outcome_of(difference)) for points, difference in self.ruled
        )
        return TableResult(
            number=self.number,
            home_pair=self.home_pair,
            away_pair=self.away_pair,
            kind=ResultKind(self.kind),
            totals=totals,
            at_fault=None if self.at_fault is None else TeamSide(self.at_fault),
            ruled=worths,
        )

    def stored(self) -> dict[str, JsonValue]:
        """Return what the log has of it."""
        facts = {**asdict(self), "ruled": [list(side) for side in self.ruled]}
        if self.game is None:
            del facts["game"]
        return facts

    def row(self, match: TeamMatch) -> MatchTable:
        """Return it as it is stored."""
        fields = {name: value for name, value in self.stored().items() if name != "game"}
        return MatchTable(match=match, game_id=self.game, **fields)


def read_table(stored: Mapping[str, Any]) -> TypedTable:
    return TypedTable(**{**stored, "ruled": tuple((side[0], side[1]) for side in stored["ruled"])})


_TABLE_FIELDS: Final = (
    *("number", "home_pair", "away_pair", "kind", "at_fault", "home_total", "away_total", "ruled"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """All of a match that acts change, without its line-ups."""

    home_id: int | None = None
    away_id: int | None = None
    day: date | None = None
    starts: time | None = None
    place: str = ""
    planned_day: date | None = None
    last_day: date | None = None
    state: str = TeamMatch.State.PLANNED.value
    kind: str | None = None
    at_fault: int | None = None
    ruled: RuledMatch | None = None
    reason: str = ""
    entered_at: datetime | None = None
    entered_by: int | None = None
    confirmed_at: datetime | None = None
    confirmed_by: str = ""
    accepted_at: datetime | None = None
    tables: tuple[TypedTable, ...] = ()

    @classmethod
    def of(cls, match: TeamMatch) -> Self:
        """Return the state of a stored match; its tables are loaded unless they were prefetched."""
        fields = {name: getattr(match, name) for name in _MATCH_FIELDS}
        tables = tuple(
            read_table({"game": table.game_id, **{name: getattr(table, name) for name in _TABLE_FIELDS}})
            for table in match.tables.all()
        )
        return cls(**{**fields, "ruled": _read_ruled(match.ruled)}, tables=tables)

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> Self:
        """Return a state from facts of the log; what they do not have is as in an empty state."""
        given = {name: facts[f"match_{name}"] for name in _ALL_FIELDS if f"match_{name}" in facts}
        for name in given.keys() & _READ.keys():
            given[name] = _READ[name](given[name])
        return cls(**given)

    def facts(self) -> dict[str, JsonValue]:
        """Return what the log has of it."""
        values: dict[str, Any] = {name: getattr(self, name) for name in _MATCH_FIELDS}
        for name in ("day", "starts", "planned_day", "last_day"):
            values[name] = None if values[name] is None else values[name].isoformat()
        for name in ("entered_at", "confirmed_at", "accepted_at"):
            values[name] = None if values[name] is None else values[name].astimezone(UTC).isoformat()
        values["ruled"] = None if self.ruled is None else [list(side) for side in self.ruled]
        values["tables"] = [table.stored() for table in self.tables]
        return {f"match_{name}": value for name, value in values.items()}

    def with_facts(self, facts: Mapping[str, Any]) -> MatchState:
        """Return this state with what the facts say otherwise."""
        given = MatchState.read(facts)
        names = [name for name in _ALL_FIELDS if f"match_{name}" in facts]
        return replace(self, **{name: getattr(given, name) for name in names})

    def as_match(self, rules: LeagueRules, match: TeamMatch, home: int, away: int) -> Match:
        """Return the match for the table of its division; without a result that counts it is open."""
        counts = self.kind is not None and self.state != TeamMatch.State.DISPUTED
        # Where something else counts than was played, games may still be recorded at the tables.
        tables = self.tables if self.kind == MatchKind.PLAYED else ()
        return Match(
            number=match.number,
            round=match.round,
            home=home,
            away=away,
            kind=MatchKind(self.kind) if counts and self.kind else None,
            at_fault=None if self.at_fault is None else TeamSide(self.at_fault),
            tables=tuple(table.result() for table in tables),
            ruled=() if self.ruled is None else ruled_worths(rules, *self.ruled),
        )


_MATCH_FIELDS: Final = tuple(name for name in MatchState.__dataclass_fields__ if name != "tables")
_ALL_FIELDS: Final = tuple(MatchState.__dataclass_fields__)


def _read_ruled(stored: Any) -> RuledMatch | None:
    if not stored:
        return None
    home, away = (tuple(side) for side in stored)
    return home, away


def _read_day(stored: str | None) -> date | None:
    return None if stored is None else date.fromisoformat(stored)


def _read_moment(stored: str | None) -> datetime | None:
    return None if stored is None else datetime.fromisoformat(stored)


_READ: Final[Mapping[str, Any]] = {
    "day": _read_day,
    "starts": lambda stored: None if stored is None else time.fromisoformat(stored),
    "planned_day": _read_day,
    "last_day": _read_day,
    "entered_at": _read_moment,
    "confirmed_at": _read_moment,
    "accepted_at": _read_moment,
    "ruled": _read_ruled,
    "tables": lambda stored: tuple(map(read_table, stored)),
}


def store_state(match: TeamMatch, state: MatchState) -> None:
    """Store a state of a match, with its tables."""
    for name in _MATCH_FIELDS:
        setattr(match, name, getattr(state, name))
    match.ruled = [] if state.ruled is None else [list(side) for side in state.ruled]
    match.version += 1
    match.save()
    if MatchState.of(match).tables != state.tables:
        MatchTable.objects.filter(match=match).delete()
        MatchTable.objects.bulk_create(table.row(match) for table in state.tables)


def changed_facts(before: MatchState, after: MatchState) -> tuple[dict[str, JsonValue], dict[str, JsonValue]]:
    """Return the facts that differ, before and after."""
    old, new = before.facts(), after.facts()
    names = [name for name in old if old[name] != new[name]]
    return {name: old[name] for name in names}, {name: new[name] for name in names}
