"""The draw of a Swiss round is the best there is: another program says so, and small fields in all orders."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.core.movements.events import Event
from tournaments.core.drawing import matching
from tournaments.core.drawing.matching import (
    Edge,
    WeightTooLarge,
    find_cheapest_pairing,
    match_edges,
)
from tournaments.core.drawing.meeting import DrawEntry, ReasonCode, sorted_by_standing
from tournaments.core.movements.swiss import SWISS, costs_for, draw_swiss

seeds = st.integers(0, 10_000)


def all_pairings(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not places:
        yield []
        return
    first, *rest = places
    for other in rest:
        for more in all_pairings([place for place in rest if place != other]):
            yield [(first, other), *more]


def after_rounds(size: int, seed: int, rounds: int) -> list[DrawEntry]:
    event = Event(list(range(1, size + 1)), seed, clubs_apart=True)
    for _round in range(rounds):
        event.play(SWISS)
    return event.present


@given(size=st.integers(2, 8), seed=seeds, rounds=st.integers(0, 4), apart=st.booleans())
def test_no_pairing_at_all_is_cheaper(size: int, seed: int, rounds: int, apart: bool) -> None:
    field = after_rounds(size, seed, rounds)
    scales = costs_for(sorted_by_standing(field, "s"), apart)
    places = size + size % 2
    edges = {(one, other): cost for one, other, cost in scales.edges(places)}
    least = min(sum(edges[pair] for pair in pairing) for pairing in all_pairings(range(places)))
    drawn = find_cheapest_pairing(places, lambda window: list(scales.edges(window)))
    assert (drawn.cost, drawn.exact) == (least, True)


@given(size=st.integers(9, 60), seed=seeds, rounds=st.integers(1, 5))
def test_another_program_finds_nothing_cheaper(size: int, seed: int, rounds: int) -> None:
    field = after_rounds(size, seed, rounds)
    scales = costs_for(sorted_by_standing(field, "s"), clubs_apart=True)
    places = size + size % 2
    edges = list(scales.edges(places))
    graph: networkx.Graph[int] = networkx.Graph()
    ceiling = max(edge.cost for edge in edges) + 1
    graph.add_weighted_edges_from((one, other, ceiling - cost) for one, other, cost in edges)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    assert find_cheapest_pairing(places, lambda window: list(scales.edges(window))).cost == sum(
        ceiling - graph.edges[pair]["weight"] for pair in pairs
    )


@pytest.mark.parametrize("size", [129, 160, 201])
def test_a_window_of_neighbours_finds_what_everybody_against_everybody_does(size: int) -> None:
    field = after_rounds(size, seed=7, rounds=3)
    scales = costs_for(sorted_by_standing(field, "s"), clubs_apart=True)
    places = size + size % 2
    whole = match_edges(places, list(scales.edges(places)))
    drawn = find_cheapest_pairing(places, lambda window: list(scales.edges(window)))
    assert whole is not None
    assert (drawn.cost, drawn.exact) == (whole.cost, False)


def test_the_window_grows_until_a_pairing_is_found() -> None:
    """The last 150 have met all within 60 places: nobody can play a neighbour."""
    size, window_needed = 150, 60

    def edges(window: int) -> list[Edge]:
        return [
            Edge(one, other, other - one)
            for one in range(size)
            for other in range(one + window_needed, min(size, one + window + 1))
        ]

    drawn = find_cheapest_pairing(size, edges)
    assert len(drawn.pairs) == size // 2
    assert all(other - one >= window_needed for one, other in drawn.pairs)


def test_a_weight_that_the_library_could_not_add_up_is_not_given_to_it() -> None:
    with pytest.raises(WeightTooLarge):
        match_edges(2, [Edge(0, 1, matching.MAX_WEIGHT)])
    assert match_edges(2, [Edge(0, 1, matching.MAX_WEIGHT // 2 - 2)]) is not None


@given(size=st.integers(2, 40), seed=seeds, rounds=st.integers(0, 4))
def test_the_order_in_which_entries_come_changes_nothing(size: int, seed: int, rounds: int) -> None:
    field = after_rounds(size, seed, rounds)
    shuffled = random.Random(seed).sample(field, len(field))
    assert draw_swiss(field, "s") == draw_swiss(shuffled, "s")


# By hand: four entries, 1 and 2 with two points, 3 and 4 with none.


def four(**met: int) -> list[DrawEntry]:
    """`a1=3` says that 1 has met 3."""
    known: dict[int, dict[int, int]] = {entry: {} for entry in range(1, 5)}
    for name, other in met.items():
        known[int(name[1])][other] = known[other][int(name[1])] = 1
    return [DrawEntry(entry, points=2 * (entry < 3), met=known[entry]) for entry in range(1, 5)]


def test_equal_points_meet() -> None:
    drawn = draw_swiss(four(), "s").meetings
    assert sorted(sorted(meeting.entries) for meeting in drawn) == [[1, 2], [3, 4]]


def test_who_has_met_does_not_meet_again_though_the_points_are_farther_apart() -> None:
    drawn = draw_swiss(four(a1=2), "s").meetings
    assert {1, 2} not in [set(meeting.entries) for meeting in drawn]
    assert all(meeting.reasons[0].params["points"] == 2 for meeting in drawn)


def test_what_could_not_be_avoided_is_said() -> None:
    two = [DrawEntry(1, points=2, met={2: 1}), DrawEntry(2, met={1: 1})]
    (meeting,) = draw_swiss(two, "s").meetings
    assert [reason.code for reason in meeting.reasons] == [ReasonCode.SMALLEST_GAP, ReasonCode.REMATCH]


def test_before_the_first_result_there_are_no_differences_and_the_lot_is_the_reason() -> None:
    fresh = [DrawEntry(entry) for entry in range(1, 8)]
    *tables, alone = sorted(draw_swiss(fresh, "s").meetings, key=lambda meeting: meeting.sits_out)
    assert [(reason.code, reason.params) for meeting in tables for reason in meeting.reasons] == 3 * [
        (ReasonCode.LOT, {})
    ]
    assert [reason.code for reason in alone.reasons] == [ReasonCode.FEWEST_SIT_OUTS]
    decided = [one._replace(difference=200 * (one.entry == 1)) for one in fresh]
    assert {
        meeting.reasons[0].code for meeting in draw_swiss(decided, "s").meetings if not meeting.sits_out
    } == {ReasonCode.SMALLEST_GAP}


def test_club_mates_are_kept_apart_when_asked_and_only_then() -> None:
    field = [
        DrawEntry(entry, points=2 * (entry < 3), club=entry % 2 if entry > 2 else 7) for entry in range(1, 5)
    ]
    together = [set(meeting.entries) for meeting in draw_swiss(field, "s").meetings]
    apart = [set(meeting.entries) for meeting in draw_swiss(field, "s", clubs_apart=True).meetings]
    assert {1, 2} in together
    assert {1, 2} not in apart


def test_the_lowest_sits_out_unless_he_has_done_so_and_others_have_not() -> None:
    field = [DrawEntry(entry, points=10 - 2 * entry, sit_outs=int(entry == 5)) for entry in range(1, 6)]
    assert [m.entries for m in draw_swiss(field, "s").meetings if m.sits_out] == [(4,)]
