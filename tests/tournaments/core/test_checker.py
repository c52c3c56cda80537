"""The checker finds each fault that is planted in an event drawn by its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.core.movements.events import DRAWS, Event
from tournaments.core.checker import check_rounds
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.by_hand import BY_HAND
from tournaments.core.movements.circle import ROUND_ROBIN
from tournaments.core.movements.danish import DANISH_MODIFIED, DANISH_PURE
from tournaments.core.movements.mitchell import MITCHELL
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.movements.three_sided import THREE_SIDED
from tournaments.core.played_rounds import FaultCode, PastRounds, PlayedRound, all_can_meet

Plant = Callable[[PlayedRound], PlayedRound]


def played(movement: Movement, size: int = 12, rounds: int = 3, seed: int = 1) -> list[PlayedRound]:
    event = Event(list(range(1, size + 1)), seed, clubs_apart=False)
    for _round in range(rounds):
        event.play(movement)
    return event.rounds


def with_tables(change: Callable[[list[tuple[int, ...]]], list[tuple[int, ...]]]) -> Plant:
    return lambda one: replace(one, tables=change(list(one.tables)))


def exchanged(tables: list[tuple[int, ...]], one: int = 0, other: int = -1) -> list[tuple[int, ...]]:
    """The last of one table changes places with the last of another."""
    first, second = tables[one], tables[other]
    tables[one], tables[other] = (*first[:-1], second[-1]), (*second[:-1], first[-1])
    return tables


def twice_at_a_table(tables: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [(tables[0][0], tables[0][0]), *tables[1:]]


def as_before(rounds: list[PlayedRound]) -> PlayedRound:
    """The round before once more."""
    return replace(rounds[-1], tables=rounds[-2].tables, out=rounds[-2].out)


PLANTED: list[tuple[str, Movement, int, Plant, FaultCode]] = [
    (
        "an entry against itself",
        SWISS,
        12,
        with_tables(twice_at_a_table),
        FaultCode.AGAINST_ITSELF,
    ),
    ("an entry at two tables", SWISS, 12, with_tables(twice_at_a_table), FaultCode.TWICE),
    ("a table too few", SWISS, 12, with_tables(lambda tables: tables[1:]), FaultCode.LEFT_OUT),
    (
        "a stranger at a table",
        DANISH_PURE,
        12,
        with_tables(lambda tables: [(99, tables[0][1]), *tables[1:]]),
        FaultCode.NOT_ENTERED,
    ),
    (
        "two sit out who could play",
        SWISS,
        13,
        lambda one: replace(one, tables=one.tables[1:], out=[*one.out, *one.tables[0]]),
        FaultCode.TOO_MANY_OUT,
    ),
    ("the first plays the last", SWISS, 12, with_tables(exchanged), FaultCode.NOT_THE_BEST),
    (
        "neighbours who are none",
        DANISH_PURE,
        12,
        with_tables(exchanged),
        FaultCode.NOT_NEIGHBOURS,
    ),
    (
        "a nearer one passed over",
        DANISH_MODIFIED,
        24,
        with_tables(exchanged),
        FaultCode.NOT_NEIGHBOURS,
    ),
    ("a line out of step", MITCHELL, 12, with_tables(exchanged), FaultCode.NOT_THE_LINES),
    (
        "a table of two too many",
        THREE_SIDED,
        12,
        with_tables(lambda tables: [tables[0][:2], (tables[0][2], tables[1][0]), tables[1][1:], *tables[2:]]),
        FaultCode.SMALL_TABLES,
    ),
    (
        "somebody who cannot move at another table",
        SWISS,
        12,
        lambda one: replace(one, numbers=range(1, 7), fixed_tables={one.tables[0][0]: 2}),
        FaultCode.NOT_ITS_TABLE,
    ),
    (
        "two who cannot move against each other",
        DANISH_PURE,
        12,
        lambda one: replace(one, fixed_tables=dict(zip(one.tables[0], (1, 2), strict=True))),
        FaultCode.NEITHER_MOVES,
    ),
    (
        "a locked table that was opened",
        SWISS,
        12,
        lambda one: replace(one, locked=[(one.tables[0][0], one.tables[1][0])]),
        FaultCode.UNLOCKED,
    ),
]


@pytest.mark.parametrize(
    ("what", "movement", "size", "plant", "fault"), PLANTED, ids=[row[0] for row in PLANTED]
)
def test_a_planted_fault_is_found(
    what: str, movement: Movement, size: int, plant: Plant, fault: FaultCode
) -> None:
    rounds = played(movement, size)
    assert check_rounds(rounds) == []
    rounds[-1] = plant(rounds[-1])
    found = check_rounds(rounds)
    assert fault in [one.code for one in found], what
    assert {one.round for one in found} == {len(rounds)}


REPEATED = [
    (ROUND_ROBIN, 12, FaultCode.NOT_THE_CIRCLE),
    (SWISS, 12, FaultCode.REMATCH),
    (DANISH_MODIFIED, 12, FaultCode.REMATCH),
    (SWISS, 13, FaultCode.SAT_OUT_AGAIN),
    (PARTNERS, 13, FaultCode.SAT_OUT_AGAIN),
    (PARTNERS, 12, FaultCode.SAME_PARTNER),
    (THREE_SIDED, 11, FaultCode.SMALL_TABLES),
]


@pytest.mark.parametrize(("movement", "size", "fault"), REPEATED)
def test_a_round_played_again_is_found(movement: Movement, size: int, fault: FaultCode) -> None:
    rounds = played(movement, size)
    rounds[-1] = as_before(rounds)
    assert fault in [one.code for one in check_rounds(rounds)]


@pytest.mark.parametrize("movement", DRAWS, ids=str)
@given(size=st.integers(4, 30), seed=st.integers(0, 999))
def test_what_was_drawn_by_the_rules_has_no_fault(movement: Movement, size: int, seed: int) -> None:
    assert check_rounds(played(movement, size, rounds=2, seed=seed)) == []


# Five after three rounds: 1 and 5, 2 and 3, 2 and 4, 3 and 4 have not met; 1 and 5 have not sat out.


def five(*fourth: tuple[int, ...]) -> list[FaultCode]:
    """What is found in the fourth round with these tables, of which the one of one sits out."""
    rounds = [
        ((2,), (1, 3), (4, 5)),
        ((4,), (3, 5), (1, 2)),
        ((3,), (2, 5), (1, 4)),
        fourth,
    ]
    found = check_rounds(
        PlayedRound(movement=SWISS.code, tables=tables, out=out, entered=range(1, 6), standing=range(1, 6))
        for out, *tables in rounds
    )
    return [one.code for one in found if one.round == len(rounds)]


def test_a_second_sit_out_is_no_fault_where_two_would_have_met_again_without_it() -> None:
    assert five((4,), (1, 5), (2, 3)) == []


def test_a_rematch_is_one_where_somebody_could_have_sat_out_a_second_time() -> None:
    assert five((5,), (1, 2), (3, 4)) == [FaultCode.REMATCH]
    assert five((1,), (2, 5), (3, 4)) == [FaultCode.REMATCH]


def test_a_second_sit_out_is_a_fault_that_spares_nobody_a_rematch() -> None:
    """3 and 5 meet again, as somebody must: then 1 could have sat out."""
    assert FaultCode.SAT_OUT_AGAIN in five((4,), (1, 2), (3, 5))


@given(size=st.integers(5, 8), seed=st.integers(0, 999), keeps=st.integers(0, 4))
def test_all_can_meet_where_one_of_all_ways_holds_no_more_rematches(size: int, seed: int, keeps: int) -> None:
    entries = list(range(1, size - size % 2 + 1))
    event = Event(
        list(range(1, size + 1)), seed, keeps={entry: entry for entry in entries[: keeps % size // 2]}
    )
    for _round in range(size):
        event.play(SWISS)
    before = PastRounds()
    for one in event.rounds:
        before.add(one)
    ways = [way for way in all_ways(entries) if event.rounds[-1].keeps_fixed_entries_apart(*way)]
    fewest = min(sum(before.met[frozenset(table)] for table in way) for way in ways)
    told = [all_can_meet(event.rounds[-1], before, frozenset(entries), times) for times in range(fewest + 2)]
    assert told == [times >= fewest for times in range(fewest + 2)]


def all_ways(entries: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not entries:
        yield []
        return
    first, *rest = entries
    for other in rest:
        for more in all_ways([one for one in rest if one != other]):
            yield [(first, other), *more]


@pytest.mark.parametrize(("movement", "size"), [(ROUND_ROBIN, 4), (MITCHELL, 8), (THREE_SIDED, 8)])
def test_a_round_changed_by_hand_counts_for_those_after_it(movement: Movement, size: int) -> None:
    rounds = played(movement, size, rounds=5 if movement is ROUND_ROBIN else 3)
    rounds[0] = replace(rounds[0], by_hand=True)
    assert check_rounds(rounds) == []


def test_what_a_director_has_set_himself_is_only_asked_for_its_seats() -> None:
    rounds = played(SWISS)
    by_hand = with_tables(exchanged)(rounds[-1])
    assert check_rounds([*rounds[:-1], replace(by_hand, movement=BY_HAND.code)]) == []


def test_what_is_locked_is_asked_for_no_better_opponent() -> None:
    rounds = played(SWISS)
    far = with_tables(exchanged)(rounds[-1])
    held = [far.tables[0], far.tables[-1]]
    assert FaultCode.NOT_THE_BEST in [one.code for one in check_rounds([*rounds[:-1], far])]
    assert check_rounds([*rounds[:-1], replace(far, locked=held)]) == []
