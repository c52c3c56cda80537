"""Runs of wins over the borders of events, evenings of players, and games of two against each other."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.history.encounters import (
    Encounter,
    EncounterOutcome,
    HeadToHead,
    PlayedAt,
    outcome_of,
)
from tournaments.core.history.evenings import (
    PlayedEvening,
    attendance_of,
    busiest_year,
    is_jubilee,
    most_faithful,
)
from tournaments.core.history.runs import Course, longest_run

results = st.text("WDL", min_size=1, max_size=6)


def course(played: str, *players: int) -> Course:
    return Course.of(players or (1,), 1, played)


def test_a_run_goes_on_at_the_next_event_and_ends_with_a_draw() -> None:
    run = longest_run([(1, [course("LWW")]), (2, [course("WWW")]), (3, [course("DWWWW")])])
    assert run is not None
    assert (run.length, run.since, run.until) == (5, 1, 2)


def test_an_event_without_the_player_does_not_end_a_run() -> None:
    run = longest_run([(1, [course("WW")]), (2, [course("L", 2)]), (3, [course("WL")])])
    assert run is not None
    assert (run.length, run.players, run.until) == (3, (1,), 3)


def test_of_equal_runs_the_first_counts_and_partners_have_it_together() -> None:
    run = longest_run([(1, [course("WW", 1, 2)]), (2, [course("WW", 3)])])
    assert run is not None
    assert (run.length, run.players, run.until) == (2, (1, 2), 1)


def test_whoever_lost_before_has_a_shorter_run_than_the_partner() -> None:
    events = [(1, [course("LW", 1), course("WW", 2)]), (2, [course("W", 1, 2)])]
    run = longest_run(events)
    assert run is not None
    assert (run.length, run.players) == (3, (2,))


@given(st.lists(st.tuples(results, st.one_of(st.none(), results)), max_size=8))
def test_the_longest_run_is_that_of_all_games_in_one_line(events: list[tuple[str, str | None]]) -> None:
    played = [
        (number, [course(one, 1), *([course(other, 2)] if other else [])])
        for number, (one, other) in enumerate(events)
    ]
    lines = ("".join(one for one, _other in events), "".join(other or "" for _one, other in events))
    longest = max((len(list(run)) for line in lines for won, run in groupby(line) if won == "W"), default=0)
    run = longest_run(played)
    assert (run.length if run else 0) == longest


# Evenings.


def test_who_has_never_played_before_is_new_and_a_round_number_is_noted() -> None:
    evenings = [PlayedEvening(number, 2020 + number // 40, [1]) for number in range(60)]
    evenings.append(PlayedEvening(60, 2021, [1, 2]))
    counted = attendance_of(evenings, 2021)
    assert counted.new == {2}
    assert counted.times == {1: 21, 2: 1}
    assert counted.starts == 22
    assert [(one.player, one.number, one.event) for one in counted.jubilees] == [(1, 50, 49)]


@pytest.mark.parametrize(
    ("number", "round_one"), [(50, True), (99, False), (100, True), (1000, True), (1100, False), (1500, True)]
)
def test_which_numbers_are_round(number: int, round_one: bool) -> None:
    assert is_jubilee(number) is round_one


def test_the_last_of_the_most_faithful_takes_all_with_as_many_along() -> None:
    assert most_faithful(Counter({1: 5, 2: 3, 3: 3, 4: 2}), 2) == [(1, 5), (2, 3), (3, 3)]
    assert most_faithful(Counter(), 2) == []


def test_the_busiest_year_is_the_first_of_equal_ones() -> None:
    evenings = [PlayedEvening(1, 2020, [1, 2]), PlayedEvening(2, 2020, [1, 2]), PlayedEvening(3, 2021, [3])]
    busy = busiest_year([*evenings, PlayedEvening(4, 2021, [3])])
    assert busy is not None
    assert (busy.evenings, busy.year, busy.players) == (2, 2020, (1, 2))


@given(st.lists(st.tuples(st.integers(2020, 2022), st.sets(st.integers(1, 4))), max_size=12))
def test_new_players_of_all_years_are_all_players(played: list[tuple[int, set[int]]]) -> None:
    evenings = [
        PlayedEvening(at, year, players) for at, (year, players) in enumerate(sorted(played, key=str))
    ]
    evenings.sort(key=lambda one: one.year)
    counts = [attendance_of(evenings, year) for year in range(2020, 2023)]
    new = [player for counted in counts for player in counted.new]
    assert sorted(new) == sorted({player for _year, players in played for player in players})
    assert sum(counted.starts for counted in counts) == sum(len(players) for _year, players in played)


# Two against each other.


def test_the_side_that_won_is_what_counts_and_not_the_points() -> None:
    assert Encounter(PlayedAt(1), 0, 1, 5000, 6000, 0).outcome is EncounterOutcome.WON
    assert Encounter(PlayedAt(1), 0, 1, 5000, 4000, None).outcome is EncounterOutcome.DRAWN


def test_where_a_third_side_won_whoever_has_more_was_better() -> None:
    games = HeadToHead(
        [
            Encounter(PlayedAt(1), 0, 1, 5000, 4000, 2, 3),
            Encounter(PlayedAt(2), 0, 1, 4000, 4000, 2, 3),
            Encounter(PlayedAt(3), 1, 0, 1000, 9000, 0, 3),
        ]
    )
    assert (games.won, games.drawn, games.lost) == (1, 1, 1)
    assert games.course == [1000, 1000, -7000]
    assert games.difference == -7000
    assert (games.biggest_win and games.biggest_win.game) == PlayedAt(1)
    assert (games.biggest_loss and games.biggest_loss.game) == PlayedAt(3)


@given(
    st.lists(
        st.builds(
            Encounter,
            st.builds(PlayedAt, st.integers(1, 99)),
            st.just(0),
            st.just(1),
            st.integers(-500, 500),
            st.integers(-500, 500),
            st.sampled_from((0, 1, 2, None)),
            st.just(3),
        ),
        max_size=8,
    )
)
def test_seen_from_the_other_side_everything_is_turned(encounters: list[Encounter]) -> None:
    turned = [
        one._replace(own_side=one.their_side, their_side=one.own_side, own=one.theirs, theirs=one.own)
        for one in encounters
    ]
    here, there = HeadToHead(encounters), HeadToHead(turned)
    assert (here.won, here.drawn, here.lost) == (there.lost, there.drawn, there.won)
    assert here.difference == -there.difference
    assert here.won + here.drawn + here.lost == len(encounters)


def test_a_game_is_drawn_for_everybody_or_won_by_one_side() -> None:
    assert outcome_of(0, None) is EncounterOutcome.DRAWN
    assert [outcome_of(side, 1) for side in (0, 1)] == [EncounterOutcome.LOST, EncounterOutcome.WON]
