"""Who plays in which section and final, what goes along, and the places over all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.criterion import EntryTotals
from tournaments.core.results import ResultKind, RoundScore
from tournaments.core.sections import (
    Carried,
    CarryOver,
    bring_together,
    carried_over,
    choose_finalists,
    deal_in_turn,
    deal_to_and_fro,
    one_section_after_the_other,
    order_by_lot,
    overall_places,
    undecided_cuts,
)
from tournaments.core.standings import Placing
from tournaments.core.worth import Worth

FIELDS = st.integers(2, 60)
NUMBERS = st.integers(1, 12)


def placed(*places: int, first: int = 1) -> list[Placing]:
    """Placings in these places, of entries numbered from `first`."""
    return [
        Placing(place, EntryTotals(first + at), "", places.count(place) > 1)
        for at, place in enumerate(places)
    ]


def test_entries_are_dealt_to_and_fro() -> None:
    assert deal_to_and_fro(range(1, 9), 3) == ((1, 6, 7), (2, 5, 8), (3, 4))


@given(FIELDS, NUMBERS)
def test_everybody_is_dealt_once_and_no_section_is_larger_by_two(entries: int, sections: int) -> None:
    for dealt in (deal_to_and_fro(range(entries), sections), deal_in_turn(range(entries), sections)):
        assert Counter(entry for section in dealt for entry in section) == Counter(range(entries))
        sizes = [len(section) for section in dealt]
        assert max(sizes) - min(sizes) <= 1


@given(st.integers(1, 12), st.integers(1, 6))
def test_to_and_fro_the_sums_of_the_ranks_are_equal_after_each_pair_of_laps(
    pairs: int, sections: int
) -> None:
    dealt = deal_to_and_fro(range(2 * pairs * sections), sections)
    assert len({sum(section) for section in dealt}) == 1


@given(st.lists(st.integers(0, 5), min_size=1, max_size=60), NUMBERS)
def test_clubs_are_spread_over_the_sections(clubs: list[int], sections: int) -> None:
    order = bring_together(range(len(clubs)), clubs.__getitem__)
    dealt = deal_in_turn(order, sections)
    for club in {*clubs}:
        members = [sum(clubs[entry] == club for entry in section) for section in dealt]
        assert max(members) - min(members) <= 1


@given(st.sets(st.integers(1, 99)), st.text(max_size=5))
def test_a_lot_depends_on_its_seed_and_on_nothing_else(entries: set[int], seed: str) -> None:
    drawn = order_by_lot(entries, seed)
    assert drawn == order_by_lot(sorted(entries, reverse=True), seed)
    assert sorted(drawn) == sorted(entries)


def test_finals_take_so_many_of_each_section_and_the_last_all_others() -> None:
    sections = [[11, 12, 13, 14, 15], [21, 22, 23, 24]]
    assert choose_finalists(sections, [2, 1, 0]) == ((11, 21, 12, 22), (13, 23), (14, 24, 15))
    assert choose_finalists(sections, [3]) == ((11, 21, 12, 22, 13, 23),)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=6), st.lists(st.integers(1, 4), max_size=3))
def test_everybody_is_in_one_final_and_never_behind_a_worse_place(
    sizes: list[int], finals: list[int]
) -> None:
    sections = [[100 * number + place for place in range(size)] for number, size in enumerate(sizes)]
    chosen = choose_finalists(sections, [*finals, 0])
    assert Counter(entry for final in chosen for entry in final) == Counter(
        entry for section in sections for entry in section
    )
    places = [[entry % 100 for entry in final] for final in chosen]
    assert all(final == sorted(final) for final in places)
    assert all(max(one) < min(other) for one, other in pairwise(places) if one and other)


def test_for_two_lines_the_entries_stand_by_their_sections() -> None:
    section_of = {11: 0, 12: 0, 21: 1, 22: 1}
    assert one_section_after_the_other((11, 21, 12, 22), section_of) == (11, 12, 21, 22)


@pytest.mark.parametrize(
    ("places", "cuts", "undecided"),
    [
        ((1, 2, 3, 4), (2,), []),
        ((1, 2, 2, 4), (2,), [(2, 3)]),
        ((1, 2, 2, 2), (2, 3), [(2, 3, 4), (2, 3, 4)]),
        ((1, 1, 3, 3), (2,), []),
        ((1, 2), (2, 5), []),
    ],
)
def test_a_shared_place_across_a_cut_is_undecided(
    places: Sequence[int], cuts: Sequence[int], undecided: list[tuple[int, ...]]
) -> None:
    assert undecided_cuts(placed(*places), cuts) == undecided


def scored(*rounds: tuple[Worth, tuple[int, ...]]) -> EntryTotals:
    scores = tuple(
        RoundScore(number, ResultKind.PLAYED if opponents else ResultKind.SIT_OUT, worth, opponents)
        for number, (worth, opponents) in enumerate(rounds, 1)
    )
    totals = [sum(figures) for figures in zip(*(score.worth[:3] for score in scores), strict=True)]
    return EntryTotals(1, points=totals[0], difference=totals[1], own=totals[2], rounds=scores)


THREE = scored((Worth(2, 1500, 9000), (2,)), (Worth(0, -1501, 4000), (3,)), (Worth(2, 0, 5000), ()))


@pytest.mark.parametrize(
    ("carry", "percent", "field", "expected"),
    [
        (CarryOver.NONE, 50, (2, 3), Carried()),
        (CarryOver.SHARE, 100, (), Carried(4, -1, 18000)),
        (CarryOver.SHARE, 50, (), Carried(2, 0, 9000)),
        (CarryOver.SHARE, 33, (), Carried(1, 0, 5940)),
        (CarryOver.AMONG, 0, (1, 2), Carried(2, 1500, 9000)),
        (CarryOver.AMONG, 0, (1, 2, 3), Carried(2, -1, 13000)),
        (CarryOver.AMONG, 0, (1,), Carried()),
    ],
)
def test_what_is_carried_over(
    carry: CarryOver, percent: int, field: tuple[int, ...], expected: Carried
) -> None:
    assert carried_over(THREE, carry, percent, field) == expected


@given(st.integers(-99999, 99999), st.integers(0, 100))
def test_a_share_of_a_lead_is_as_large_as_that_of_a_deficit(difference: int, percent: int) -> None:
    def share(of: int) -> int:
        return carried_over(EntryTotals(1, difference=of), CarryOver.SHARE, percent).difference

    assert share(-difference) == -share(difference)
    assert abs(share(difference)) <= abs(difference)


def test_a_game_counts_among_them_where_all_opponents_are_there() -> None:
    at_three = scored((Worth(3, 0, 0), (2, 3)))
    assert carried_over(at_three, CarryOver.AMONG, 0, (1, 2)).points == 0
    assert carried_over(at_three, CarryOver.AMONG, 0, (1, 2, 3)).points == 3


def test_the_places_over_all_go_on_from_final_to_final_and_to_the_sections() -> None:
    finals: list[list[Placing | int]] = [[*placed(1, 2, 2)], [*placed(1, first=4), 5]]
    sections: list[list[Placing | int]] = [
        [*placed(1, 2, 3), *placed(4, first=6)],
        [*placed(1, 2, first=4), *placed(4, first=7), 8],
    ]
    assert [(one.place, one.shared, one.entry, one.final) for one in overall_places(finals, sections)] == [
        (1, False, 1, 0),
        (2, True, 2, 0),
        (2, True, 3, 0),
        (4, False, 4, 1),
        (5, False, 5, 1),
        (6, True, 6, None),
        (6, True, 7, None),
        (8, False, 8, None),
    ]


@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=6), min_size=1, max_size=4))
def test_the_places_over_all_name_everybody_once_in_order(finals: list[list[bool]]) -> None:
    listed: list[list[Placing]] = []
    entry = 0
    for final in finals:
        places: list[int] = []
        for at, shares in enumerate(final, 1):
            places.append(places[-1] if shares and places else at)
        listed.append(placed(*places, first=entry + 1))
        entry += len(final)
    overall = overall_places(listed, [])
    assert [one.entry for one in overall] == [*range(1, entry + 1)]
    for one in overall:
        better = sum(other.place < one.place for other in overall)
        assert one.place == better + 1
        assert one.shared == (sum(other.place == one.place for other in overall) > 1)
