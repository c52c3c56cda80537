"""What a match is worth: each table by the scheme of the league, then the sums, then the match points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.core.leagues.match import Match, MatchKind, SideWorth, Sums, TableResult, TeamSide
from tournaments.core.leagues.rules import LeagueRules
from tournaments.core.result_worth import worth_by_side
from tournaments.core.results import Result, ResultKind
from tournaments.core.worth import GameOutcome, Worth, outcome_of

_BOTH = (TeamSide.HOME, TeamSide.AWAY)


@dataclass(frozen=True, slots=True)
class TableScore:
    """A table of a match with what it gave: home and away."""

    table: TableResult
    worths: tuple[Worth, ...]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A match, counted: its tables, the sums that were compared, and what each team gets."""

    sides: tuple[SideWorth, SideWorth]
    tables: tuple[TableScore, ...] = ()
    # The name of the sum that decided; none where it was a draw, or where no sums were compared.
    decided_by: str = ""

    def of(self, side: TeamSide) -> SideWorth:
        return self.sides[side]


def count_match(rules: LeagueRules, match: Match) -> MatchScore | None:
    """Return what a match is worth; None before it has a result."""
    if match.kind is None:
        return None
    if match.kind is MatchKind.VOID:
        return MatchScore((SideWorth(), SideWorth()))
    if match.kind is MatchKind.RULED:
        return MatchScore((match.ruled[0], match.ruled[1]))
    tables = tuple(_count_table(rules, table) for table in _tables_of(rules, match))
    sums = _sums(tables, TeamSide.HOME), _sums(tables, TeamSide.AWAY)
    if match.kind is MatchKind.PLAYED:
        decided_by, lead = _compare(rules, *sums)
        outcomes = outcome_of(lead), outcome_of(-lead)
    else:
        decided_by, outcomes = "", _outcomes_of_absent(match)
    home, away = map(SideWorth, map(rules.match_points, outcomes), *zip(*sums, strict=True), outcomes)
    return MatchScore((home, away), tables, decided_by)


def _outcomes_of_absent(match: Match) -> tuple[GameOutcome, GameOutcome]:
    """Return a loss for who did not come, and a win for a team that did."""
    absent = _BOTH if match.kind is MatchKind.BOTH_ABSENT else (match.at_fault,)
    home, away = (GameOutcome.LOSS if side in absent else GameOutcome.WIN for side in _BOTH)
    return home, away


def _tables_of(rules: LeagueRules, match: Match) -> Iterable[TableResult]:
    """Return the tables of a match; where a team did not come, it has lost at all of them."""
    if match.kind is MatchKind.PLAYED:
        return match.tables
    kind = ResultKind.BOTH_ABSENT if match.kind is MatchKind.BOTH_ABSENT else ResultKind.WALKOVER
    return walkovers(rules, kind, match.at_fault)


def walkovers(rules: LeagueRules, kind: ResultKind, at_fault: TeamSide | None) -> list[TableResult]:
    """Return all tables of a match that nobody has played."""
    return [
        TableResult(number=number, home_pair=home, away_pair=away, kind=kind, at_fault=at_fault)
        for number, (home, away) in enumerate(rules.meetings(), 1)
    ]


def with_missing_pairs(tables: Sequence[TableResult], home_pairs: int, away_pairs: int) -> list[TableResult]:
    """Return the tables where teams have fielded so many pairs: those without one are walkovers."""
    return [
        _without_missing(table, table.home_pair > home_pairs, table.away_pair > away_pairs)
        for table in tables
    ]


def _without_missing(table: TableResult, home_missing: bool, away_missing: bool) -> TableResult:
    if home_missing and away_missing:
        return replace(table, kind=ResultKind.BOTH_ABSENT, totals=(), at_fault=None)
    if not (home_missing or away_missing):
        return table
    side = TeamSide.HOME if home_missing else TeamSide.AWAY
    return replace(table, kind=ResultKind.WALKOVER, totals=(), at_fault=side)


def _count_table(rules: LeagueRules, table: TableResult) -> TableScore:
    result = Result(
        table.kind,
        (table.home_pair, table.away_pair),
        table.totals,
        None if table.at_fault is None else int(table.at_fault),
        table.ruled,
    )
    return TableScore(table, worth_by_side(rules.terms, result))


def _sums(tables: Sequence[TableScore], side: TeamSide) -> Sums:
    worths = [table.worths[side] for table in tables]
    return Sums(sum(worth.points for worth in worths), sum(worth.difference for worth in worths))


def _compare(rules: LeagueRules, home: Sums, away: Sums) -> tuple[str, int]:
    """Return which sum decides, and by how much the home team is ahead in it."""
    for name in rules.match_decision.sums:
        lead: int = getattr(home, name) - getattr(away, name)
        if lead:
            return name, lead
    return "", 0


def ruled_worths(
    rules: LeagueRules, home: tuple[int, int, int], away: tuple[int, int, int]
) -> tuple[SideWorth, SideWorth]:
    """Return what the league manager has ruled: match points, table points and difference of each side.

    With equal match points it is a draw, unless both have no more than for a loss.
    """
    outcomes = _ruled_outcome(rules, home[0], away[0]), _ruled_outcome(rules, away[0], home[0])
    return SideWorth(*home, outcomes[0]), SideWorth(*away, outcomes[1])


def _ruled_outcome(rules: LeagueRules, own: int, other: int) -> GameOutcome:
    if own == other and own <= rules.loss:
        return GameOutcome.LOSS
    return outcome_of(own - other)
