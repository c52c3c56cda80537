"""The season that was counted by hand, by the pure functions."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Final

import pytest

from tests import ROOT
from tournaments.core.leagues.match import Match, MatchKind, TableResult
from tournaments.core.leagues.match_results import with_missing_pairs
from tournaments.core.leagues.rules import LeagueRules, WithdrawnTeam
from tournaments.core.leagues.table import DivisionSeason, TeamLine, count_division

COUNTED: Final = tomllib.loads((ROOT / "fixtures/leagues/season.toml").read_text())
NUMBERS: Final[Mapping[str, int]] = {team["name"]: team["number"] for team in COUNTED["teams"]}


def rules(**changes: Any) -> LeagueRules:
    agreed = COUNTED["rules"]
    return LeagueRules(**{**agreed, "chain": tuple(agreed["chain"]), **changes})


def a_match(number: int, row: Mapping[str, Any]) -> Match:
    tables = [
        TableResult(number=at, home_pair=at, away_pair=at, totals=tuple(totals))
        for at, totals in enumerate(row.get("tables", ()), 1)
    ]
    return Match(
        number=number,
        round=row["round"],
        home=NUMBERS[row["home"]],
        away=NUMBERS[row["away"]],
        kind=MatchKind.PLAYED if tables else None,
        tables=tuple(with_missing_pairs(tables, row.get("home_pairs", 2), row.get("away_pairs", 2))),
    )


MATCHES: Final = tuple(a_match(number, row) for number, row in enumerate(COUNTED["matches"], 1))
SEASON: Final = DivisionSeason(
    teams=tuple(NUMBERS.values()),
    matches=MATCHES,
    withdrawn=frozenset(team["number"] for team in COUNTED["teams"] if team.get("withdrawn")),
)


def counted(line: TeamLine) -> dict[str, Any]:
    """A line as the file has it."""
    names = {number: name for name, number in NUMBERS.items()}
    if line.place is None:
        return {"team": names[line.team]}
    return {
        "place": line.place,
        "team": names[line.team],
        "matches": f"{line.wins}-{line.draws}-{line.losses}",
        "points": line.match_points,
        "table_points": [line.table_points, line.table_points_against],
        "difference": line.difference,
    }


@pytest.mark.parametrize(("match", "row"), list(zip(MATCHES, COUNTED["matches"], strict=True)))
def test_a_match_gives_what_was_worked_out(match: Match, row: Mapping[str, Any]) -> None:
    by_number = {one.match.number: one.score for one in count_division(rules(), SEASON).matches}
    score = by_number[match.number]
    assert score is not None
    assert [[side.match_points, side.table_points, side.difference] for side in score.sides] == row["gives"]


@pytest.mark.parametrize(
    ("withdrawn", "table"), [(WithdrawnTeam.BY_HALF, "table"), (WithdrawnTeam.STRUCK_OUT, "struck_out")]
)
def test_the_table_is_the_one_that_was_counted_by_hand(withdrawn: WithdrawnTeam, table: str) -> None:
    lines = count_division(rules(withdrawn=withdrawn), SEASON).lines
    assert [counted(line) for line in lines] == COUNTED[table]
