"""What a match gives, table by table, and what always holds of it; and who may play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.leagues.eligibility import (
    Appearance,
    LineUp,
    LineUpProblem,
    TeamMember,
    find_problems,
)
from tournaments.core.leagues.match import Match, MatchKind, TableResult, TeamSide
from tournaments.core.leagues.match_results import MatchScore, count_match, with_missing_pairs
from tournaments.core.leagues.rules import LeagueRules, PairsMeeting, Reserves
from tournaments.core.leagues.table import DivisionSeason, count_division
from tournaments.core.results import ResultKind
from tournaments.core.worth import GameOutcome

RULES = LeagueRules(margin=2000)
TOTALS = st.tuples(st.integers(-3000, 12_000), st.integers(-3000, 12_000))


def played(
    rules: LeagueRules, *totals: tuple[int, int], number: int = 1, home: int = 1, away: int = 2
) -> Match:
    tables = tuple(
        TableResult(number=at, home_pair=one, away_pair=other, totals=made)
        for at, ((one, other), made) in enumerate(zip(rules.meetings(), totals, strict=True), 1)
    )
    return Match(number=number, round=number, home=home, away=away, kind=MatchKind.PLAYED, tables=tables)


def score(rules: LeagueRules, match: Match) -> MatchScore:
    found = count_match(rules, match)
    assert found is not None
    return found


def test_of_equal_table_points_the_differences_decide_where_that_is_agreed() -> None:
    match = played(RULES, (5000, 4900), (4000, 4200))
    by_difference = score(RULES, match)
    assert by_difference.decided_by == "difference"
    assert [side.match_points for side in by_difference.sides] == [0, 2]
    drawn = score(LeagueRules(margin=2000, decision="points"), match)
    assert (drawn.decided_by, [side.match_points for side in drawn.sides]) == ("", [1, 1])


def test_each_pair_meets_the_agreed_number_of_pairs_of_the_other_team() -> None:
    rules = LeagueRules(tables=3, meeting=PairsMeeting.EACH_AGAINST, opponents=2)
    assert [*rules.meetings()] == [(1, 1), (2, 2), (3, 3), (1, 2), (2, 3), (3, 1)]


def test_a_missing_pair_has_lost_at_each_of_its_tables() -> None:
    rules = LeagueRules(tables=2, meeting=PairsMeeting.EACH_AGAINST, opponents=2)
    tables = with_missing_pairs(played(rules, *[(1, 0)] * 4).tables, 1, 2)
    assert [(table.kind, table.at_fault) for table in tables] == [
        (ResultKind.PLAYED, None),
        (ResultKind.WALKOVER, TeamSide.HOME),
        (ResultKind.PLAYED, None),
        (ResultKind.WALKOVER, TeamSide.HOME),
    ]


@pytest.mark.parametrize(
    ("kind", "at_fault", "points", "outcomes"),
    [
        (MatchKind.WALKOVER, TeamSide.HOME, [0, 2], [GameOutcome.LOSS, GameOutcome.WIN]),
        (MatchKind.BOTH_ABSENT, None, [0, 0], [GameOutcome.LOSS, GameOutcome.LOSS]),
        (MatchKind.VOID, None, [0, 0], [GameOutcome.NONE, GameOutcome.NONE]),
    ],
)
def test_a_match_without_a_game(
    kind: MatchKind, at_fault: TeamSide | None, points: list[int], outcomes: list[GameOutcome]
) -> None:
    sides = score(RULES, Match(number=1, round=1, home=1, away=2, kind=kind, at_fault=at_fault)).sides
    assert [side.match_points for side in sides] == points
    assert [side.outcome for side in sides] == outcomes


@given(
    st.lists(TOTALS, min_size=3, max_size=3), st.sampled_from(["scl", "vp_table", "vp_continuous", "total"])
)
def test_sides_changed_a_match_gives_the_same_to_the_other(
    totals: list[tuple[int, int]], scheme: str
) -> None:
    rules = LeagueRules(tables=3, margin=2000, scheme=scheme)
    there = score(rules, played(rules, *totals)).sides
    back = score(rules, played(rules, *[(away, home) for home, away in totals])).sides
    assert (there[0], there[1]) == (back[1], back[0])
    assert there[0].difference == -there[1].difference
    assert sum(side.match_points for side in there) == 2


@given(st.lists(st.tuples(TOTALS, TOTALS), min_size=3, max_size=3), st.permutations(range(3)))
def test_a_table_does_not_depend_on_the_order_of_its_matches(
    totals: list[tuple[tuple[int, int], tuple[int, int]]], order: list[int]
) -> None:
    rules = RULES
    teams = ((1, 2), (2, 3), (3, 1))
    matches = [
        played(rules, *made, number=number, home=home, away=away)
        for number, (made, (home, away)) in enumerate(zip(totals, teams, strict=True), 1)
    ]
    first = count_division(rules, DivisionSeason(teams=(1, 2, 3), matches=tuple(matches)))
    second = count_division(
        rules, DivisionSeason(teams=(3, 1, 2), matches=tuple(matches[at] for at in order))
    )
    assert first.lines == second.lines
    assert sum(line.match_points for line in first.lines) == 6
    assert sum(line.difference for line in first.lines) == 0


# Who may play.

ALFA, BETA, THIRD = 1, 2, 3
MEMBERS = (
    *(TeamMember(player, ALFA, 7, 1) for player in (11, 12, 13, 14)),
    TeamMember(15, ALFA, 7, 1, is_reserve=True),
    *(TeamMember(player, BETA, 7, 2) for player in (21, 22)),
    TeamMember(31, THIRD, 8, 1),
)


def problems(
    *players: int | None, rules: LeagueRules, appearances: tuple[Appearance, ...] = (), team: int = ALFA
) -> list[tuple[int, int, LineUpProblem]]:
    level = {ALFA: 1, BETA: 2}[team]
    line_up = LineUp(team=team, club=7, level=level, round=4, pairs=((*players[:2],), (*players[2:],)))
    found = find_problems(rules, line_up, MEMBERS, appearances)
    return [(fault.pair, fault.seat, fault.code) for fault in found]


def test_a_line_up_in_order_has_no_problem_and_may_lack_the_last_pair() -> None:
    rules = LeagueRules()
    assert problems(11, 12, 13, 15, rules=rules) == []
    assert problems(11, 12, None, None, rules=rules) == []
    assert problems(None, None, 13, 14, rules=rules) == [
        (1, 1, LineUpProblem.EMPTY),
        (1, 2, LineUpProblem.EMPTY),
    ]


def test_each_problem_stands_at_its_place() -> None:
    rules = LeagueRules()
    assert problems(11, 11, 31, 99, rules=rules) == [
        (1, 1, LineUpProblem.TWICE),
        (1, 2, LineUpProblem.TWICE),
        (2, 1, LineUpProblem.NOT_IN_TEAM),
        (2, 2, LineUpProblem.NOT_IN_TEAM),
    ]


def test_a_player_of_a_lower_team_may_play_where_that_is_agreed_and_one_of_a_higher_team_never() -> None:
    lower = LeagueRules(reserves=Reserves.LOWER_TEAMS)
    assert problems(11, 12, 13, 21, rules=lower) == []
    assert problems(11, 12, 13, 21, rules=LeagueRules()) == [(2, 2, LineUpProblem.NOT_IN_TEAM)]
    assert problems(21, 22, 11, None, rules=lower, team=BETA) == [
        (2, 1, LineUpProblem.HIGHER_TEAM),
        (2, 2, LineUpProblem.EMPTY),
    ]


def test_a_reserve_plays_as_often_as_was_agreed() -> None:
    rules = LeagueRules(reserve_times=2)
    once = (Appearance(15, ALFA, 1),)
    assert problems(11, 12, 13, 15, rules=rules, appearances=once) == []
    twice = (*once, Appearance(15, ALFA, 2))
    assert problems(11, 12, 13, 15, rules=rules, appearances=twice) == [
        (2, 2, LineUpProblem.RESERVE_TOO_OFTEN)
    ]
    nobody = replace(rules, reserves=Reserves.NOBODY)
    assert problems(11, 12, 13, 15, rules=nobody) == [(2, 2, LineUpProblem.NO_RESERVES)]


def test_nobody_plays_for_two_teams_in_one_round() -> None:
    there = (Appearance(12, BETA, 4),)
    assert problems(11, 12, 13, 14, rules=LeagueRules(), appearances=there) == [
        (1, 2, LineUpProblem.PLAYED_ELSEWHERE)
    ]
