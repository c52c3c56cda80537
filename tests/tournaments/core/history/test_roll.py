"""The roll of champions: what is one competition, what gives a title, and who has how many."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.history.competitions import competition_of
from tournaments.core.history.roll import RollYear, Victory, VictoryKind, Winner, count_titles, roll_of


def won(name: str, day: date, *winners: tuple[int, ...], **fields: object) -> Victory:
    return Victory(1, name, day, "samba", winners, day.toordinal(), **fields)  # type: ignore[arg-type]


def players_of(line: RollYear) -> list[tuple[int, ...]]:
    return [one.players for one in line.champions]


@pytest.mark.parametrize(
    ("name", "competition"),
    [
        ("Julcup 2024", "Julcup"),
        ("2024 års mästerskap", "års mästerskap"),
        ("Club Championship (2019)", "Club Championship"),
        ("Winter League 2023/24", "Winter League"),
        ("Winter League 2023–2024, final", "Winter League final"),
        ("Evening 12", "Evening 12"),
        ("20245 points", "20245 points"),
        ("2024", "2024"),
        ("Cup – 1998", "Cup"),
    ],
)
def test_an_event_comes_back_under_its_name_without_the_year(name: str, competition: str) -> None:
    assert competition_of(name) == competition


@given(st.text("Cup evening åö-/,. ", min_size=1, max_size=20), st.integers(1900, 2099))
def test_a_year_after_any_name_changes_nothing(name: str, year: int) -> None:
    if competition_of(name).strip(" -/,.") and name.strip(" \t,.;:·/–-") == name:
        assert competition_of(f"{name} {year}") == competition_of(name)


def test_a_competition_has_one_line_a_year_the_latest_first() -> None:
    (cup,) = roll_of([won("Cup 2023", date(2023, 3, 1), (1, 2)), won("CUP 2024", date(2024, 3, 1), (3, 4))])
    assert cup.name == "CUP"
    assert [(line.year, players_of(line), line.gives_title) for line in cup.years] == [
        (2024, [(3, 4)], True),
        (2023, [(1, 2)], True),
    ]


def test_of_many_evenings_in_a_year_the_line_names_who_won_most_often() -> None:
    evenings = [won("Evening", date(2024, month, 1), (1, 2)) for month in (1, 2)]
    turned = won("Evening", date(2024, 3, 1), (2, 1))
    other = won("Evening", date(2024, 4, 1), (3, 4))
    (club_evening,) = roll_of([*evenings, other, turned])
    (line,) = club_evening.years
    assert (players_of(line), line.times, line.gives_title) == ([(2, 1)], 3, False)


def test_a_title_may_be_shared_and_an_evening_is_none() -> None:
    roll = roll_of(
        [
            won("Cup", date(2024, 3, 1), (1, 2), (3, 4)),
            won("Evening", date(2024, 4, 1), (1, 2)),
            won("Evening", date(2024, 5, 1), (1, 4)),
            won("Season", date(2024, 5, 1), (4,), kind=VictoryKind.SERIES),
        ]
    )
    counts = {one.player: (one.titles, one.shared, one.evenings) for one in count_titles(roll)}
    assert counts == {1: (1, 1, 2), 2: (1, 1, 1), 3: (1, 1, 0), 4: (2, 1, 1)}
    assert next(iter(count_titles(roll))).player == 4


def test_the_rule_set_chooses_lines_and_not_what_a_title_is() -> None:
    evening = won("Evening", date(2024, 4, 1), (1, 2))
    royal = won("Evening", date(2024, 5, 1), (1, 4))._replace(ruleset="royal")
    (only,) = roll_of([evening, royal], "royal")
    assert [(line.gives_title, len(line.victories)) for line in only.years] == [(False, 1)]
    assert roll_of([evening], "royal") == []


def test_clubs_and_series_have_their_own_competitions() -> None:
    cup = won("Cup", date(2024, 3, 1), (1, 2))
    assert len(roll_of([cup, cup._replace(club=2), cup._replace(kind=VictoryKind.SERIES)])) == 3


days = st.dates(date(2020, 1, 1), date(2023, 12, 31))
teams = st.lists(st.integers(1, 6), min_size=2, max_size=2, unique=True).map(tuple)
victories = st.builds(
    Victory,
    st.integers(1, 2),
    st.sampled_from(("Cup 2020", "Cup 2021", "Evening", "evening")),
    days,
    st.sampled_from(("samba", "royal")),
    st.lists(teams, min_size=1, max_size=2, unique=True).map(tuple),
    st.integers(1, 1000),
    st.booleans(),
)


@given(st.lists(victories, max_size=12))
def test_each_victory_stands_in_the_roll_once_and_counts_for_its_players(all_won: list[Victory]) -> None:
    roll = roll_of(all_won)
    shown = [victory for one in roll for line in one.years for victory in line.victories]
    assert sorted(shown) == sorted(all_won)
    counted = sum(one.titles + one.evenings for one in count_titles(roll))
    assert counted == sum(len({player for team in one.winners for player in team}) for one in all_won)
    by_game = [roll_of(all_won, game) for game in ("samba", "royal")]
    lines = [victory for each in by_game for one in each for line in one.years for victory in line.victories]
    assert sorted(lines) == sorted(all_won)


def test_a_league_gives_a_title_to_the_players_of_each_team_in_the_first_place() -> None:
    league = won(
        *("League", date(2024, 5, 1), (1, 2, 3), ()), kind=VictoryKind.LEAGUE, teams=("Alfa", "Beta")
    )
    (competition,) = roll_of([league])
    (line,) = competition.years
    assert line.gives_title
    assert line.champions == [Winner((1, 2, 3), "Alfa"), Winner((), "Beta")]
    assert [(one.player, one.titles, one.shared) for one in count_titles([competition])] == [
        (1, 1, 1),
        (2, 1, 1),
        (3, 1, 1),
    ]
