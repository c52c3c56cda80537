"""The pass over a history: what was known before each game, how it goes on, and in which order."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tournaments.core.ratings.chosen import MODEL, NUMBERS
from tournaments.core.ratings.history import RatedGame, RatingHistory
from tournaments.core.ratings.rating import Skill, rate


def a_game(key: int, day: int, first: str, second: str, *ranks: int) -> RatedGame:
    """A game of players such as “12” against “34”."""
    return RatedGame(key, day, (tuple(map(int, first)), tuple(map(int, second))), ranks or (0, 1))


GAMES: Final = [a_game(1, 10, "12", "34"), a_game(2, 10, "13", "24", 1, 0), a_game(3, 375, "12", "56", 0, 0)]


def rated(games: list[RatedGame]) -> RatingHistory:
    history = RatingHistory(MODEL, NUMBERS)
    history.add(games)
    return history


def test_each_game_is_rated_from_what_was_known_before_it() -> None:
    history, skills = rated(GAMES), dict.fromkeys(range(1, 7), NUMBERS.new)
    days = dict.fromkeys(skills, 0)
    for at, game in enumerate(GAMES):
        sides = [
            [
                NUMBERS.after_days(skills[one], game.day - days[one]) if days[one] else skills[one]
                for one in side
            ]
            for side in game.sides
        ]
        after = rate(MODEL, sides, game.ranks, NUMBERS)
        step = history.step(at)
        assert (step.before, step.after) == (sides, after)
        for side, known in zip(game.sides, after, strict=True):
            skills |= dict(zip(side, known, strict=True))
            days |= dict.fromkeys(side, game.day)
    assert {player: known.skill for player, known in history.known.items()} == skills
    assert history.known[1].games == 3
    assert history.known[5].games == 1


def test_who_has_not_played_for_a_year_comes_back_less_certain() -> None:
    history = rated(GAMES)
    last, returned = history.step(1).after[0][0], history.step(2).before[0][0]
    assert returned.mu == last.mu
    assert returned.sigma > last.sigma


def test_the_steps_of_a_player_add_up_to_the_rating() -> None:
    history = rated(GAMES)
    gained = 0.0
    for at in history.played[1]:
        step = history.step(at)
        gained += step.after[0][0].mu - step.before[0][0].mu
    assert gained == pytest.approx(history.known[1].skill.mu)


def test_to_go_on_is_the_same_as_to_count_everything_again() -> None:
    dice = random.Random(4)
    games = [
        RatedGame(key, key // 5, (tuple(seats[:2]), tuple(seats[2:])), dice.choice(((0, 1), (1, 0), (0, 0))))
        for key in range(60)
        for seats in [dice.sample(range(12), 4)]
    ]
    begun = rated(games[:30])
    mark = begun.mark()
    begun.add(games[30:40])
    before = dict(begun.known)
    gone_on = begun.back_to(mark)
    gone_on.add(games[30:])
    whole = rated(games)
    assert gone_on.known == whole.known
    assert [gone_on.step(at) for at in range(60)] == [whole.step(at) for at in range(60)]
    assert gone_on.played == whole.played
    assert (begun.known, len(begun.games)) == (before, 40)
    assert begun.back_to(begun.mark()) == begun


def test_games_of_one_day_without_a_common_player_may_come_in_any_order() -> None:
    first, second = a_game(1, 5, "12", "34"), a_game(2, 5, "56", "78")
    assert rated([first, second]).known == rated([second, first]).known
    # With a common player they may not: what was expected of the second follows from the first.
    third = a_game(3, 5, "15", "26")
    assert rated([first, third]).known != rated([third, first]).known


def test_a_skill_is_asked_for_on_a_day() -> None:
    history = rated(GAMES)
    assert history.skill_on(99, 400) == NUMBERS.new
    assert history.skill_on(3, 10) == history.known[3].skill
    assert history.skill_on(3, 375).sigma > history.known[3].skill.sigma
    assert history.last_day == 375
    assert rated([]).last_day == 0
    assert [history.games_before(1, at) for at in history.played[1]] == [0, 1, 2]
    assert isinstance(history.skill_on(3, 10), Skill)
