"""Random seasons of a league, and the one counted by hand, counted a second time from the file alone."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable
from itertools import combinations
from typing import Any, Final

import pytest

from tests import ROOT
from tests.conftest import LONG
from tests.tournaments.leagues.seasons import StoredSeason
from tests.tournaments.leagues.second_program import recount
from tournaments.core.leagues.match import MatchKind, TableResult, TeamSide
from tournaments.core.leagues.match_results import with_missing_pairs
from tournaments.core.leagues.rules import CHAIN_CRITERIA, LeagueRules, PairsMeeting, WithdrawnTeam
from tournaments.core.results import ResultKind
from tournaments.core.worth import SchemeNumbers, Worth, outcome_of

pytestmark = pytest.mark.django_db

SEASONS: Final = 200 if LONG else 10
COUNTED: Final = tomllib.loads((ROOT / "fixtures/leagues/season.toml").read_text())
_SIDES: Final = (TeamSide.HOME, TeamSide.AWAY)


# Random seasons.


def random_rules(dice: random.Random) -> LeagueRules:
    chain = ["match_points", *dice.sample([code for code in CHAIN_CRITERIA if code != "match_points"], 3)]
    win = dice.choice((2, 3))
    return LeagueRules(
        tables=dice.randint(1, 4),
        meeting=dice.choice(list(PairsMeeting)),
        opponents=dice.randint(1, 3),
        scheme=dice.choice(("scl", "total", "vp_table", "vp_continuous", "wins_total")),
        numbers=SchemeNumbers(
            cap=dice.choice((None, 4000)),
            bound=dice.choice((10_000, 5_000, 3_333)),
            bands=(100, 300, 700, 1500),
        ),
        margin=dice.choice((2000, 1500, 333)),
        walkover_percent=dice.choice((None, 60, 75)),
        decision=dice.choice(("points_diff", "points", "difference")),
        win=win,
        draw=1,
        loss=dice.choice((0, 0, 1)),
        chain=tuple(chain),
        withdrawn=dice.choice(list(WithdrawnTeam)),
    )


def random_season(dice: random.Random) -> StoredSeason:
    """Few different totals, so that tables, matches and places are often equal."""
    rules = random_rules(dice)
    season = StoredSeason(rules, [f"Team {number}" for number in range(1, dice.randint(3, 7) + 1)])
    meetings = [*combinations(season.teams, 2)]
    if dice.random() < 0.5:
        meetings += [(away, home) for home, away in meetings]
    for number, (home, away) in enumerate(meetings, 1):
        random_match(dice, season, number, home, away)
    for team in dice.sample([*season.teams], dice.choice((0, 0, 1, 2))):
        season.withdraw(team)
    for team in dice.sample([*season.teams], dice.choice((0, 0, 1))):
        season.charge(
            team, match_points=-1, table_points=dice.choice((0, -100)), difference=dice.choice((0, 50))
        )
    return season


def random_match(dice: random.Random, season: StoredSeason, number: int, home: int, away: int) -> None:
    kind = dice.choice(
        [
            None,
            *[MatchKind.PLAYED] * 8,
            MatchKind.WALKOVER,
            MatchKind.BOTH_ABSENT,
            MatchKind.VOID,
            MatchKind.RULED,
        ]
    )
    fields: dict[str, Any] = {"round": (number + 1) // 2, "home": home, "away": away, "kind": kind}
    if kind is MatchKind.WALKOVER:
        fields["at_fault"] = dice.choice(_SIDES).value
    if kind is MatchKind.RULED:
        fields["ruled"] = [
            [dice.randint(0, 2), dice.randint(0, 5), dice.choice((-500, 0, 500))] for _side in _SIDES
        ]
    season.match(number, random_tables(dice, season.rules) if kind is MatchKind.PLAYED else (), **fields)


def random_tables(dice: random.Random, rules: LeagueRules) -> list[TableResult]:
    meetings = [*rules.meetings()]
    if rules.meeting is PairsMeeting.DRAWN:
        drawn = dice.sample(range(1, rules.tables + 1), rules.tables)
        meetings = [(home, away) for (home, _away), away in zip(meetings, drawn, strict=True)]
    tables = [random_table(dice, number, *pairs) for number, pairs in enumerate(meetings, 1)]
    if dice.random() < 0.2:
        tables = with_missing_pairs(
            tables, rules.tables - dice.randint(0, 1), rules.tables - dice.randint(0, 1)
        )
    return tables


def random_table(dice: random.Random, number: int, home: int, away: int) -> TableResult:
    kind = dice.choice([*[ResultKind.PLAYED] * 8, *_LESS_USUAL])
    totals = (dice.randrange(-500, 6000, 500), dice.randrange(-500, 6000, 500))
    names_side = kind in (ResultKind.WALKOVER, ResultKind.FORFEITED, ResultKind.RULED_LOST)
    has_score = kind in (ResultKind.PLAYED, ResultKind.CUT_SHORT) or (
        kind in (ResultKind.FORFEITED, ResultKind.RULED_LOST) and dice.random() < 0.7
    )
    ruled = [
        (dice.randint(0, 2), lead) for lead in (dice.choice((-300, 0, 300)), dice.choice((-300, 0, 300)))
    ]
    return TableResult(
        number=number,
        home_pair=home,
        away_pair=away,
        kind=kind,
        totals=totals if has_score else (),
        at_fault=dice.choice(_SIDES) if names_side else None,
        ruled=tuple(Worth(points, lead, 0, outcome_of(lead)) for points, lead in ruled)
        if kind is ResultKind.ADJUSTED
        else (),
    )


_LESS_USUAL: Final = (
    ResultKind.WALKOVER,
    ResultKind.BOTH_ABSENT,
    ResultKind.FORFEITED,
    ResultKind.RULED_LOST,
    ResultKind.CUT_SHORT,
    ResultKind.ADJUSTED,
    ResultKind.VOID,
)


@pytest.mark.parametrize("seed", range(SEASONS))
def test_a_second_program_counts_the_same_from_the_file_alone(seed: int) -> None:
    assert recount(random_season(random.Random(seed)).exported()) == []


# The season counted by hand.


@pytest.fixture
def counted() -> StoredSeason:
    return season_of_the_file(WithdrawnTeam.BY_HALF)


def season_of_the_file(withdrawn: WithdrawnTeam) -> StoredSeason:
    agreed = COUNTED["rules"]
    rules = LeagueRules(**{**agreed, "chain": tuple(agreed["chain"]), "withdrawn": withdrawn})
    season = StoredSeason(rules, [team["name"] for team in COUNTED["teams"]])
    numbers = {team["name"]: team["number"] for team in COUNTED["teams"]}
    for number, row in enumerate(COUNTED["matches"], 1):
        tables = [
            TableResult(number=at, home_pair=at, away_pair=at, totals=tuple(totals))
            for at, totals in enumerate(row.get("tables", ()), 1)
        ]
        season.match(
            number,
            with_missing_pairs(tables, row.get("home_pairs", 2), row.get("away_pairs", 2)),
            round=row["round"],
            home=numbers[row["home"]],
            away=numbers[row["away"]],
            kind=MatchKind.PLAYED if tables else None,
            **{name: row[name] for name in ("day", "planned_day", "last_day") if name in row},
        )
    for team in COUNTED["teams"]:
        if team.get("withdrawn"):
            season.withdraw(team["number"])
    return season


@pytest.mark.parametrize(
    ("withdrawn", "table"), [(WithdrawnTeam.BY_HALF, "table"), (WithdrawnTeam.STRUCK_OUT, "struck_out")]
)
def test_the_exported_table_is_the_one_that_was_counted_by_hand(withdrawn: WithdrawnTeam, table: str) -> None:
    season = season_of_the_file(withdrawn)
    for stated, row in zip(season.rows("standings"), COUNTED[table], strict=True):
        assert (stated["name"], stated["place"]) == (row["team"], row.get("place"))
        if "place" in row:
            assert f"{stated['wins']}-{stated['draws']}-{stated['losses']}" == row["matches"]
            assert [stated["table_points"], stated["table_points_against"]] == row["table_points"]
            assert (stated["match_points"], stated["difference"]) == (row["points"], row["difference"])


def test_the_exported_matches_are_those_that_were_worked_out_by_hand(counted: StoredSeason) -> None:
    for stated, row in zip(counted.rows("matches"), COUNTED["matches"], strict=True):
        gives = [
            [stated[f"{side}_{name}"] for name in ("match_points", "table_points", "difference")]
            for side in ("home", "away")
        ]
        assert gives == row["gives"], row


@pytest.mark.parametrize("withdrawn", WithdrawnTeam)
def test_the_second_program_agrees_with_the_hand_by_each_rule_for_who_leaves(
    withdrawn: WithdrawnTeam,
) -> None:
    assert recount(season_of_the_file(withdrawn).exported()) == []


# It is none that always agrees.


def _change_standings(tables: dict[str, list[dict[str, Any]]]) -> None:
    tables["standings"][0]["table_points"] += 1


def _change_match(tables: dict[str, list[dict[str, Any]]]) -> None:
    tables["matches"][0]["home_match_points"] += 1


def _change_table(tables: dict[str, list[dict[str, Any]]]) -> None:
    tables["results"][0]["home_total"] += 5000


def _change_places(tables: dict[str, list[dict[str, Any]]]) -> None:
    tables["standings"][0]["place"] = 2


def _change_counting(tables: dict[str, list[dict[str, Any]]]) -> None:
    tables["matches"][7]["counting"] = "open"


def _change_withdrawal(tables: dict[str, list[dict[str, Any]]]) -> None:
    tables["teams"][4]["withdrawn"] = 0


@pytest.mark.parametrize(
    "change",
    [_change_standings, _change_match, _change_table, _change_places, _change_counting, _change_withdrawal],
)
def test_the_second_program_finds_what_is_wrong(
    counted: StoredSeason, change: Callable[[dict[str, list[dict[str, Any]]]], None]
) -> None:
    file = json.loads(counted.exported())
    change({table["key"]: table["rows"] for table in file["tables"]})
    assert recount(json.dumps(file)) != []
