"""Ranking: the chain of criteria, what decided each place, and places that are shared. Worked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core import standings
from tournaments.core.criteria import CRITERIA
from tournaments.core.criterion import Contenders, EntryExtras, EntryTotals, EventCourse
from tournaments.core.opponent_points import faced_opponents
from tournaments.core.results import (
    Result,
    ResultKind,
    ResultTerms,
    RoundPlan,
    RoundScore,
    RoundValues,
    SitOutValue,
    Substitutes,
)
from tournaments.core.schemes.scl import SCL
from tournaments.core.scoring import score_rounds
from tournaments.core.standings import add_up, add_up_rounds, rank
from tournaments.core.worth import AgreedScheme, GameOutcome, Worth


def games(*worths: Worth, against: Sequence[int] = ()) -> list[RoundScore]:
    """Rounds of an entry, one a worth; `against` are the opponents in their order."""
    opponents: list[tuple[int, ...]] = [(other,) for other in against] or [()] * len(worths)
    return [
        RoundScore(number, ResultKind.PLAYED, worth, opponent)
        for number, (worth, opponent) in enumerate(zip(worths, opponents, strict=True), start=1)
    ]


def shown(
    rounds: Mapping[int, list[RoundScore]], *codes: str, added: Mapping[int, EntryExtras] | None = None
) -> list[tuple[int, int, str]]:
    """Place, entry, and what decided it."""
    chain = [CRITERIA[code] for code in codes] or standings.SCL_CHAIN
    return [(row.place, row.totals.entry, row.decided_by) for row in rank(add_up(rounds), chain, added)]


def test_points_decide_first_and_then_the_difference() -> None:
    # 3 has 4 points; 1 and 2 have 2 each, 2 with the better difference; 4 has none.
    rounds = {
        1: games(Worth(2, 100), Worth(0, -900)),
        2: games(Worth(2, 300), Worth(0, -400)),
        3: games(Worth(2, 900), Worth(2, 400)),
        4: games(Worth(0, -100), Worth(0, -300)),
    }
    assert shown(rounds) == [(1, 3, ""), (2, 2, "points"), (3, 1, "difference"), (4, 4, "points")]


def test_where_nothing_decides_the_place_is_shared_and_the_next_is_left_out() -> None:
    # 2 and 5 are equal in both criteria: both are second, nobody is third.
    rounds = {
        2: games(Worth(1, 0)),
        5: games(Worth(1, 0)),
        1: games(Worth(2, 50)),
        9: games(Worth(0, -50)),
    }
    assert [(row.place, row.totals.entry, row.shared) for row in rank(add_up(rounds))] == [
        (1, 1, False),
        (2, 2, True),
        (2, 5, True),
        (4, 9, False),
    ]


def test_an_entry_that_has_not_played_stands_with_nothing() -> None:
    (row,) = rank(add_up({7: []}))
    assert (row.place, row.totals.played, row.totals.points, row.totals.difference) == (1, 0, 0, 0)


def test_head_to_head_counts_the_games_among_the_tied_alone() -> None:
    # 1, 2 and 3 have 2 points each; 4 has none. Of their games 2 has beaten 1, and lost to 3, and 3 to 1,
    # each by other margins: two points each, so it decides nothing. Without 3, 2 has beaten 1.
    two = {
        1: games(Worth(0, -10), Worth(2, 500), against=(2, 4)),
        2: games(Worth(2, 10), Worth(0, -300), against=(1, 3)),
    }
    assert shown(two, "points", "head_to_head") == [(1, 2, ""), (2, 1, "head_to_head")]


def test_head_to_head_says_nothing_where_the_tied_have_not_met_as_often() -> None:
    # 1 beat 2, 3 has met neither: asking who won among them would be unjust to 3.
    three = {
        1: games(Worth(2, 10), Worth(0, -10), against=(2, 4)),
        2: games(Worth(0, -10), Worth(2, 20), against=(1, 5)),
        3: games(Worth(2, 30), Worth(0, -10), against=(4, 5)),
    }
    placed = shown(three, "points", "head_to_head", "difference")
    assert placed == [(1, 3, ""), (2, 2, "difference"), (3, 1, "difference")]


def test_a_circle_of_three_is_not_decided_by_who_beat_whom() -> None:
    circle = {
        1: games(Worth(2, 10), Worth(0, -30), against=(2, 3)),
        2: games(Worth(0, -10), Worth(2, 5), against=(1, 3)),
        3: games(Worth(0, -5), Worth(2, 30), against=(2, 1)),
    }
    # Differences: 1 −20, 2 −5, 3 +25.
    placed = shown(circle, "points", "head_to_head", "difference")
    assert placed == [(1, 3, ""), (2, 2, "difference"), (3, 1, "difference")]


def test_what_opponents_have_made_decides_between_two() -> None:
    # 1 and 2 have two points each. 1 has played 3, who has four; 2 has played 4, who has none.
    rounds = {
        1: games(Worth(2, 0), against=(3,)),
        2: games(Worth(2, 0), against=(4,)),
        3: games(Worth(0, 0), Worth(4, 0), against=(1, 5)),
        4: games(Worth(0, 0), against=(2,)),
    }
    assert shown(rounds, "points", "opponents")[1:3] == [(2, 1, "points"), (3, 2, "opponents")]


def test_wins_own_points_combinations_and_lots_in_this_order() -> None:
    won, drawn = GameOutcome.WIN, GameOutcome.DRAW
    rounds = {
        1: games(Worth(2, 0, 900, won), Worth(0, 0, 100, GameOutcome.LOSS)),
        2: games(Worth(1, 0, 800, drawn), Worth(1, 0, 700, drawn)),
        3: games(Worth(1, 0, 800, drawn), Worth(1, 0, 600, drawn)),
        4: games(Worth(1, 0, 800, drawn), Worth(1, 0, 600, drawn)),
        5: games(Worth(1, 0, 800, drawn), Worth(1, 0, 600, drawn)),
    }
    added = {
        3: EntryExtras(combinations=(1, 4), lot=2),
        4: EntryExtras(combinations=(2, 0), lot=9),
        5: EntryExtras(combinations=(1, 4), lot=1),
    }
    assert shown(rounds, "points", "wins", "own_points", "combinations", "lot", added=added) == [
        (1, 1, ""),
        (2, 2, "wins"),
        (3, 4, "own_points"),
        (4, 5, "combinations"),
        (5, 3, "lot"),
    ]


def test_lots_wait_until_all_of_the_tied_have_drawn() -> None:
    rounds = {1: games(Worth(1, 0)), 2: games(Worth(1, 0))}
    assert shown(rounds, "points", "lot", added={1: EntryExtras(lot=1)}) == [(1, 1, ""), (1, 2, "")]


def test_a_place_has_the_figures_of_what_was_compared_while_others_were_level() -> None:
    """1 and 2 are level in points and have met opponents of four and of none; nobody is level with 3."""
    rounds = {
        1: games(Worth(2, 0), against=(3,)),
        2: games(Worth(2, 0), against=(4,)),
        3: games(Worth(0, 0), Worth(4, 0), against=(1, 5)),
        4: games(Worth(0, 0), against=(2,)),
    }
    chain = [CRITERIA[code] for code in ("points", "opponents", "lot")]
    placings = rank(add_up(rounds), chain, {1: EntryExtras(lot=2), 2: EntryExtras(lot=1)})
    assert {row.totals.entry: dict(row.figures) for row in placings} == {
        1: {"opponents": 4},
        2: {"opponents": 0},
        3: {},
        4: {},
    }


def test_penalties_and_awards_of_the_event_stand_in_the_standings() -> None:
    rounds = {1: games(Worth(2, 100)), 2: games(Worth(2, 90))}
    assert shown(rounds, added={1: EntryExtras(difference=-20)}) == [(1, 2, ""), (2, 1, "difference")]
    assert shown(rounds, added={2: EntryExtras(points=-1)}) == [(1, 1, ""), (2, 2, "points")]


worths = st.builds(
    Worth, st.integers(0, 2), st.integers(-50, 50), st.integers(0, 9), st.sampled_from(GameOutcome)
)
fields = st.dictionaries(st.integers(1, 60), st.lists(worths, max_size=5))
chains = st.lists(st.sampled_from(sorted(CRITERIA)), unique=True, max_size=5)


def played(field: Mapping[int, list[Worth]]) -> dict[int, list[RoundScore]]:
    return {entry: games(*rounds) for entry, rounds in field.items()}


@given(fields, chains)
def test_the_order_in_which_entries_come_changes_nothing(
    field: dict[int, list[Worth]], codes: list[str]
) -> None:
    chain, totals = [CRITERIA[code] for code in codes], add_up(played(field))
    assert rank(totals, chain) == rank(dict(reversed(totals.items())), chain)


@given(fields, chains)
def test_everybody_has_one_place_and_places_follow_each_other(
    field: dict[int, list[Worth]], codes: list[str]
) -> None:
    rows = rank(add_up(played(field)), [CRITERIA[code] for code in codes])
    assert sorted(row.totals.entry for row in rows) == sorted(field)
    for above, below in pairwise(rows):
        if below.place == above.place:
            assert (below.shared, below.decided_by) == (True, above.decided_by)
        else:
            assert below.place == sum(row.place < below.place for row in rows) + 1
            assert below.decided_by in codes


@pytest.mark.parametrize("code", sorted(CRITERIA))
def test_a_criterion_is_called_as_it_is_found(code: str) -> None:
    assert CRITERIA[code].code == code


tables = st.builds(
    lambda kind, entries, totals, has_substitute: Result(
        kind, entries, totals, at_fault=0, substituted=frozenset(entries[:has_substitute])
    ),
    st.sampled_from([ResultKind.PLAYED, ResultKind.WALKOVER, ResultKind.FORFEITED, ResultKind.BOTH_ABSENT]),
    st.sampled_from([(1, 2), (3, 4), (1, 4), (2, 3)]),
    st.tuples(st.integers(-900, 9000), st.integers(-900, 9000)),
    st.integers(0, 1),
) | st.builds(lambda entry: Result(ResultKind.SIT_OUT, (entry,)), st.integers(1, 5))


@given(
    st.lists(st.lists(tables, max_size=4).map(tuple), max_size=5),
    st.sampled_from([SitOutValue.FIXED, SitOutValue.OWN_AVERAGE, SitOutValue.WINNERS_AVERAGE]),
    st.sampled_from(Substitutes),
)
def test_totals_of_earlier_rounds_and_the_last_are_those_of_all_rounds(
    rounds: list[tuple[Result, ...]], sit_out: SitOutValue, substitutes: Substitutes
) -> None:
    terms = ResultTerms(
        scheme=AgreedScheme(SCL), margin=4000, sit_out=sit_out, substitutes=substitutes, rounds=4
    )
    for played in range(len(rounds) + 1):  # round by round, as an event goes on
        counted = score_rounds(terms, rounds[:played])
        assert add_up_rounds(terms, rounds[:played]) == add_up(counted)


def test_a_walkover_that_a_substitute_waited_for_has_the_absent_side_as_opponent() -> None:
    """The substitute makes the win count nothing; it is a walkover won all the same (ruling 6)."""
    values = RoundValues(RoundPlan.FREE, Fraction(1), Fraction(1))
    won = Worth(2, 2000, 4000, GameOutcome.WIN)
    reduced = RoundScore(1, ResultKind.WALKOVER, Worth(0, 0, 0), (2,), full_worth=won)
    lost = RoundScore(1, ResultKind.WALKOVER, Worth(0, -2000, 0, GameOutcome.LOSS), (1,))
    totals = {
        1: EntryTotals(1, points=2, rounds=(reduced,)),
        2: EntryTotals(2, points=0, rounds=(lost,)),
    }
    contenders = Contenders(totals, {}, EventCourse(rounds={1: values, 2: values}))
    assert [opponent.points for opponent in faced_opponents(contenders, 1)] == [0]
    # Who has lost it has a virtual opponent, with no more than its own points.
    assert [opponent.points for opponent in faced_opponents(contenders, 2)] == [0]
