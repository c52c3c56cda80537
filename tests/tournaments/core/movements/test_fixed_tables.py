"""Entries that cannot move: whoever they are, no two of them meet, and the rest is drawn by its rules."""

from __future__ import annotations

import random

import networkx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournaments.core.movements.events import OPEN, Event, with_late_entry
from tournaments.core import checker
from tournaments.core.drawing.fixed_tables import line_order, pair_in_order, table_count
from tournaments.core.drawing.meeting import DrawEntry, ReasonCode, sorted_by_standing
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import danish, mitchell, three_sided
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS, draw_partners
from tournaments.core.movements.swiss import SWISS, costs_for, draw_swiss
from tournaments.core.movements.three_sided import THREE_SIDED

seeds = st.integers(0, 10_000)
sizes = st.integers(4, 60)
AT_A_TABLE = {THREE_SIDED: 3, PARTNERS: 4}


def some_stay(size: int, seed: int, most: int, tables: int) -> dict[int, int]:
    """Up to `most` of the entries, each at a table of its own."""
    dice = random.Random(seed)
    staying = dice.sample(range(1, size + 1), dice.randint(0, most))
    return dict(zip(staying, dice.sample(range(1, tables + 1), len(staying)), strict=True))


# The fourth round of five: one sits out a second time, or two meet again.
@pytest.mark.parametrize("movement", OPEN, ids=str)
@example(size=5, seed=0, rounds=4)
@given(size=sizes, seed=seeds, rounds=st.integers(1, 5))
def test_two_who_stay_never_meet_and_the_rest_is_drawn_by_its_rules(
    movement: Movement, size: int, seed: int, rounds: int
) -> None:
    most = table_count(size, AT_A_TABLE.get(movement, 2))
    event = Event(
        list(range(1, size + 1)), seed, clubs_apart=bool(seed % 2), keeps=some_stay(size, seed, most, most)
    )
    for _round in range(rounds):
        event.play(movement)
    assert checker.check_rounds(event.rounds) == []
    for played in event.rounds:
        assert all(sum(entry in event.keeps for entry in table) < 2 for table in played.tables)


@given(size=st.integers(4, 40), seed=seeds, rounds=st.integers(0, 4))
def test_another_program_finds_no_cheaper_round_in_which_they_stay_apart(
    size: int, seed: int, rounds: int
) -> None:
    event = Event(list(range(1, size + 1)), seed, keeps=some_stay(size, seed, size // 2, size))
    for _round in range(rounds):
        event.play(SWISS)
    scales = costs_for(sorted_by_standing(event.present, "s"), clubs_apart=False)
    cost = {frozenset((one, other)): cost for one, other, cost in scales.edges(size + 1)}
    assert not any(
        scales.standing[one].table and scales.standing[other].table
        for one, other in cost
        if max(one, other) < size
    )
    graph: networkx.Graph[int] = networkx.Graph()
    ceiling = max(cost.values()) + 1
    graph.add_weighted_edges_from((min(pair), max(pair), ceiling - each) for pair, each in cost.items())
    least = sum(cost[frozenset(pair)] for pair in networkx.max_weight_matching(graph, maxcardinality=True))
    place = {one.entry: at for at, one in enumerate(scales.standing)}
    drawn = draw_swiss(event.present, "s").meetings
    told = [frozenset(place[entry] for entry in one.entries) for one in drawn]
    assert sum(cost[pair if len(pair) > 1 else pair | {size}] for pair in told) == least


@given(size=sizes, seed=seeds)
def test_in_the_lines_all_who_stay_sit(size: int, seed: int) -> None:
    half = (size + 1) // 2
    keeps = some_stay(size, seed, half, half)
    event = Event(list(range(1, size + 1)), seed, keeps=keeps)
    for _round in range(half):
        event.play(MITCHELL)
    assert all(event.lines.sitting[table - 1] == entry for entry, table in keeps.items())
    rounds = [(sorted(event.lines.sitting + event.lines.moving), played) for played in event.rounds]
    assert all(sum(entry in keeps for entry in table) < 2 for _line, one in rounds for table in one.tables)
    met = [frozenset(table) for _line, one in rounds for table in one.tables]
    assert len(set(met)) == len(met)


# By hand.


def test_who_stays_takes_the_place_of_its_table_and_who_stood_there_takes_the_other() -> None:
    assert line_order([1, 2, 3, 4, 5, 6, 7, 8], {7: 2}) == [1, 7, 3, 4, 5, 6, 2, 8]
    assert line_order([1, 2, 3, 4, 5, 6, 7, 8], {3: 1}) == [3, 2, 1, 4, 5, 6, 7, 8]


def test_a_table_beyond_the_line_is_a_place_in_it_all_the_same() -> None:
    """Four tables play, and the one by the door is the twelfth: its pair sits last in the line."""
    assert line_order([1, 2, 3, 4, 5, 6, 7, 8], {6: 12}) == [1, 2, 3, 6, 5, 4, 7, 8]
    assert line_order([1, 2, 3, 4, 5, 6, 7, 8], {2: 12, 6: 13}) == [1, 2, 3, 6, 5, 4, 7, 8]


def test_the_line_is_the_same_with_a_late_entry_in_the_phantoms_place() -> None:
    before = mitchell.split_lines(line_order([1, 2, 3, 4, 5], {5: 1}))
    after = mitchell.split_lines(line_order([1, 2, 3, 4, 5, 6], {5: 1}))
    assert with_late_entry(before, 6) == after


def staying(*entries: int, of: int) -> list[DrawEntry]:
    """First to last by number; these keep the table of their number."""
    return [
        DrawEntry(entry, points=2 * (of - entry), table=entry if entry in entries else None)
        for entry in range(1, of + 1)
    ]


def test_neighbours_who_both_stay_pass_each_other_over() -> None:
    meetings = danish.draw_pure_danish(staying(1, 2, of=4), "s")
    assert [one.entries for one in meetings] == [(1, 3), (2, 4)]
    assert [reason.code for reason in meetings[0].reasons] == [
        ReasonCode.NEIGHBOURS,
        ReasonCode.NEITHER_MOVES,
    ]
    assert meetings[0].reasons[1].params == {"entry": 2}


def test_a_nearer_one_is_left_for_those_who_could_not_meet_without_it() -> None:
    """1 and 2 would meet, but then 3 and 4 were left, and neither can move."""
    assert [one.entries for one in danish.draw_pure_danish(staying(3, 4, of=4), "s")] == [(1, 3), (2, 4)]
    assert [one.entries for one in danish.draw_modified_danish(staying(3, 4, of=4), "s")] == [(1, 3), (2, 4)]
    assert pair_in_order(staying(3, 4, of=4)) == [(0, 2), (1, 3)]


def test_equal_points_do_not_bring_two_together_who_stay() -> None:
    field = [one._replace(points=2 * (one.entry < 3)) for one in staying(1, 2, of=4)]
    drawn = draw_swiss(field, "s").meetings
    assert {1, 2} not in [set(one.entries) for one in drawn]


def test_who_stays_may_sit_out_like_everybody() -> None:
    drawn = draw_swiss(staying(5, of=5), "s").meetings
    assert [one.entries for one in drawn if one.sits_out] == [(5,)]


def test_the_last_two_do_not_share_a_small_table_if_both_stay() -> None:
    """Five make a table of three and one of two: 4 and 5 would sit at the small one."""
    drawn = three_sided.draw_three_sided(staying(4, 5, of=5), "s")
    (small,) = [one.entries for one in drawn if len(one.entries) == 2]
    assert small == (3, 5)


def test_at_each_table_of_four_one_may_stay() -> None:
    drawn = draw_partners(staying(1, 2, 3, of=12), "s")
    assert sorted(sum(player < 4 for player in table.players) for table in drawn.tables) == [1, 1, 1]


@pytest.mark.parametrize(
    ("entries", "at_a_table", "tables"), [(8, 2, 4), (9, 2, 4), (7, 3, 3), (1, 3, 0), (4, 3, 2), (11, 4, 2)]
)
def test_so_many_tables_play(entries: int, at_a_table: int, tables: int) -> None:
    assert table_count(entries, at_a_table) == tables
