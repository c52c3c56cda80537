"""Who gets what: counted by hand, and properties that hold for every table and every tie."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import ROOT
from tournaments.core.cash import MAX_AMOUNT
from tournaments.core.prize_rows import MAX_PLACES, MAX_THING, BadLine, read_rows, write_rows
from tournaments.core.prizes import (
    NO_PRIZE,
    Allotment,
    Prize,
    PrizeRow,
    RankedEntry,
    Sharing,
    allot,
    draw_order,
    places_among,
    row_for,
    tied_groups,
)

COUNTED = tomllib.loads((ROOT / "fixtures/prizes/evening.toml").read_text())
STANDINGS = [(entry, place) for entry, place in COUNTED["standings"]]

prizes = st.builds(Prize, st.integers(0, MAX_AMOUNT), st.sampled_from(("", "cup", "a box of chocolates")))
tables = st.lists(prizes, max_size=8)
units = st.sampled_from((1, 50, 100, 500))


@st.composite
def placed(draw: st.DrawFn) -> list[RankedEntry]:
    """Places of up to ten entries, some of them shared."""
    found: list[RankedEntry] = []
    for size in draw(st.lists(st.integers(1, 4), max_size=5)):
        first = len(found) + 1
        found += [RankedEntry(first + at, first, size > 1) for at in range(size)]
    return found


def _given(allotment: Allotment) -> list[list[object]]:
    return [[award.entry, award.amount, award.thing] for award in allotment.awards if not award.is_empty]


def _prizes_for(table: str, entries: int) -> Sequence[Prize]:
    row = row_for(read_rows(table), entries)
    assert row is not None
    return row.prizes


def test_divided_as_counted_by_hand() -> None:
    places = places_among(STANDINGS, range(1, 10))
    divided = allot(places, _prizes_for(COUNTED["table"], 9), Sharing.DIVIDE, COUNTED["unit"])
    assert _given(divided) == COUNTED["divided"]["awards"]
    assert divided.remainder == COUNTED["divided"]["remainder"]


def test_drawn_as_counted_by_hand() -> None:
    places, counted = places_among(STANDINGS, range(1, 10)), COUNTED["drawn"]
    lots = {frozenset(counted["lot"]): counted["lot"]}
    drawn = allot(places, _prizes_for(COUNTED["table"], 9), Sharing.DRAW, COUNTED["unit"], lots)
    assert (_given(drawn), drawn.remainder) == (counted["awards"], counted["remainder"])


@pytest.mark.parametrize("part", ["ladies", "decided"])
def test_a_category_as_counted_by_hand(part: str) -> None:
    ladies, counted = COUNTED["ladies"], COUNTED[part]
    orders = {frozenset(counted["order"]): counted["order"]} if "order" in counted else {}
    places = places_among(STANDINGS, ladies["members"], orders)
    assert [[one.entry, one.place] for one in places] == counted["places"]
    allotted = allot(
        places, _prizes_for(ladies["table"], len(places)), Sharing.DIVIDE, COUNTED["unit"], orders
    )
    assert _given(allotted) == counted["awards"]


@given(placed(), tables, units)
def test_nothing_is_lost_when_prizes_are_divided(
    places: list[RankedEntry], table: list[Prize], unit: int
) -> None:
    divided = allot(places, table, Sharing.DIVIDE, unit)
    given_out = sum(award.amount for award in divided.awards)
    assert given_out + divided.remainder == sum(prize.amount for prize in table[: len(places)])
    for _place, same in groupby(divided.awards, key=lambda award: award.place):
        group = list(same)
        assert len({award.amount for award in group}) == 1
        assert len(group) == 1 or group[0].amount % unit == 0
    assert (
        divided.remainder < unit * max(1, sum(len(tied) for _at, tied in tied_groups(places))) or not places
    )


@given(placed(), tables, units, st.text(max_size=8))
def test_a_lot_gives_every_prize_once(
    places: list[RankedEntry], table: list[Prize], unit: int, seed: str
) -> None:
    lots = {frozenset(tied): draw_order(seed, tied) for _place, tied in tied_groups(places)}
    for sharing in Sharing:
        allotted = allot(places, table, sharing, unit, lots)
        assert not any(award.open for award in allotted.awards)
        things = sorted(award.thing for award in allotted.awards if award.thing)
        assert things == sorted(prize.thing for prize in table[: len(places)] if prize.thing)
    drawn = allot(places, table, Sharing.DRAW, unit, lots)
    assert drawn.remainder == 0
    amounts = sorted(award.amount for award in drawn.awards)
    assert amounts == sorted(
        [prize.amount for prize in table[: len(places)]] + [0] * (len(places) - min(len(places), len(table)))
    )


@given(placed(), tables)
def test_before_the_lot_nobody_is_preferred(places: list[RankedEntry], table: list[Prize]) -> None:
    for _place, same in groupby(allot(places, table, Sharing.DRAW, 1).awards, key=lambda award: award.place):
        assert len({award[3:] for award in same}) == 1


@given(placed(), st.sets(st.integers(1, 20)))
def test_a_category_keeps_the_order_and_the_ties_of_all(places: list[RankedEntry], members: set[int]) -> None:
    standings = [(one.entry, one.place) for one in places]
    among = places_among(standings, members)
    assert [one.entry for one in among] == [entry for entry, _place in standings if entry in members]
    of_all = dict(standings)
    for one in among:
        better = [other for other in among if of_all[other.entry] < of_all[one.entry]]
        level = [other for other in among if of_all[other.entry] == of_all[one.entry]]
        assert (one.place, one.shared) == (len(better) + 1, len(level) > 1)


def test_a_decider_among_others_changes_nothing() -> None:
    places = places_among([(1, 1), (2, 1), (3, 1)], {1, 2, 3}, {frozenset({1, 2}): [2, 1]})
    assert [one.place for one in places] == [1, 1, 1]


@given(st.text(), st.sets(st.integers(1, 999), min_size=1))
def test_a_lot_can_be_repeated(seed: str, entries: set[int]) -> None:
    order = draw_order(seed, entries)
    assert sorted(order) == sorted(entries)
    assert order == draw_order(seed, sorted(entries, reverse=True))


# The table as it is typed.


@given(
    st.lists(
        st.one_of(
            prizes,
            st.builds(
                Prize,
                st.integers(0, MAX_AMOUNT),
                st.from_regex(r"[a-zåäö][a-zåäö ,]{0,20}[a-z]", fullmatch=True),
            ),
        ),
        min_size=1,
        max_size=6,
    ).filter(lambda row: any(prize != NO_PRIZE for prize in row))
)
def test_what_is_written_reads_the_same(row: list[Prize]) -> None:
    clean = [Prize(prize.amount, " ".join(prize.thing.split())) for prize in row]
    rows = (PrizeRow(tuple(clean), 1, 10), PrizeRow(tuple(clean), 11, None))
    assert read_rows(write_rows(rows)) == rows
    assert read_rows(write_rows(rows[1:])) == rows[1:]


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        rows = read_rows(text)
    except BadLine:
        return
    assert read_rows(write_rows(rows)) == rows


@pytest.mark.parametrize(
    ("text", "prizes_read"),
    [
        ("50 + cup\n30 €\n-\nchocolate", [(5000, "cup"), (3000, ""), (0, ""), (0, "chocolate")]),
        ("1. 12,50 kr\n2. 2 cards + 1 cup", [(1250, ""), (0, "2 cards + 1 cup")]),
        ("1) 10\n\n2: 5", [(1000, ""), (500, "")]),
    ],
)
def test_people_write_it_in_many_ways(text: str, prizes_read: list[tuple[int, str]]) -> None:
    (row,) = read_rows(text)
    assert [(*prize,) for prize in row.prizes] == prizes_read


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1-10:\n50\n8-12:\n60", 3),
        ("1-:\n50\n8-12:\n60", 3),
        ("10-8:\n50", 1),
        ("1. 50\n3. 20", 2),
        (f"{'x' * (MAX_THING + 1)}", 1),
        ("5\n" * (MAX_PLACES + 1), MAX_PLACES + 1),
    ],
)
def test_what_contradicts_itself_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(BadLine) as refused:
        read_rows(text)
    assert refused.value.line == line
