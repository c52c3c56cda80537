"""Random events of every movement: whoever comes and goes, everybody stands in a round once, nobody meets
anybody twice who need not, and nobody sits out a second time before all have once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tournaments.core.movements.events import OPEN, Event, with_late_entry
from tournaments.core import checker
from tournaments.core.drawing.meeting import (
    PHANTOM_ENTRY,
    DrawEntry,
    Meeting,
    ReasonCode,
    sorted_by_standing,
)
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import circle, danish, mitchell, three_sided
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.three_sided import THREE_SIDED

Draw = Callable[[Sequence[DrawEntry], str], Sequence[Meeting]]

seeds = st.integers(0, 10_000)
sizes = st.integers(4, 60)


def an_event(size: int, seed: int, clubs_apart: bool = False) -> Event:
    return Event(list(range(1, size + 1)), seed, clubs_apart)


# The fourth round of five: one sits out a second time, or two meet again.
@pytest.mark.parametrize("movement", OPEN, ids=str)
@example(size=5, seed=0, rounds=4, comes=False, leaves=False)
@given(size=sizes, seed=seeds, rounds=st.integers(1, 5), comes=st.booleans(), leaves=st.booleans())
def test_an_event_is_drawn_by_its_rules_whoever_comes_and_goes(
    movement: Movement, size: int, seed: int, rounds: int, comes: bool, leaves: bool
) -> None:
    event = an_event(size, seed, clubs_apart=bool(seed % 2))
    for number in range(rounds):
        if number == 1 and leaves:
            event.leave(event.present[seed % len(event.present)].entry)
        if number == 2 and comes:
            event.join(size + 1)
        event.play(movement)
    assert checker.check_rounds(event.rounds) == []


@given(size=sizes, seed=seeds, twice=st.booleans())
def test_in_a_round_robin_everybody_meets_everybody_once_or_twice(size: int, seed: int, twice: bool) -> None:
    event = an_event(size, seed)
    legs = 2 if twice else 1
    for _round in range(legs * circle.rounds_per_leg(size)):
        event.play(ROUND_ROBIN)
    met = Counter(frozenset(table) for played in event.rounds for table in played.tables)
    assert met == {frozenset(pair): legs for pair in combinations(event.entries, 2)}
    out = Counter(entry for played in event.rounds for entry in played.out)
    assert out == (dict.fromkeys(event.entries, legs) if size % 2 else {})
    assert checker.check_rounds(event.rounds) == []


@given(size=st.integers(2, 40))
def test_in_a_round_robin_nobody_is_first_side_much_oftener_than_others(size: int) -> None:
    rounds = range(1, circle.rounds_per_leg(size) + 1)
    tables = [
        one.entries
        for number in rounds
        for one in circle.draw_circle(range(1, size + 1), number)
        if not one.sits_out
    ]
    second_leg = [
        one.entries
        for number in rounds
        for one in circle.draw_circle(range(1, size + 1), number + len(rounds))
        if not one.sits_out
    ]
    assert sorted(table[::-1] for table in tables) == sorted(second_leg)


@given(size=sizes, seed=seeds)
def test_with_lines_nobody_meets_anybody_twice(size: int, seed: int) -> None:
    event = an_event(size, seed)
    for _round in range(mitchell.count_rounds(size)):
        event.play(MITCHELL)
    met = Counter(frozenset(table) for played in event.rounds for table in played.tables)
    assert max(met.values()) == 1
    assert checker.check_rounds(event.rounds) == []


def test_a_late_entry_takes_the_phantoms_place_and_moves_nobody_else() -> None:
    lines = mitchell.split_lines([1, 2, 3, 4, 5])
    assert lines == mitchell.Lines((1, 2, 3), (4, 5, PHANTOM_ENTRY))
    before, after = (
        mitchell.draw_mitchell(lines, 2),
        mitchell.draw_mitchell(with_late_entry(lines, 6), 2),
    )
    assert [one.entries for one in before] == [(1,), (2, 4), (3, 5)]
    assert [one.entries for one in after] == [(1, 6), (2, 4), (3, 5)]
    assert [reason.code for reason in before[0].reasons] == [ReasonCode.LINE_MOVES, ReasonCode.PHANTOM]


# Danish, by hand. Six entries in this order: 1 2 3 4 5 6; 1 has met 2, 3 has met 4.


def six(*met: tuple[int, int]) -> list[DrawEntry]:
    known: dict[int, dict[int, int]] = {entry: {} for entry in range(1, 7)}
    for one, other in met:
        known[one][other] = known[other][one] = 1
    return [DrawEntry(entry, points=20 - entry, met=known[entry]) for entry in range(1, 7)]


def tables_of(meetings: object) -> list[tuple[int, ...]]:
    return [meeting.entries for meeting in meetings]  # type: ignore[attr-defined] # meetings of any movement


def test_pure_danish_pairs_neighbours_whoever_has_met() -> None:
    assert tables_of(danish.draw_pure_danish(six((1, 2)), "")) == [(1, 2), (3, 4), (5, 6)]


def test_modified_danish_passes_over_whom_one_has_met() -> None:
    # 1 has met 2, so 1 plays 3; the next is 2, who plays 4; 5 and 6 remain.
    drawn = danish.draw_modified_danish(six((1, 2)), "")
    assert tables_of(drawn) == [(1, 3), (2, 4), (5, 6)]
    assert [(reason.code, dict(reason.params)) for reason in drawn[0].reasons] == [
        (ReasonCode.NEIGHBOURS, {"above": 1, "below": 3}),
        (ReasonCode.MET_BEFORE, {"entry": 2}),
    ]


@pytest.mark.parametrize(
    "draw", [danish.draw_pure_danish, danish.draw_modified_danish, three_sided.draw_three_sided]
)
def test_before_the_first_result_nobody_is_anybodys_neighbour(draw: Draw) -> None:
    first = draw([DrawEntry(entry) for entry in range(1, 7)], "seed")
    assert {reason.code for meeting in first for reason in meeting.reasons} == {ReasonCode.LOT}
    second = draw([DrawEntry(entry, points=entry) for entry in range(1, 7)], "seed")
    assert {reason.code for meeting in second for reason in meeting.reasons} == {ReasonCode.NEIGHBOURS}


def test_modified_danish_looks_ahead_so_that_the_last_can_play() -> None:
    # 5 and 6 have met. Were 1-2 and 3-4 paired, they would have to meet again: 3 plays 5, 4 plays 6.
    assert tables_of(danish.draw_modified_danish(six((5, 6)), "")) == [(1, 2), (3, 5), (4, 6)]


def test_modified_danish_repeats_when_everybody_has_met_everybody() -> None:
    everybody = list(combinations(range(1, 7), 2))
    drawn = danish.draw_modified_danish(six(*everybody), "")
    assert tables_of(drawn) == [(1, 2), (3, 4), (5, 6)]
    assert all(ReasonCode.REMATCH in [reason.code for reason in meeting.reasons] for meeting in drawn)


def test_the_lowest_of_those_who_have_sat_out_least_sits_out() -> None:
    field = [one._replace(sit_outs=int(one.entry == 5)) for one in six()[:5]]
    assert tables_of(danish.draw_pure_danish(field, ""))[-1] == (4,)


# Tables of three.


@pytest.mark.parametrize(
    ("size", "threes", "twos", "alone"),
    [
        (1, 0, 0, 1),
        (2, 0, 1, 0),
        (3, 1, 0, 0),
        (4, 0, 2, 0),
        (5, 1, 1, 0),
        (7, 1, 2, 0),
        (8, 2, 1, 0),
        (9, 3, 0, 0),
    ],
)
def test_as_few_tables_of_two_as_the_number_allows(size: int, threes: int, twos: int, alone: int) -> None:
    drawn = three_sided.draw_three_sided([DrawEntry(entry) for entry in range(1, size + 1)], "seed")
    sizes_of_tables = Counter(len(meeting.entries) for meeting in drawn)
    assert (sizes_of_tables[3], sizes_of_tables[2], sizes_of_tables[1]) == (threes, twos, alone)


@given(size=st.integers(5, 40), seed=seeds)
def test_nobody_sits_at_a_table_of_two_twice_before_all_have(size: int, seed: int) -> None:
    event = an_event(size, seed)
    for _round in range(6):
        event.play(THREE_SIDED)
        times = [one.small_tables for one in event.present]
        assert max(times) - min(times) <= 1


# Drawn partners.


@given(size=st.integers(4, 33), seed=seeds)
def test_nobody_sits_out_of_drawn_partners_twice_before_all_have(size: int, seed: int) -> None:
    event = an_event(size, seed)
    for _round in range(7):
        event.play(PARTNERS)
        times = [one.sit_outs for one in event.present]
        assert max(times) - min(times) <= 1


@given(seed=seeds)
def test_eight_players_have_new_partners_for_seven_rounds_or_say_where_not(seed: int) -> None:
    event = an_event(8, seed)
    for _round in range(7):
        for meeting in event.play(PARTNERS):
            again = sum(event.partnered[side] > 1 for side in (meeting.entries[:2], meeting.entries[2:]))  # type: ignore[index] # sides of two
            assert bool(again) == (ReasonCode.SAME_PARTNER in [reason.code for reason in meeting.reasons])


@given(seed=seeds, size=sizes)
def test_who_stands_alike_is_ordered_by_lot_and_the_same_seed_gives_the_same_order(
    seed: int, size: int
) -> None:
    field = [DrawEntry(entry, points=entry % 3) for entry in range(1, size + 1)]
    drawn = sorted_by_standing(field, str(seed))
    assert drawn == sorted_by_standing(field[::-1], str(seed))
    assert all(above.points >= below.points for above, below in pairwise(drawn))
