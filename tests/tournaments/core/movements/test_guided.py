"""Round robins with guide cards: the fewest changes of tables that there can be, for every size."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.core.movements.walking import Seats, count_changes, walk_rounds
from tournaments.core import checker
from tournaments.core.drawing.layout import lay_out
from tournaments.core.drawing.meeting import DrawEntry, Meeting
from tournaments.core.drawing.proposal import DrawInput, Proposal
from tournaments.core.guides import count_table_changes, fewest_changes, fewest_for_one
from tournaments.core.movements.circle import DOUBLE_ROUND_ROBIN, draw_circle, rounds_per_leg
from tournaments.core.movements.guided import GUIDED, draw_guided
from tournaments.core.played_rounds import FaultCode, PlayedRound

SIZES = range(4, 61)


def places_for(size: int) -> tuple[int, ...]:
    return lay_out(GUIDED, range(1, size + 1))


def rounds_of(size: int, legs: int = 1) -> list[tuple[Meeting, ...]]:
    return [draw_guided(places_for(size), number) for number in range(1, legs * rounds_per_leg(size) + 1)]


def as_seats(meetings: tuple[Meeting, ...]) -> Seats:
    return {one.table or 0: list(one.entries) for one in meetings if not one.sits_out}


@pytest.mark.parametrize("size", SIZES)
def test_a_second_program_that_only_walks_finds_everybody_at_the_same_table(size: int) -> None:
    drawn = rounds_of(size, legs=2)
    for meetings, seats in zip(drawn, walk_rounds(size, len(drawn)), strict=True):
        assert as_seats(meetings) == {table: pair for table, pair in seats.items() if None not in pair}


@pytest.mark.parametrize("size", SIZES)
def test_each_meets_each_once_on_either_side_in_two_legs_and_sits_out_once_in_each(size: int) -> None:
    drawn = rounds_of(size, legs=2)
    met = Counter(one.entries for meetings in drawn for one in meetings if not one.sits_out)
    assert met == dict.fromkeys(permutations(range(1, size + 1), 2), 1)
    first_leg = drawn[: len(drawn) // 2]
    out = Counter(one.entries[0] for meetings in first_leg for one in meetings if one.sits_out)
    assert out == (dict.fromkeys(range(1, size + 1), 1) if size % 2 else {})


@pytest.mark.parametrize("size", SIZES)
def test_nobody_is_on_one_side_more_than_once_oftener_than_on_the_other(size: int) -> None:
    balance: Counter[int] = Counter()
    for meetings in rounds_of(size):
        for one in meetings:
            if not one.sits_out:
                balance[one.entries[0]] += 1
                balance[one.entries[1]] -= 1
    assert max(map(abs, balance.values())) <= 1


@pytest.mark.parametrize("size", SIZES)
def test_no_layout_of_all_rounds_has_fewer_changes_of_tables(size: int) -> None:
    changes = count_changes([as_seats(meetings) for meetings in rounds_of(size)])
    assert changes == Counter(count_table_changes(rounds_of(size)))
    assert changes.total() == fewest_changes(size, rounds_per_leg(size))
    assert max(changes.values()) == fewest_for_one(size, rounds_per_leg(size))
    if size % 2 == 0:
        assert changes[1] == 0


@given(size=st.sampled_from(SIZES), data=st.data())
def test_with_fewer_rounds_there_are_as_few_changes_as_there_can_be(size: int, data: st.DataObject) -> None:
    rounds = data.draw(st.integers(1, rounds_per_leg(size)))
    drawn = rounds_of(size)[:rounds]
    assert sum(count_table_changes(drawn).values()) == fewest_changes(size, rounds)


@pytest.mark.parametrize("size", [4, 6])
def test_all_layouts_of_a_small_field_tried_have_no_fewer_changes(size: int) -> None:
    """Every way to give the meetings of each round to the tables, one round after the other."""
    tables = size // 2
    fewest = {tuple(range(1, tables + 1)): 0}
    rounds = [[one.entries for one in draw_circle(range(1, size + 1), number)] for number in range(1, size)]
    for before, after in pairwise(rounds):
        best: dict[tuple[int, ...], int] = {}
        for (earlier, so_far), later in product(fewest.items(), permutations(range(1, tables + 1))):
            was = {entry: table for pair, table in zip(before, earlier, strict=True) for entry in pair}
            changes = sum(
                was[entry] != table for pair, table in zip(after, later, strict=True) for entry in pair
            )
            best[later] = min(best.get(later, 10**6), so_far + changes)
        fewest = best
    assert min(fewest.values()) == fewest_changes(size, size - 1)


def test_the_plain_circle_has_many_more() -> None:
    plain = [
        tuple(one._replace(table=at) for at, one in enumerate(draw_circle(range(1, 13), number), start=1))
        for number in range(1, 12)
    ]
    assert sum(count_table_changes(plain).values()) > 1.5 * fewest_changes(12, 11)


# The draw.


def drawn_by(size: int, turn: int, tables: dict[int, int], absent: frozenset[int] = frozenset()) -> Proposal:
    entries = [entry for entry in range(1, size + 1) if entry not in absent]
    return GUIDED.draw(
        DrawInput(
            present=[DrawEntry(entry, table=tables.get(entry)) for entry in entries],
            all_entries=places_for(size),
            turn=turn,
            clubs_apart=False,
            partner_counts={},
            seed="",
        )
    )


@given(size=st.sampled_from(SIZES), entry=st.integers(1, 4), table=st.integers(1, 9), turn=st.integers(1, 9))
def test_an_entry_with_a_fixed_table_is_at_it_and_no_two_meetings_at_one(
    size: int, entry: int, table: int, turn: int
) -> None:
    drawn = drawn_by(size, turn, {entry: table})
    numbers = [one.number for one in drawn.tables if not one.sits_out]
    assert len({*numbers}) == len(numbers)
    assert None not in numbers
    assert all(one.number == table for one in drawn.tables if entry in one.entries and not one.sits_out)


def test_the_first_place_keeps_any_table_and_nobody_else_walks_more_for_it() -> None:
    rounds = [drawn_by(8, turn, {1: 2}) for turn in range(1, 8)]
    meetings = [
        tuple(Meeting(one.entries, (), one.number) for one in drawn.tables if not one.sits_out)
        for drawn in rounds
    ]
    changes = count_table_changes(meetings)
    assert (changes[1], sum(changes.values())) == (0, fewest_changes(8, 7))


def test_who_was_to_meet_an_absent_one_sits_out_and_the_others_keep_their_tables() -> None:
    everybody = {one.number: one.entries for one in drawn_by(8, 2, {}).tables}
    without = {one.number: one.entries for one in drawn_by(8, 2, {}, frozenset({5})).tables if one.number}
    assert without == {table: pair for table, pair in everybody.items() if 5 not in pair}


# The checks.


def played(movement: str, size: int, turn: int, meetings: tuple[Meeting, ...]) -> PlayedRound:
    return PlayedRound(
        movement=movement,
        tables=[one.entries for one in meetings if not one.sits_out],
        out=[one.entries[0] for one in meetings if one.sits_out],
        entered=range(1, size + 1),
        places=places_for(size),
        turn=turn,
    )


@given(size=st.sampled_from(SIZES), data=st.data())
def test_the_check_finds_two_that_have_changed_places_and_two_sides_exchanged(
    size: int, data: st.DataObject
) -> None:
    turn = data.draw(st.integers(1, 2 * rounds_per_leg(size)))
    meetings = draw_guided(places_for(size), turn)
    right = played("guided_robin", size, turn, meetings)
    assert checker.check_rounds([right]) == []
    one, other = data.draw(st.sampled_from([*combinations(right.tables, 2)]))
    changed = {one: (one[0], other[1]), other: (other[0], one[1])}
    wrong = replace(right, tables=[changed.get(table, table) for table in right.tables])
    assert {fault.code for fault in checker.check_rounds([wrong])} == {FaultCode.NOT_THE_CIRCLE}
    turned = replace(right, tables=[table[::-1] if table == one else table for table in right.tables])
    assert {fault.code for fault in checker.check_rounds([turned])} == {FaultCode.NOT_THE_CIRCLE}


@pytest.mark.parametrize("size", SIZES)
def test_in_a_double_round_robin_each_meets_each_once_on_either_side(size: int) -> None:
    assert DOUBLE_ROUND_ROBIN.full_set is not None
    met: Counter[tuple[int, ...]] = Counter()
    for turn in range(1, DOUBLE_ROUND_ROBIN.full_set(size) + 1):
        meetings = draw_circle(places_for(size), turn)
        met.update(one.entries for one in meetings if not one.sits_out)
        in_round = played("double_robin", size, turn, meetings)
        assert checker.check_rounds([in_round]) == []
    assert met == dict.fromkeys(permutations(range(1, size + 1), 2), 1)


@given(size=st.sampled_from(SIZES), data=st.data())
def test_the_check_finds_a_side_that_was_not_exchanged(size: int, data: st.DataObject) -> None:
    turn = data.draw(st.integers(1, 2 * rounds_per_leg(size)))
    right = played("double_robin", size, turn, draw_circle(places_for(size), turn))
    table = data.draw(st.sampled_from(right.tables))
    wrong = replace(right, tables=[one[::-1] if one == table else one for one in right.tables])
    assert [fault.code for fault in checker.check_rounds([wrong])] == [FaultCode.NOT_THE_SIDES]
