"""What stands in place of a game: each kind with its own value, worked by hand after tournaments.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.result_worth import worth_by_side
from tournaments.core.results import (
    MissedValue,
    Result,
    ResultKind,
    ResultTerms,
    RoundPlan,
    SitOutValue,
    Substitutes,
)
from tournaments.core.schemes.places import PLACES
from tournaments.core.schemes.scl import SCL
from tournaments.core.schemes.total import TOTAL
from tournaments.core.schemes.vp_continuous import VP_CONTINUOUS
from tournaments.core.schemes.vp_table import VP_TABLE
from tournaments.core.schemes.wins_total import WINS_TOTAL
from tournaments.core.scoring import score_round, score_rounds
from tournaments.core.withdrawals import find_struck_out, without_struck_out
from tournaments.core.worth import AgreedScheme, GameOutcome, Scheme, SchemeNumbers, Worth

OF_SCL = AgreedScheme(SCL)


def agreed(scheme: AgreedScheme = OF_SCL, **fields: Any) -> ResultTerms:
    """A game of Samba: the walkover is worth 4000."""
    given_: dict[str, Any] = {"scheme": scheme, "margin": 4000}
    return ResultTerms(**given_ | fields)


def points(result: Result, **fields: Any) -> list[tuple[int, int]]:
    return [(worth.points, worth.difference) for worth in worth_by_side(agreed(**fields), result)]


def test_a_walkover_is_two_points_and_the_margin_and_mirrored_for_who_did_not_come() -> None:
    assert points(Result(ResultKind.WALKOVER, (7, 8), at_fault=1)) == [(2, 4000), (0, -4000)]


def test_where_nobody_came_both_have_nothing_and_the_margin_against_them() -> None:
    assert points(Result(ResultKind.BOTH_ABSENT, (7, 8))) == [(0, -4000), (0, -4000)]


@pytest.mark.parametrize(
    ("scheme", "fields", "won"),
    [
        (AgreedScheme(VP_TABLE), {}, 20),
        (AgreedScheme(VP_TABLE), {"walkover_percent": 70}, 14),
        (AgreedScheme(VP_CONTINUOUS, SchemeNumbers(bound=10_000)), {"walkover_percent": 70}, 1400),
        (AgreedScheme(PLACES), {}, 300),
        # 40 % of the target of 10 000 as points.
        (AgreedScheme(TOTAL), {}, 4000),
    ],
)
def test_what_a_walkover_gives_by_scheme(scheme: AgreedScheme, fields: dict[str, Any], won: int) -> None:
    assert points(Result(ResultKind.WALKOVER, (1, 2), at_fault=0), scheme=scheme, **fields)[1][0] == won


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        # The others were behind: they get the walkover.
        ((6000, 5000), [(0, -4000), (2, 4000)]),
        # They led by more than the walkover: they keep their lead, and who leaves is as far behind.
        ((1000, 6000), [(0, -5000), (2, 5000)]),
        # They led by less.
        ((5000, 6000), [(0, -4000), (2, 4000)]),
        # No deal was played.
        ((), [(0, -4000), (2, 4000)]),
    ],
)
def test_who_leaves_has_lost_and_the_others_have_the_better(
    totals: tuple[int, ...], expected: list[tuple[int, int]]
) -> None:
    assert points(Result(ResultKind.FORFEITED, (1, 2), totals, at_fault=0)) == expected


def test_a_game_broken_off_is_lost_for_who_is_at_fault_or_for_both() -> None:
    assert points(Result(ResultKind.ABANDONED, (1, 2), (0, 0), at_fault=1)) == [(2, 4000), (0, -4000)]
    assert points(Result(ResultKind.ABANDONED, (1, 2), (0, 0))) == [(0, -4000), (0, -4000)]


def test_a_game_ruled_lost_is_lost_by_the_margin_of_a_walkover_at_least() -> None:
    assert points(Result(ResultKind.RULED_LOST, (1, 2), (9000, 100), at_fault=0)) == [(0, -4000), (2, 4000)]
    assert points(Result(ResultKind.RULED_LOST, (1, 2), (100, 9000), at_fault=0)) == [(0, -8900), (2, 8900)]


def whole(result: Result, **fields: Any) -> list[tuple[int, int, int, str]]:
    """Points, difference, own points and outcome of each side."""
    return [tuple(worth) for worth in worth_by_side(agreed(**fields), result)]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("scheme", "totals", "expected"),
    [
        # The first has left, ahead and behind. A walkover is 4000: the others have that, or what they made.
        (TOTAL, (6000, 5000), [(0, -4000, 0, "loss"), (5000, 4000, 5000, "win")]),
        (TOTAL, (6000, 500), [(0, -4000, 0, "loss"), (4000, 4000, 4000, "win")]),
        # Nobody is better off for leaving with less than nothing.
        (TOTAL, (-700, 500), [(-700, -4000, -700, "loss"), (4000, 4000, 4000, "win")]),
        (WINS_TOTAL, (6000, 500), [(0, -4000, 0, "loss"), (1, 4000, 4000, "win")]),
        (WINS_TOTAL, (600, 9000), [(0, -8400, 0, "loss"), (1, 8400, 9000, "win")]),
        (VP_TABLE, (600, 9000), [(0, -8400, 0, "loss"), (20, 8400, 9000, "win")]),
        # By the curve to 10 000 a lead of 5000 gives less than the 20-0 of a walkover.
        (VP_CONTINUOUS, (0, 5000), [(0, -5000, 0, "loss"), (2000, 5000, 5000, "win")]),
    ],
    ids=str,
)
def test_a_lost_game_never_pays_in_any_scheme(
    scheme: Scheme, totals: tuple[int, ...], expected: list[tuple[int, int, int, str]]
) -> None:
    assert (
        whole(Result(ResultKind.FORFEITED, (1, 2), totals, at_fault=0), scheme=AgreedScheme(scheme))
        == expected
    )


def test_a_walkover_is_capped_as_games_are() -> None:
    capped = AgreedScheme(TOTAL, SchemeNumbers(cap=3000))
    for kind in (ResultKind.WALKOVER, ResultKind.FORFEITED):
        won = whole(Result(kind, (1, 2), at_fault=0), scheme=capped)[1]
        assert won == (3000, 4000, 3000, "win")
    played = Result(ResultKind.FORFEITED, (1, 2), (100, 9000), at_fault=0)
    assert whole(played, scheme=capped)[1][0] == 3000


@pytest.mark.parametrize(
    ("scheme", "expected"),
    [
        # The first, who led, has left: it is last, and the others are first and second by their totals.
        (PLACES, [(0, -4000, 0, "loss"), (100, -1000, 5000, "loss"), (300, 1000, 6000, "win")]),
        (TOTAL, [(0, -4000, 0, "loss"), (5000, -1000, 5000, "loss"), (6000, 1000, 6000, "win")]),
        (WINS_TOTAL, [(0, -4000, 0, "loss"), (0, -1000, 5000, "loss"), (1, 1000, 6000, "win")]),
    ],
    ids=str,
)
def test_of_three_sides_the_one_that_leaves_is_last(
    scheme: Scheme, expected: list[tuple[int, int, int, str]]
) -> None:
    left = Result(ResultKind.FORFEITED, (1, 2, 3), (9000, 5000, 6000), at_fault=0)
    assert whole(left, scheme=AgreedScheme(scheme)) == expected


@pytest.mark.parametrize(
    ("kind", "away"),
    [
        # It has left, ahead of both: last, and at least a walkover behind.
        (ResultKind.ONE_LEFT, (100, -4000, 0, "loss")),
        # It never came: nothing, as after a walkover.
        (ResultKind.ONE_ABSENT, (0, -4000, 0, "loss")),
    ],
)
def test_two_of_three_play_on_for_the_first_and_the_second_place(
    kind: ResultKind, away: tuple[int, int, int, str]
) -> None:
    scheme = AgreedScheme(PLACES, SchemeNumbers(place_points=(5, 3, 1), last_of_two=True))
    played = Result(kind, (1, 2, 3), (9000, 5000, 6000), at_fault=0)
    expected = [away, (300, -1000, 5000, "loss"), (500, 1000, 6000, "win")]
    assert whole(played, scheme=scheme) == expected


def test_two_of_three_have_played_and_the_third_has_not() -> None:
    absent = Result(ResultKind.ONE_ABSENT, (1, 2, 3), (0, 5000, 6000), at_fault=0)
    found = score_rounds(agreed(AgreedScheme(PLACES)), [[absent]])
    assert [found[entry][0].kind for entry in (1, 2, 3)] == [
        ResultKind.WALKOVER,
        ResultKind.PLAYED,
        ResultKind.PLAYED,
    ]
    # Nobody has met who did not come.
    assert [found[entry][0].opponents for entry in (1, 2, 3)] == [(2, 3), (3,), (2,)]
    left = absent._replace(kind=ResultKind.ONE_LEFT)
    assert [left.opponents_of(at) for at in range(3)] == [(2, 3), (1, 3), (1, 2)]


LOST: Final = (ResultKind.FORFEITED, ResultKind.ABANDONED, ResultKind.RULED_LOST)


@given(
    st.sampled_from([SCL, VP_TABLE, VP_CONTINUOUS, TOTAL, WINS_TOTAL]),
    st.sampled_from(LOST),
    st.tuples(st.integers(-9000, 20_000), st.integers(-9000, 20_000)),
)
def test_who_has_lost_by_leaving_has_no_more_than_by_playing_on(
    scheme: Scheme, kind: ResultKind, totals: tuple[int, int]
) -> None:
    terms = agreed(AgreedScheme(scheme))
    mine, theirs = worth_by_side(terms, Result(kind, (1, 2), totals, at_fault=0))
    for other in (ResultKind.PLAYED, ResultKind.WALKOVER):
        my_other, their_other = worth_by_side(terms, Result(other, (1, 2), totals, at_fault=0))
        assert all(now <= then for now, then in zip(mine[:3], my_other[:3], strict=True))
        assert all(now >= then for now, then in zip(theirs[:3], their_other[:3], strict=True))
    assert (mine.outcome, theirs.outcome) == (GameOutcome.LOSS, GameOutcome.WIN)


def test_an_adjusted_game_is_what_the_jury_has_said() -> None:
    given_ = (Worth(1, 300), Worth(1, -300))
    assert points(Result(ResultKind.ADJUSTED, (1, 2), (9000, 100), ruled_points=given_)) == [
        (1, 300),
        (1, -300),
    ]


# Sit-outs.

# A round of three tables: winners with 2 points and leads of 100, 300 and 305, which is 235 on average.
ROUND = [
    Result(ResultKind.PLAYED, (1, 2), (200, 100)),
    Result(ResultKind.PLAYED, (3, 4), (0, 300)),
    Result(ResultKind.PLAYED, (5, 6), (405, 100)),
    Result(ResultKind.SIT_OUT, (7,)),
]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (SitOutValue.FIXED, (2, 0)),
        (SitOutValue.WINNERS_AVERAGE, (2, 235)),
        # 60 % of two points is 1.2: one.
        (SitOutValue.PERCENT_OF_MOST, (1, 0)),
    ],
)
def test_what_a_sit_out_is_worth(value: SitOutValue, expected: tuple[int, int]) -> None:
    (only,) = score_rounds(agreed(sit_out=value), [ROUND])[7]
    assert (only.worth.points, only.worth.difference) == expected


# Own points of that round: 200, 100, 0, 300, 405 and 100 are 1105 together, and 184 on average.
@pytest.mark.parametrize(
    ("scheme", "free", "cut_short"),
    [
        (AgreedScheme(SCL), 2, 1),
        (AgreedScheme(WINS_TOTAL), 1, 0),
        (AgreedScheme(VP_TABLE), 12, 10),
        (AgreedScheme(VP_CONTINUOUS), 1200, 1000),
        (AgreedScheme(PLACES, SchemeNumbers(place_points=(5, 2, 0))), 200, 350),
        (AgreedScheme(TOTAL), 184, 184),
    ],
    ids=lambda one: getattr(getattr(one, "scheme", None), "code", one),
)
def test_a_sit_out_by_movement_and_scheme(scheme: AgreedScheme, free: int, cut_short: int) -> None:
    terms = agreed(scheme, sit_out=SitOutValue.BY_MOVEMENT)

    def sat_out(plan: RoundPlan) -> Worth:
        return score_rounds(terms, [ROUND], [plan])[7][0].worth

    assert sat_out(RoundPlan.FREE) == Worth(free, 0, 184)
    assert sat_out(RoundPlan.PART_OF_ROUND_ROBIN) == Worth(cut_short, 0, 184)
    assert sat_out(RoundPlan.WHOLE_ROUND_ROBIN) == Worth(0, 0, 0)


def test_own_points_of_what_was_not_played_are_the_average_of_the_round_as_capped() -> None:
    """At most 300 a game: 200, 100, 0, 300, 300 and 100 are 1000 together, and 167 on average."""
    capped = AgreedScheme(TOTAL, SchemeNumbers(cap=300))
    (out,) = score_rounds(agreed(capped, sit_out=SitOutValue.BY_MOVEMENT), [ROUND])[7]
    assert out.worth == Worth(167, 0, 167)
    ruled = Result(ResultKind.ADJUSTED, (8, 9), ruled_points=(Worth(2, 50), Worth(0, -50)))
    found = score_rounds(agreed(), [[*ROUND, ruled]])
    assert [found[entry][0].worth[:3] for entry in (7, 8, 9)] == [(2, 0, 184), (2, 50, 184), (0, -50, 184)]


def test_a_round_without_a_winner_gives_its_average() -> None:
    drawn = [Result(ResultKind.PLAYED, (1, 2), (300, 300)), Result(ResultKind.SIT_OUT, (3,))]
    (out,) = score_rounds(agreed(sit_out=SitOutValue.WINNERS_AVERAGE), [drawn])[3]
    assert out.worth == Worth(1, 0, 300)


def test_a_sit_out_may_be_worth_what_one_makes_oneself() -> None:
    # 7 sits out, then wins by 100 and loses by 300: on average 1 point and −100.
    rounds = [
        [Result(ResultKind.SIT_OUT, (7,))],
        [Result(ResultKind.PLAYED, (7, 1), (200, 100))],
        [Result(ResultKind.PLAYED, (1, 7), (400, 100))],
    ]
    first, *_rest = score_rounds(agreed(sit_out=SitOutValue.OWN_AVERAGE), rounds)[7]
    assert (first.kind, first.worth) == (ResultKind.SIT_OUT, Worth(1, -100))


@pytest.mark.parametrize(
    ("missed", "expected"),
    [(MissedValue.LOST, Worth(0, 0, 0, GameOutcome.LOSS)), (MissedValue.SIT_OUT, Worth(2, 0))],
)
def test_a_round_missed_is_lost_without_a_difference_or_counts_as_sat_out(
    missed: MissedValue, expected: Worth
) -> None:
    (only,) = score_rounds(agreed(missed=missed), [[Result(ResultKind.MISSED, (9,))]])[9]
    assert only.worth == expected


# Entry 9 misses rounds 1, 2 and 4 of four and wins the third by 300: 2 points and +300 on average.
_MISSED_THREE = [
    [Result(ResultKind.MISSED, (9,))],
    [Result(ResultKind.MISSED, (9,))],
    [Result(ResultKind.PLAYED, (9, 1), (1000, 700))],
    [Result(ResultKind.MISSED, (9,))],
]


@pytest.mark.parametrize(
    ("fields", "points"),
    [
        # The value of a sit-out is two points here: twice of three, once, always, never in the last round.
        ({"missed": MissedValue.SIT_OUT}, [2, 2, 2, 0]),
        ({"missed": MissedValue.SIT_OUT, "missed_last": True}, [2, 2, 2, 2]),
        ({"missed": MissedValue.SIT_OUT, "missed_times": 1}, [2, 0, 2, 0]),
        ({"missed": MissedValue.SIT_OUT, "missed_times": 2, "missed_last": True}, [2, 2, 2, 0]),
        ({"missed": MissedValue.SIT_OUT, "missed_times": 0}, [0, 0, 2, 0]),
        ({"missed": MissedValue.OWN_AVERAGE}, [2, 2, 2, 0]),
        ({"missed": MissedValue.OWN_AVERAGE, "missed_times": 1}, [2, 0, 2, 0]),
        ({"missed": MissedValue.LOST, "missed_last": True}, [0, 0, 2, 0]),
        ({"missed": MissedValue.SIT_OUT, "sit_out": SitOutValue.OWN_AVERAGE}, [2, 2, 2, 0]),
    ],
    ids=str,
)
def test_missed_rounds_count_as_often_as_agreed_and_the_last_one_where_agreed(
    fields: dict[str, Any], points: list[int]
) -> None:
    scores = score_rounds(agreed(rounds=4, **fields), _MISSED_THREE)[9]
    assert [score.worth.points for score in scores] == points
    average = fields["missed"] is MissedValue.OWN_AVERAGE or "sit_out" in fields
    assert [score.worth.difference for score in scores] == [
        300 if score.is_played or (average and score.worth.points) else 0 for score in scores
    ]


# Withdrawals.


@pytest.mark.parametrize(("played", "gone"), [(0, True), (1, True), (2, True), (3, False), (4, False)])
def test_who_has_played_under_half_of_a_round_robin_is_struck_out(played: int, gone: bool) -> None:
    # Six entries play five games each: under half is two at the most.
    rounds = [[Result(ResultKind.PLAYED, (1, other), (100, 50))] for other in range(2, 2 + played)]
    struck = find_struck_out({1: 5}, rounds)
    assert (1 in struck) is gone
    left = [result for results in without_struck_out(struck, rounds) for result in results]
    assert [result.kind for result in left] == [ResultKind.SIT_OUT if gone else ResultKind.PLAYED] * played


@pytest.mark.parametrize(
    ("kind", "at_fault", "counts"),
    [
        (ResultKind.ADJUSTED, None, True),
        (ResultKind.FORFEITED, 0, True),
        (ResultKind.ABANDONED, None, True),
        (ResultKind.RULED_LOST, 0, True),
        (ResultKind.WALKOVER, 1, True),
        (ResultKind.WALKOVER, 0, False),
        (ResultKind.BOTH_ABSENT, None, False),
    ],
)
def test_half_of_the_games_are_those_that_were_not_missed(
    kind: ResultKind, at_fault: int | None, counts: bool
) -> None:
    """Seven entries play six games each; of 1 two are played, and one is as here."""
    rounds = [[Result(ResultKind.PLAYED, (1, other), (100, 50))] for other in (2, 3)]
    rounds.append([Result(kind, (1, 4), (), at_fault, (Worth(1, 0), Worth(1, 0)))])
    assert (find_struck_out({1: 6}, rounds) == frozenset()) is counts


def test_whoever_has_met_one_that_is_struck_out_has_sat_out_that_round() -> None:
    played, others = (
        Result(ResultKind.PLAYED, (1, 2), (5000, 100)),
        Result(ResultKind.PLAYED, (3, 4), (5000, 100)),
    )
    given_up, alone = (
        Result(ResultKind.FORFEITED, (3, 1), (700, 0), at_fault=1),
        Result(ResultKind.SIT_OUT, (1,)),
    )
    left = without_struck_out(frozenset({1}), [[played, others], [given_up], [alone]])
    assert left == [(Result(ResultKind.SIT_OUT, (2,)), others), (Result(ResultKind.SIT_OUT, (3,)),), ()]


# These are of one entry, or of three.
NOT_OF_TWO: Final = (
    *(ResultKind.SIT_OUT, ResultKind.MISSED),
    *(ResultKind.ONE_LEFT, ResultKind.ONE_ABSENT),
)
results = st.lists(
    st.builds(
        lambda kind, totals: Result(
            kind, (1, 2), totals, at_fault=0, ruled_points=(Worth(1, 0), Worth(1, 0))
        ),
        st.sampled_from([kind for kind in ResultKind if kind not in NOT_OF_TWO]),
        st.tuples(st.integers(-900, 9000), st.integers(-900, 9000)),
    ),
    max_size=6,
)


@given(results)
def test_every_result_counts_once_for_each_of_its_entries(some: Sequence[Result]) -> None:
    found = score_rounds(agreed(), [[result] for result in some])
    for entry in (1, 2):
        assert [one.round for one in found.get(entry, [])] == list(range(1, len(some) + 1))
        assert [one.kind for one in found.get(entry, [])] == [result.kind for result in some]


# Substitutes: of two entries the first has had one.


def with_one(*totals: int, kind: ResultKind = ResultKind.PLAYED, **fields: Any) -> Result:
    return Result(kind, (7, 8), totals, substituted=frozenset({7}), **fields)


def counts(results: Sequence[Result], entry: int = 7, **fields: Any) -> list[tuple[int, int, int, str]]:
    """Points, difference, own points and outcome of an entry, round by round."""
    found = score_rounds(agreed(**fields), [[result] for result in results])
    return [tuple(one.worth) for one in found[entry]]  # type: ignore[misc]


CAPPED: dict[str, Any] = {"substitutes": Substitutes.CAPPED}
WON, LOST_WITH_ONE = with_one(9000, 5000), with_one(5000, 9000)


def test_a_result_with_a_substitute_counts_in_full_unless_something_else_was_agreed() -> None:
    assert counts([WON]) == [(2, 4000, 9000, "win")]


@pytest.mark.parametrize(
    ("scheme", "percent", "points_"),
    [
        # 60 per cent of two points are 1.2: at most so much is never rounded up.
        (AgreedScheme(SCL), 60, 1),
        (AgreedScheme(PLACES), 60, 180),
        # A margin of 4000 is 20-0, or 2000 hundredths.
        (AgreedScheme(VP_TABLE), 60, 12),
        (AgreedScheme(VP_CONTINUOUS, SchemeNumbers(bound=4000)), 70, 1400),
        (AgreedScheme(WINS_TOTAL), 60, 0),
        (AgreedScheme(SCL), 100, 2),
    ],
    ids=lambda one: getattr(one, "code", one),
)
def test_capped_it_is_a_share_of_the_most_and_no_difference_to_the_good(
    scheme: AgreedScheme, percent: int, points_: int
) -> None:
    fields = {**CAPPED, "scheme": scheme, "substitute_percent": percent}
    assert counts([WON], **fields) == [(points_, 0, 9000, "win")]
    assert counts([WON], entry=8, **fields) == counts([WON], entry=8, scheme=scheme)


def test_capped_a_loss_and_a_draw_stay_what_they_are() -> None:
    assert counts([LOST_WITH_ONE, with_one(7000, 7000)], **CAPPED) == [
        (0, -4000, 5000, "loss"),
        (1, 0, 7000, "draw"),
    ]


def test_what_counts_for_less_says_what_it_was() -> None:
    found = score_rounds(agreed(**CAPPED), [[WON], [LOST_WITH_ONE]])
    assert [one.full_worth for one in found[7]] == [Worth(2, 4000, 9000, GameOutcome.WIN), None]
    assert [one.full_worth for one in found[8]] == [None, None]


def test_in_half_of_the_rounds_they_count_and_beyond_that_bring_nothing() -> None:
    """Five rounds: two count. Of the others what is against the entry stays."""
    half: dict[str, Any] = {"substitutes": Substitutes.HALF, "rounds": 5}
    alone = Result(ResultKind.PLAYED, (7, 8), (9000, 5000))
    assert counts([WON, alone, WON, WON, LOST_WITH_ONE], **half) == [
        (2, 4000, 9000, "win"),
        (2, 4000, 9000, "win"),
        (2, 4000, 9000, "win"),
        (0, 0, 0, ""),
        (0, -4000, 0, "loss"),
    ]


def test_what_the_jury_has_given_counts_with_a_substitute_too() -> None:
    given_ = with_one(kind=ResultKind.ADJUSTED, ruled_points=(Worth(2, 500), Worth(0, -500)))
    assert counts([given_], **CAPPED) == [(2, 500, 0, "")]
    assert counts([given_], substitutes=Substitutes.HALF, rounds=1) == [(2, 500, 0, "")]


def test_a_walkover_that_a_substitute_waited_for_is_capped_too() -> None:
    assert counts([with_one(kind=ResultKind.WALKOVER, at_fault=1)], **CAPPED) == [(1, 0, 4000, "win")]


def test_a_sit_out_of_ones_own_average_follows_what_counts() -> None:
    out = Result(ResultKind.SIT_OUT, (7,))
    fields = {**CAPPED, "sit_out": SitOutValue.OWN_AVERAGE}
    # 1 and 0, and 2 and 4000: on average 1.5, rounded up, and 2000.
    alone = Result(ResultKind.PLAYED, (7, 8), (9000, 5000))
    assert counts([WON, alone, out], **fields)[2][:2] == (2, 2000)


@given(
    st.lists(st.tuples(st.integers(0, 9000), st.integers(0, 9000), st.booleans()), min_size=1, max_size=9),
    st.sampled_from(
        [
            AgreedScheme(SCL),
            AgreedScheme(VP_TABLE),
            AgreedScheme(WINS_TOTAL),
            AgreedScheme(VP_CONTINUOUS, SchemeNumbers(bound=5000)),
        ]
    ),
    st.sampled_from(Substitutes),
    st.integers(0, 100),
)
def test_a_substitute_is_never_to_the_good_and_nothing_to_the_others(
    games: list[tuple[int, int, bool]], scheme: AgreedScheme, policy: Substitutes, percent: int
) -> None:
    rounds = [
        [Result(ResultKind.PLAYED, (7, 8), (one, other), substituted=frozenset({7} if sat else ()))]
        for one, other, sat in games
    ]
    without_one = score_rounds(agreed(scheme), rounds)
    fields = {"substitutes": policy, "substitute_percent": percent, "rounds": len(rounds)}
    found = score_rounds(agreed(scheme, **fields), rounds)
    assert found[8] == without_one[8]
    for now, full, (_one, _other, sat) in zip(found[7], without_one[7], games, strict=True):
        assert now.worth.points <= full.worth.points
        assert now.worth.difference <= full.worth.difference
        assert sat or now == full
        assert (now.full_worth or now.worth) == full.worth


@given(results)
def test_a_round_that_was_scored_before_has_the_same_scores(in_round: list[Result]) -> None:
    terms = agreed()
    first, again = (score_round(terms, 3, tuple(in_round)) for _time in range(2))
    assert first is again
    assert first == score_round.__wrapped__(terms, 3, tuple(in_round))
