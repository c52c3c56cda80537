"""Brackets of each size and kind, with results by chance: one winner, and as many defeats as must be."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.brackets.board import (
    Board,
    BracketTerms,
    count_free_byes,
    find_next_duels,
    follow_bracket,
)
from tournaments.core.brackets.games import BracketGame, BracketRound, end_of
from tournaments.core.brackets.plan import (
    BracketKind,
    BracketStage,
    count_levels,
    order_of_seeds,
    plan_bracket,
)
from tournaments.core.results import NOBODY, Result, ResultKind
from tournaments.core.worth import Worth

SINGLE, THIRD, SECOND = BracketKind
KINDS = st.sampled_from([*BracketKind])
FIELDS = st.integers(2, 60)
DICE = st.integers(0, 2**32).map(Random)


def a_round(
    *games: tuple[int, ...], gone: tuple[int, ...] = (), missing: tuple[int, ...] = ()
) -> BracketRound:
    """A round in which the first of each two wins."""
    return BracketRound(tuple(BracketGame((won, lost), won) for won, lost in games), gone, missing)


def meetings(
    terms: BracketTerms, seeds: int, *rounds: BracketRound, **who: tuple[int, ...]
) -> list[tuple[int, ...]]:
    duels = find_next_duels(terms, range(1, seeds + 1), rounds, **who)
    return [tuple(sorted(course.pair or ())) for course in duels]


def play(
    terms: BracketTerms, seeds: int, dice: Random, again: float = 0.05
) -> tuple[Board, list[BracketRound]]:
    """Play to the end; the number of rounds left never says more than there are."""
    rounds: list[BracketRound] = []
    forecasts = []
    while duels := find_next_duels(terms, range(1, seeds + 1), rounds):
        forecasts.append(follow_bracket(terms, tuple(range(1, seeds + 1)), tuple(rounds)).rounds_left)
        games = [BracketGame(course.pair, dice.choice(course.pair)) for course in duels if course.pair]
        # Now and then a game is played again.
        games = [game._replace(winner=None) if dice.random() < again else game for game in games]
        rounds.append(BracketRound(tuple(games)))
    board = follow_bracket(terms, tuple(range(1, seeds + 1)), tuple(rounds))
    assert all(left <= len(rounds) - at for at, left in enumerate(forecasts))
    assert board.rounds_left == 0
    return board, rounds


def defeats(board: Board) -> Counter[int]:
    lost = Counter[int]()
    for course in board.duels.values():
        if course.pair is not None and course.games:
            lost.update({*course.pair} - {course.winner})
    return lost


@given(kind=KINDS, entries=FIELDS, best_of=st.sampled_from((1, 3, 5)), dice=DICE)
def test_one_is_left_and_everybody_else_has_lost_as_often_as_puts_out(
    kind: BracketKind, entries: int, best_of: int, dice: Random
) -> None:
    board, rounds = play(BracketTerms(kind, best_of), entries, dice)

    assert board.is_over
    lost = defeats(board)
    winners = [entry for entry, reached in board.out.items() if reached == max(board.out.values())]
    assert len(winners) == 1
    assert {*board.out} == {*range(1, entries + 1)}
    if kind is SECOND:
        assert lost[winners[0]] < 2
        assert all(lost[entry] == 2 for entry in board.out if entry not in winners)
    else:
        games_for_third = [
            course for key, course in board.duels.items() if key.stage is BracketStage.THIRD and course.games
        ]
        assert lost.total() == entries - 1 + len(games_for_third)
        assert lost[winners[0]] == 0
    for played in rounds:
        seated = [entry for game in played.games for entry in game.entries]
        assert len({*seated}) == len(seated)


@given(kind=KINDS, entries=FIELDS, dice=DICE)
def test_who_has_lost_later_is_never_placed_behind(kind: BracketKind, entries: int, dice: Random) -> None:
    board, rounds = play(BracketTerms(kind), entries, dice, again=0)

    last = {entry: at for at, played in enumerate(rounds) for game in played.games for entry in game.entries}
    order = sorted(board.out, key=lambda entry: -board.out[entry])
    if kind is SINGLE:
        assert all(
            last[better] >= last[worse] for better, worse in pairwise(order) if {better, worse} <= last.keys()
        )
    shared = Counter(board.out.values())
    assert shared[max(board.out.values())] == 1
    assert all(number <= 2 ** (count_levels(entries) - 1) for number in shared.values())


@given(entries=FIELDS)
def test_the_best_places_have_the_byes_and_the_best_two_meet_last(entries: int) -> None:
    terms = BracketTerms(SINGLE)
    first = meetings(terms, entries)
    size = 2 ** count_levels(entries)

    seated = {entry for pair in first for entry in pair}
    assert {*range(1, entries + 1)} - seated == {*range(1, size - entries + 1)}
    assert all(one + other == size + 1 for one, other in first)
    rounds: list[BracketRound] = []
    while pairs := meetings(terms, entries, *rounds):
        rounds.append(a_round(*pairs))
    assert rounds[-1] == a_round((1, 2))
    assert len(rounds) == count_levels(entries)


@given(kind=KINDS, levels=st.integers(1, 7))
def test_each_side_of_each_duel_is_filled_once(kind: BracketKind, levels: int) -> None:
    plan = plan_bracket(kind, levels)
    ways = Counter(
        way for duel in plan.values() for way in (duel.winner_to, duel.loser_to) if way is not None
    )
    order = {key: at for at, key in enumerate(plan)}

    sides = {(key, side) for key, duel in plan.items() if duel.seeds is None for side in (0, 1)}
    assert {*ways} == sides
    assert set(ways.values()) <= {1}
    for key, duel in plan.items():
        assert all(order[way.duel] > order[key] for way in (duel.winner_to, duel.loser_to) if way is not None)


def test_the_places_of_eight_from_top_to_bottom() -> None:
    assert order_of_seeds(3) == [1, 8, 4, 5, 2, 7, 3, 6]


def test_a_knock_out_of_four_with_a_second_chance_by_hand() -> None:
    terms = BracketTerms(SECOND)

    first = a_round((1, 4), (3, 2))
    assert meetings(terms, 4, first) == [(1, 3), (2, 4)]
    second = a_round((3, 1), (2, 4))
    assert meetings(terms, 4, first, second) == [(1, 2)]
    third = a_round((1, 2))
    assert meetings(terms, 4, first, second, third) == [(1, 3)]
    fourth = a_round((1, 3))
    assert meetings(terms, 4, first, second, third, fourth) == [(1, 3)]
    board = follow_bracket(terms, (1, 2, 3, 4), (first, second, third, fourth, a_round((3, 1))))
    assert sorted(board.out, key=lambda entry: -board.out[entry]) == [3, 1, 2, 4]


def test_the_final_is_played_once_where_the_one_without_a_defeat_wins_it() -> None:
    terms = BracketTerms(SECOND)
    rounds = [a_round((1, 4), (3, 2)), a_round((3, 1), (2, 4)), a_round((1, 2)), a_round((3, 1))]

    assert meetings(terms, 4, *rounds) == []
    assert follow_bracket(terms, (1, 2, 3, 4), tuple(rounds)).is_over


def test_two_who_come_to_the_second_level_by_byes_wait_for_the_second_round() -> None:
    assert meetings(BracketTerms(SINGLE), 5) == [(4, 5)]
    assert meetings(BracketTerms(SINGLE), 5, a_round((4, 5))) == [(1, 4), (2, 3)]


def test_who_meets_somebody_who_has_left_goes_on_without_a_game() -> None:
    terms = BracketTerms(SINGLE)
    first = a_round((1, 8), (4, 5), (3, 6), (2, 7))

    assert meetings(terms, 8, first, gone=(4,)) == [(2, 3)]
    assert meetings(terms, 8, first, gone=(4, 2, 3)) == []
    board = follow_bracket(terms, tuple(range(1, 9)), (first,), (4, 2, 3))
    assert board.out[1] == max(board.out.values())
    assert board.out[2] == board.out[3] == board.out[4]


def test_nobody_goes_on_from_a_duel_that_both_have_lost() -> None:
    both = BracketRound((BracketGame((1, 4), NOBODY), BracketGame((2, 3), 2)))

    board = follow_bracket(BracketTerms(SINGLE), (1, 2, 3, 4), (both,))

    assert board.is_over
    assert board.out == {1: 2, 4: 2, 3: 2, 2: 6}


def test_who_misses_a_round_loses_the_game_that_it_was_to_play_and_no_more() -> None:
    assert meetings(BracketTerms(SINGLE), 4, missing=(4,)) == [(2, 3)]
    assert meetings(BracketTerms(SINGLE), 4, a_round((2, 3), missing=(4,))) == [(1, 2)]
    three = BracketTerms(SINGLE, best_of=3)
    assert meetings(three, 4, a_round((2, 3), missing=(4,))) == [(1, 4), (2, 3)]
    assert meetings(three, 4, a_round((2, 3), missing=(4,)), a_round((1, 4), (3, 2))) == [(2, 3)]
    # Who has a bye misses nothing.
    assert meetings(BracketTerms(SINGLE), 3, a_round((2, 3), missing=(1,))) == [(1, 2)]


def test_a_game_that_goes_on_is_left_out_of_the_next_round() -> None:
    going_on = BracketRound((BracketGame((1, 4), None, goes_on=True), BracketGame((2, 3), 2)))

    assert meetings(BracketTerms(THIRD), 4, going_on) == []
    assert follow_bracket(BracketTerms(THIRD), (1, 2, 3, 4), (going_on,)).rounds_left == 2


def test_the_bracket_follows_who_has_played_in_a_round() -> None:
    terms = BracketTerms(THIRD)
    # 4 had beaten 1, and was put right only after the final round was published with 1 in it.
    first = a_round((4, 1), (2, 3))
    board = follow_bracket(terms, (1, 2, 3, 4), (first, a_round((1, 2), (3, 4))))

    assert sorted(board.out, key=lambda entry: -board.out[entry]) == [1, 2, 3, 4]
    # The director has exchanged 3 and 4 before the first round.
    exchanged = follow_bracket(terms, (1, 2, 3, 4), (a_round((1, 3), (2, 4)), a_round((1, 2), (3, 4))))
    assert sorted(exchanged.out, key=lambda entry: -exchanged.out[entry]) == [1, 2, 3, 4]


@given(kind=KINDS, entries=st.integers(3, 40), dice=DICE)
def test_a_round_changed_by_hand_still_leaves_one_winner(
    kind: BracketKind, entries: int, dice: Random
) -> None:
    terms = BracketTerms(kind)
    rounds: list[BracketRound] = []
    seeds = range(1, entries + 1)
    while duels := find_next_duels(terms, seeds, rounds):
        seated = [entry for course in duels for entry in course.pair or ()]
        if dice.random() < 0.5:
            dice.shuffle(seated)
        pairs = zip(seated[::2], seated[1::2], strict=True)
        rounds.append(BracketRound(tuple(BracketGame(pair, dice.choice(pair)) for pair in pairs)))
        assert len(rounds) < 100
    board = follow_bracket(terms, tuple(seeds), tuple(rounds))

    assert board.is_over
    assert {*board.out} == {*seeds}


@given(kind=KINDS, entries=st.integers(2, 40), dice=DICE)
def test_entries_that_leave_at_any_time_leave_one_winner_or_nobody(
    kind: BracketKind, entries: int, dice: Random
) -> None:
    terms = BracketTerms(kind)
    rounds: list[BracketRound] = []
    gone: set[int] = set()
    seeds = range(1, entries + 1)
    while duels := find_next_duels(terms, seeds, rounds, gone):
        pairs = [course.pair for course in duels if course.pair]
        rounds.append(
            BracketRound(tuple(BracketGame(pair, dice.choice(pair)) for pair in pairs), tuple(gone))
        )
        gone |= {entry for entry in seeds if dice.random() < 0.1}
    board = follow_bracket(terms, tuple(seeds), tuple(rounds), tuple(sorted(gone)))

    assert board.is_over
    assert {*board.out} == {*seeds}
    # Who stays is never put out by somebody who has left.
    played = {entry for games in rounds for game in games.games for entry in game.entries}
    assert all(defeats(board)[entry] for entry in played - gone if board.out[entry] < max(board.out.values()))


def test_as_many_may_come_late_as_byes_have_owners_who_have_not_played() -> None:
    assert count_free_byes(range(1, 7), []) == 2
    assert count_free_byes(range(1, 7), [a_round((4, 5), (3, 6))]) == 2
    assert count_free_byes(range(1, 7), [a_round((4, 5), (3, 6)), a_round((1, 4), (2, 3))]) == 0
    assert count_free_byes(range(1, 9), []) == 0
    assert count_free_byes(range(1, 7), [], gone=(2,)) == 0


@pytest.mark.parametrize(
    ("result", "winner", "is_level"),
    [
        (Result(ResultKind.PLAYED, (1, 2), (5000, 4995)), 1, False),
        (Result(ResultKind.CUT_SHORT, (1, 2), (4000, 4995)), 2, False),
        (Result(ResultKind.PLAYED, (1, 2), (5000, 5000)), None, True),
        (Result(ResultKind.WALKOVER, (1, 2), at_fault=0), 2, False),
        (Result(ResultKind.FORFEITED, (1, 2), (9000, 0), at_fault=0), 2, False),
        (Result(ResultKind.RULED_LOST, (1, 2), (9000, 0), at_fault=1), 1, False),
        (Result(ResultKind.ABANDONED, (1, 2), (9000, 0)), NOBODY, False),
        (Result(ResultKind.BOTH_ABSENT, (1, 2)), NOBODY, False),
        (Result(ResultKind.VOID, (1, 2), (9000, 0)), None, False),
        (Result(ResultKind.BROKEN_OFF, (1, 2), (900, 0)), None, False),
        (Result(ResultKind.ADJUSTED, (1, 2), ruled_points=(Worth(1, 5), Worth(1, 0))), 1, False),
        (Result(ResultKind.ADJUSTED, (1, 2), ruled_points=(Worth(1, 0), Worth(1, 0))), None, True),
    ],
)
def test_how_each_kind_of_result_ends(result: Result, winner: int, is_level: bool) -> None:
    assert end_of(result) == (winner, is_level)
