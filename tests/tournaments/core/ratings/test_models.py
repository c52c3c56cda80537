"""The models of ratings: by hand, beside OpenSkill, beside the likelihood itself, and what holds for all."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations
from pathlib import Path
from statistics import NormalDist, fmean
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.ratings.chosen import MODEL
from tournaments.core.ratings.chosen import NUMBERS as CHOSEN
from tournaments.core.ratings.history import RatedGame, RatingHistory
from tournaments.core.ratings.models import MODELS
from tournaments.core.ratings.rating import (
    RatingNumbers,
    SideSkill,
    Skill,
    expected_shares,
    made_shares,
    rate,
    side_of,
)

# What OpenSkill 6.2.0 makes of these games, with mu 0, sigma 200, beta 400, tau 0, and epsilon 40 for
# Thurstone and Mosteller: `PlackettLuce`, `BradleyTerryFull` and `ThurstoneMostellerFull`.
OPENSKILL: Final = json.loads((Path(__file__).parent / "openskill.json").read_text())
NUMBERS: Final = RatingNumbers(sigma=200.0, beta=400.0, margin=40.0)
BAYESIAN: Final = [code for code in MODELS if code != "elo"]
NEW: Final = Skill(0.0, 200.0)

skills = st.builds(Skill, st.floats(-800, 800), st.floats(20, 200))
shapes = st.sampled_from([(1, 1), (2, 2), (3, 3), (1, 1, 1), (2, 2, 2), (2, 1)])


@st.composite
def games(draw: Any) -> tuple[list[list[Skill]], list[int]]:
    shape = draw(shapes)
    sides = [[draw(skills) for _player in range(number)] for number in shape]
    made = [draw(st.integers(0, 2)) for _side in shape]
    return sides, [sum(other > one for other in made) for one in made]


def test_the_models_are_five_in_this_order() -> None:
    assert list(MODELS) == ["bt_full", "bt_part", "plackett_luce", "thurstone", "elo"]


# By hand.


@pytest.mark.parametrize("code", ["bt_full", "bt_part", "plackett_luce"])
def test_the_first_game_of_two_new_players_by_hand(code: str) -> None:
    # With sigma 25/3 and beta 25/6: c² = 2 · 69.444 + 2 · 17.361 = 173.611, c = 13.1762. Both are expected to
    # win half: the winner gains 69.444 / 13.1762 / 2 = 2.63523. The variance shrinks by
    # (8.3333 / 13.1762) · (69.444 / 173.611) / 4 = 0.0632456: 8.33333 · √0.9367544 = 8.0655063.
    numbers = RatingNumbers(sigma=25 / 3, beta=25 / 6)
    (winner,), (loser,) = rate(MODELS[code], [[numbers.new], [numbers.new]], (0, 1), numbers)
    assert winner.mu == pytest.approx(2.6352314)
    assert loser.mu == pytest.approx(-2.6352314)
    assert winner.sigma == loser.sigma == pytest.approx(8.0655063)


def test_a_pair_of_unequal_certainty_by_hand() -> None:
    # The side has the variance 100² + 50² = 12 500, the other one 2 · 200² = 80 000; c² = 12 500 + 80 000 +
    # 320 000 = 412 500, c = 642.262. Expected 1 / (1 + e^(-60 / 642.262)) = 0.523338. Lost: the side loses
    # 12 500 / 642.262 · 0.523338 = 10.18551, of which the first has 10 000 / 12 500, the second the rest.
    sides = [[Skill(40.0, 100.0), Skill(20.0, 50.0)], [NEW, NEW]]
    (first, second), _others = rate(MODELS["bt_full"], sides, (1, 0), NUMBERS)
    assert first.mu == pytest.approx(40 - 8.14841, abs=1e-4)
    assert second.mu == pytest.approx(20 - 2.03710, abs=1e-4)


def test_elo_moves_a_pair_by_its_mean() -> None:
    # The means are 100 and 0: expected 1 / (1 + 10^(-100 / 400)) = 0.640065. Each of the losers loses
    # 24 · 0.640065 = 15.36156, and each of the winners gains as much.
    sides = [[Skill(150.0, 1.0), Skill(50.0, 1.0)], [Skill(0.0, 1.0), Skill(0.0, 1.0)]]
    after = rate(MODELS["elo"], sides, (1, 0), NUMBERS)
    assert [player.mu for side in after for player in side] == pytest.approx(
        [134.63844, 34.63844, 15.36156, 15.36156], abs=1e-5
    )


def test_of_three_sides_neighbours_alone_are_compared_by_the_partial_model() -> None:
    full, part = (
        rate(MODELS[code], [[NEW], [NEW], [NEW]], (0, 1, 2), NUMBERS) for code in ("bt_full", "bt_part")
    )
    # 40 000 / 632.4555 / 2 for each side that is left behind, and as much less for each that is before.
    assert [side[0].mu for side in full] == pytest.approx([63.2456, 0, -63.2456], abs=1e-4)
    assert [side[0].mu for side in part] == pytest.approx([31.6228, 0, -31.6228], abs=1e-4)


# Beside others.


@pytest.mark.parametrize("played", OPENSKILL, ids=lambda one: f"{one['model']} {one['ranks']}")
def test_openskill_finds_the_same(played: dict[str, Any]) -> None:
    sides = [[Skill(*player) for player in side] for side in played["sides"]]
    after = rate(MODELS[played["model"]], sides, played["ranks"], NUMBERS)
    assert [list(player) for side in after for player in side] == [
        pytest.approx(player, abs=1e-6) for side in played["after"] for player in side
    ]


def log_likelihood(
    code: str, mus: Sequence[float], variances: Sequence[float], ranks: Sequence[int]
) -> float:
    """The logarithm of the chance of a result, from the definition of each model."""
    pairs = [(one, two) for one in range(len(mus)) for two in range(len(mus)) if one < two]
    if code == "plackett_luce":
        c = math.sqrt(sum(variances) + len(mus) * NUMBERS.beta**2)
        return sum(
            (
                mu / c
                - math.log(
                    sum(math.exp(other / c) for other, at in zip(mus, ranks, strict=True) if at >= rank)
                )
            )
            / ranks.count(rank)
            for mu, rank in zip(mus, ranks, strict=True)
        )
    if code == "bt_part":
        pairs = [(one, two) for one, two in pairs if abs(ranks[one] - ranks[two]) <= 1]
    of_pair = _thurstone if code == "thurstone" else _logistic
    return sum(
        of_pair(
            (mus[one] - mus[two]),
            math.sqrt(variances[one] + variances[two] + 2 * NUMBERS.beta**2),
            ranks[two] - ranks[one],
        )
        for one, two in pairs
    )


def _likelihood_at(
    code: str, mus: Sequence[float], variances: Sequence[float], ranks: Sequence[int], at: int, mu: float
) -> float:
    return log_likelihood(code, [*mus[:at], mu, *mus[at + 1 :]], variances, ranks)


def _logistic(difference: float, c: float, before: int) -> float:
    chance = 1 / (1 + math.exp(-difference / c))
    # A draw is half a win and half a defeat.
    won = 0.5 if before == 0 else float(before > 0)
    return won * math.log(chance) + (1 - won) * math.log(1 - chance)


def _thurstone(difference: float, c: float, before: int) -> float:
    cdf, margin = NormalDist().cdf, NUMBERS.margin / c
    x = difference / c
    if before == 0:
        return math.log(cdf(margin - x) - cdf(-margin - x))
    return math.log(cdf(x - margin if before > 0 else -x - margin))


@pytest.mark.parametrize("code", BAYESIAN)
@pytest.mark.parametrize("ranks", [(0, 1), (1, 0), (0, 0), (0, 1, 2), (2, 0, 1), (0, 0, 2), (0, 1, 1)])
def test_a_game_moves_a_side_along_the_slope_of_the_likelihood(code: str, ranks: tuple[int, ...]) -> None:
    """The second way: derivatives of the likelihood by small steps, without a formula of the paper."""
    if code == "bt_part" and ranks == (0, 0, 2):
        ranks = (0, 0, 1)  # neighbours are told by the ranks here
    sides = [[Skill(60.0, 150.0)], [Skill(-80.0, 90.0)], [Skill(15.0, 200.0)]][: len(ranks)]
    after = rate(MODELS[code], sides, ranks, NUMBERS)
    mus, variances = [side[0].mu for side in sides], [side[0].sigma ** 2 for side in sides]
    for at, variance in enumerate(variances):
        slope, bend = _derivatives(partial(_likelihood_at, code, mus, variances, ranks, at), mus[at])
        assert after[at][0].mu == pytest.approx(mus[at] + variance * slope, abs=1e-3)
        # Each comparison is damped by its own γ: where there is one comparison, the bend shows it.
        if len(ranks) == 2:
            c = math.sqrt(sum(variances) + 2 * NUMBERS.beta**2)
            shrunk = 1 + math.sqrt(variance) / c * variance * bend
            assert after[at][0].sigma ** 2 == pytest.approx(variance * shrunk, rel=1e-4)


def _derivatives(function: Callable[[float], float], at: float, step: float = 0.5) -> tuple[float, float]:
    below, here, above = function(at - step), function(at), function(at + step)
    return (above - below) / (2 * step), (above - 2 * here + below) / step**2


# What holds for all.


@pytest.mark.parametrize("code", MODELS)
@given(game=games())
def test_no_game_makes_anybody_less_certain(code: str, game: tuple[list[list[Skill]], list[int]]) -> None:
    sides, ranks = game
    for before, after in zip(sides, rate(MODELS[code], sides, ranks, NUMBERS), strict=True):
        for old, new in zip(before, after, strict=True):
            assert 0 < new.sigma <= old.sigma


@pytest.mark.parametrize("code", MODELS)
@given(game=games())
def test_the_order_of_sides_and_of_players_does_not_matter(
    code: str, game: tuple[list[list[Skill]], list[int]]
) -> None:
    sides, ranks = game
    after = rate(MODELS[code], sides, ranks, NUMBERS)
    for order in permutations(range(len(sides))):
        turned = rate(MODELS[code], [sides[at][::-1] for at in order], [ranks[at] for at in order], NUMBERS)
        for place, at in enumerate(order):
            for one, other in zip(turned[place][::-1], after[at], strict=True):
                assert one == pytest.approx(other, abs=1e-6)


@pytest.mark.parametrize("code", MODELS)
@given(
    skill=skills,
    others=st.lists(skills, min_size=3, max_size=3),
    rank=st.sampled_from([(0, 1), (1, 0), (0, 0)]),
)
def test_what_equally_certain_sides_win_the_others_lose(
    code: str, skill: Skill, others: list[Skill], rank: tuple[int, int]
) -> None:
    players = [Skill(one.mu, skill.sigma) for one in (skill, *others)]
    after = rate(MODELS[code], [players[:2], players[2:]], rank, NUMBERS)
    changed = [
        new.mu - old.mu for old, new in zip(players, (one for side in after for one in side), strict=True)
    ]
    assert sum(changed) == pytest.approx(0, abs=1e-6)
    assert changed[0] == pytest.approx(changed[1])


@pytest.mark.parametrize("code", ["bt_full", "plackett_luce", "thurstone"])
@given(game=games())
def test_the_first_gains_and_the_last_loses(code: str, game: tuple[list[list[Skill]], list[int]]) -> None:
    sides, ranks = game
    if len(set(ranks)) < len(ranks):
        return
    after = rate(MODELS[code], sides, ranks, NUMBERS)
    first, last = ranks.index(0), ranks.index(max(ranks))
    assert after[first][0].mu >= sides[first][0].mu
    assert after[last][0].mu <= sides[last][0].mu


@pytest.mark.parametrize("code", MODELS)
@given(game=games())
def test_expected_shares_are_chances_and_add_up_as_results_do(
    code: str, game: tuple[list[list[Skill]], list[int]]
) -> None:
    sides, ranks = game
    expected = expected_shares(MODELS[code], [side_of(side) for side in sides], NUMBERS)
    assert all(0 <= share <= 1 for share in expected)
    assert sum(expected) == pytest.approx(len(sides) / 2)
    assert sum(made_shares(ranks)) == pytest.approx(len(sides) / 2)


@pytest.mark.parametrize("code", MODELS)
def test_the_far_ends_neither_overflow_nor_divide_by_nothing(code: str) -> None:
    sides = [[Skill(1e6, 200.0)], [Skill(-1e6, 200.0)]]
    for ranks in ((0, 1), (1, 0), (0, 0)):
        for side in rate(MODELS[code], sides, ranks, NUMBERS):
            assert all(math.isfinite(figure) for figure in side[0])


def test_a_side_of_one_more_unknown_player_is_not_stronger_by_that() -> None:
    for model in MODELS.values():
        assert model.chance(side_of([NEW, NEW]), side_of([NEW]), NUMBERS) == pytest.approx(0.5)


def test_a_draw_without_a_margin_says_that_both_are_alike() -> None:
    numbers = RatingNumbers(sigma=200.0, beta=400.0)
    (first,), (second,) = rate(MODELS["thurstone"], [[Skill(300.0, 200.0)], [NEW]], (0, 0), numbers)
    assert first.mu < 300
    assert second.mu > 0
    assert SideSkill(0, 1, 1).players == 1


@pytest.mark.parametrize("code", ["bt_full", "plackett_luce", "thurstone"])
def test_without_damping_a_game_teaches_what_the_bend_of_the_likelihood_says(code: str) -> None:
    numbers = replace(NUMBERS, damped=False)
    mus, variances = [60.0, -80.0], [150.0**2, 90.0**2]
    sides = [[Skill(mu, math.sqrt(variance))] for mu, variance in zip(mus, variances, strict=True)]
    after = rate(MODELS[code], sides, (1, 0), numbers)
    for at, variance in enumerate(variances):
        _slope, bend = _derivatives(partial(_likelihood_at, code, mus, variances, (1, 0), at), mus[at])
        assert after[at][0].sigma ** 2 == pytest.approx(variance * (1 + variance * bend), rel=1e-4)


def test_the_ranges_are_as_wide_as_they_say() -> None:
    """Players whose skills are drawn and move as the product supposes are within the range, 19 of 20."""
    dice, skills = random.Random(5), [0.0] * 32
    skills = [dice.gauss(0, CHOSEN.sigma) for _player in skills]
    history, inside = RatingHistory(MODEL, CHOSEN), list[bool]()
    for evening in range(120):
        day = 1 + 12 * evening
        skills = [skill + dice.gauss(0, CHOSEN.drift * math.sqrt(12 / 365)) for skill in skills]
        for _round in range(4):
            seats = dice.sample(range(32), 32)
            for at in range(0, 32, 4):
                first, second = seats[at : at + 2], seats[at + 2 : at + 4]
                apart = sum(skills[one] for one in first) - sum(skills[one] for one in second)
                won = dice.random() < 1 / (1 + math.exp(-apart / (math.sqrt(2) * CHOSEN.beta)))
                sides = (tuple(first), tuple(second))
                history.add([RatedGame(0, day, sides, (0, 1) if won else (1, 0))])
        if evening >= 20 and evening % 5 == 0:
            known = [history.skill_on(player, day) for player in range(32)]
            inside += [abs(one.mu - skill) < 2 * one.sigma for one, skill in zip(known, skills, strict=True)]
    assert 0.9 < fmean(inside) < 0.98


# Idle time.


def test_who_does_not_play_becomes_less_certain_but_never_less_than_a_new_player() -> None:
    numbers = RatingNumbers(sigma=200.0, drift=30.0)
    known = Skill(70.0, 40.0)
    assert numbers.after_days(known, 0) == known
    assert numbers.after_days(known, 365) == pytest.approx((70.0, 50.0))
    assert numbers.after_days(known, 365 * 100) == Skill(70.0, 200.0)
