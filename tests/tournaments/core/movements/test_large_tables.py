"""Tables of five and six: as many play as the sizes allow, the best places are found, and turns are fair."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.core.checker import check_rounds
from tournaments.core.drawing.large_tables import seat_those_left
from tournaments.core.drawing.meeting import DrawEntry, ReasonCode, sorted_by_standing
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, Proposal
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.partners_by_standing import PARTNERS_BY_STANDING
from tournaments.core.played_rounds import FaultCode, PlayedRound

BOTH = (5, 6)
# The sides of the larger tables of so many players.
LARGE = {
    5: [[2, 3]],
    6: [[3, 3]],
    9: [[2, 3]],
    10: [[2, 3]] * 2,
    11: [[2, 3], [3, 3]],
    13: [[2, 3]],
    15: [[2, 3]] * 3,
}


def an_input(players: int, sizes: tuple[int, ...] = BOTH, seed: int = 1, **fixed: int) -> DrawInput:
    dice = random.Random(seed)
    counts: dict[tuple[int, int], int] = {}
    met: dict[int, Counter[int]] = {player: Counter() for player in range(1, players + 1)}
    for one, other in combinations(range(1, players + 1), 2):
        if times := dice.choice((0, 0, 1, 2)):
            counts[one, other] = counts[other, one] = times
        met[one][other] = met[other][one] = dice.choice((0, 1, 2))
    present = [
        DrawEntry(player, met=dict(counter), sit_outs=dice.randrange(2), table=fixed.get(f"of{player}"))
        for player, counter in met.items()
    ]
    return DrawInput(
        present=present,
        all_entries=range(1, players + 1),
        turn=1,
        clubs_apart=False,
        partner_counts=counts,
        seed=str(seed),
        large_tables=sizes,
    )


def drawn(given: DrawInput, movement: Movement = PARTNERS) -> Proposal:
    return seat_those_left(given, movement.draw(given))


def sizes_of(round_: Proposal) -> list[int]:
    return sorted(len(table.entries) for table in round_.tables)


@pytest.mark.parametrize(
    ("players", "sizes", "expected"),
    [
        (4, BOTH, [4]),
        (5, BOTH, [5]),
        (6, BOTH, [6]),
        (7, BOTH, [1, 6]),
        (8, BOTH, [4, 4]),
        (9, BOTH, [4, 5]),
        (10, BOTH, [5, 5]),
        (11, BOTH, [5, 6]),
        (15, BOTH, [5, 5, 5]),
        (23, BOTH, [4, 4, 5, 5, 5]),
        # Sambola has tables of six alone.
        (9, (6,), [1, 4, 4]),
        (10, (6,), [4, 6]),
        (11, (6,), [1, 4, 6]),
        (15, (6,), [1, 4, 4, 6]),
        (7, (), [1, 1, 1, 4]),
        (3, BOTH, [1, 1, 1]),
    ],
)
@pytest.mark.parametrize("movement", [PARTNERS, PARTNERS_BY_STANDING], ids=str)
def test_as_many_play_as_the_tables_allow(
    players: int, sizes: tuple[int, ...], expected: list[int], movement: Movement
) -> None:
    assert sizes_of(drawn(an_input(players, sizes), movement)) == expected


def test_who_sits_out_all_the_same_has_sat_out_least_often() -> None:
    given = an_input(7)
    fewest = min(player.sit_outs for player in given.present)
    (out,) = (table.entries[0] for table in drawn(given).tables if table.sits_out)
    assert next(player.sit_outs for player in given.present if player.entry == out) == fewest


def price(given: DrawInput, tables: list[list[list[int]]]) -> tuple[int, int]:
    """Repeated partners and opponents, counted without the program."""
    met = {player.entry: player.met for player in given.present}
    partners = sum(
        given.partner_counts.get(pair, 0)
        for sides in tables
        for side in sides
        for pair in combinations(side, 2)
    )
    return partners, sum(
        met[one].get(other, 0) for one_side, side in tables for one in one_side for other in side
    )


@given(players=st.sampled_from(sorted(LARGE)), seed=st.integers(0, 9_999))
def test_nobody_could_join_a_better_table(players: int, seed: int) -> None:
    given_input = an_input(players, BOTH, seed)
    fours = PARTNERS.draw(given_input)
    tables = [[list(side) for side in table.sides] for table in fours.tables if not table.sits_out]
    joining = [table.entries[0] for table in fours.tables if table.sits_out]
    best = min(
        price(given_input, seated)
        for places in product(product(range(len(tables)), (0, 1)), repeat=len(joining))
        for seated in [with_joined(tables, joining, places)]
        if shapes(seated) == LARGE[players]
    )
    found = [[list(side) for side in table.sides] for table in drawn(given_input).tables]
    assert price(given_input, found) == best


def with_joined(
    tables: list[list[list[int]]], joining: list[int], places: tuple[tuple[int, int], ...]
) -> list[list[list[int]]]:
    seated = [[[*side] for side in sides] for sides in tables]
    for player, (table, side) in zip(joining, places, strict=True):
        seated[table][side].append(player)
    return seated


def shapes(tables: list[list[list[int]]]) -> list[list[int]]:
    """The sizes of the sides of each larger table."""
    return sorted(sorted(map(len, sides)) for sides in tables if sum(map(len, sides)) > 4)


def test_two_who_keep_their_tables_join_none_together() -> None:
    given = an_input(9)
    out = next(table.entries[0] for table in PARTNERS.draw(given).tables if table.sits_out)
    keeping = [replace_table(player, 1 if player.entry == out else None) for player in given.present]
    seated = next(table for table in PARTNERS.draw(given).tables if not table.sits_out)
    keeping = [
        replace_table(player, 2) if player.entry == seated.entries[0] else player for player in keeping
    ]
    round_ = drawn(replace(given, present=keeping))
    (five,) = (table for table in round_.tables if len(table.entries) == 5)
    assert sum(player.table is not None for player in keeping if player.entry in five.entries) < 2


def replace_table(player: DrawEntry, table: int | None) -> DrawEntry:
    return player._replace(table=table)


def test_the_table_says_who_has_joined_and_whom_he_has_played_with_before() -> None:
    given = an_input(5)
    everybody = dict.fromkeys(permutations(range(1, 6), 2), 1)
    (table,) = drawn(replace(given, partner_counts=everybody)).tables
    joined = next(reason for reason in table.reasons if reason.code == ReasonCode.LARGE_TABLE)
    assert joined.params["entry"] in table.entries
    assert [reason.params["times"] for reason in table.reasons if reason.code == ReasonCode.SAME_PARTNER] == [
        2,
        2,
    ]


@pytest.mark.parametrize("movement", [PARTNERS, PARTNERS_BY_STANDING], ids=str)
@pytest.mark.parametrize("players", [5, 6, 7, 9, 10, 11, 14])
def test_a_whole_evening_is_fair_and_the_second_opinion_finds_no_fault(
    players: int, movement: Movement
) -> None:
    rounds, often = play_evening(players, movement)
    assert check_rounds(rounds) == []
    if players != 7:
        assert max(often.values()) - min(often[player] for player in range(1, players + 1)) <= 3


def play_evening(players: int, movement: Movement) -> tuple[list[PlayedRound], Counter[int]]:
    rounds: list[PlayedRound] = []
    counts: Counter[tuple[int, int]] = Counter()
    often: Counter[int] = Counter()
    met: dict[int, Counter[int]] = {player: Counter() for player in range(1, players + 1)}
    for number in range(1, 9):
        present = [
            DrawEntry(player, met=dict(met[player]), sit_outs=often[player])
            for player in range(1, players + 1)
        ]
        known = replace(an_input(players), present=present, partner_counts=dict(counts), seed=str(number))
        round_ = drawn(known, movement)
        tables = [table for table in round_.tables if not table.sits_out]
        out = [table.entries[0] for table in round_.tables if table.sits_out]
        rounds.append(
            PlayedRound(
                movement=movement.code,
                tables=[tuple(e for side in sorted(table.sides, key=len) for e in side) for table in tables],
                out=out,
                entered=range(1, players + 1),
                standing=standing_of(present, str(number)),
                large_tables=BOTH,
            )
        )
        for sides in (table.sides for table in tables):
            for side in sides:
                counts.update(permutations(side, 2))
                often.update(side if len(side) == 3 else ())
            for one, other in product(*sides):
                met[one][other] += 1
                met[other][one] += 1
        often.update(out)
    return rounds, often


def standing_of(present: list[DrawEntry], seed: str) -> list[int]:
    return [player.entry for player in sorted_by_standing(present, seed)]


def test_the_second_opinion_sees_one_left_out_and_one_who_takes_turns_again() -> None:
    def round_of(tables: list[tuple[int, ...]], out: list[int]) -> PlayedRound:
        return PlayedRound(
            movement=PARTNERS.code,
            tables=tables,
            out=out,
            entered=range(1, 10),
            standing=range(1, 10),
            large_tables=BOTH,
        )

    first = round_of([(1, 2, 3, 4), (5, 6, 7, 8, 9)], [])
    assert [fault.code for fault in check_rounds([round_of([(1, 2, 3, 4), (5, 6, 7, 8)], [9])])] == [
        FaultCode.TOO_MANY_OUT
    ]
    again = round_of([(1, 3, 2, 5), (4, 6, 7, 8, 9)], [])
    assert FaultCode.SAT_OUT_AGAIN in [fault.code for fault in check_rounds([first, again])]
    turned = round_of([(5, 7, 8, 6), (1, 9, 2, 3, 4)], [])
    assert FaultCode.SAT_OUT_AGAIN not in [fault.code for fault in check_rounds([first, turned])]
