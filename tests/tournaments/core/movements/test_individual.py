"""Evenings of single players set beforehand, for every size from 4 to 60, against counts of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import ROOT
from tests.conftest import LONG
from tournaments.core.checker import check_rounds
from tournaments.core.drawing.layout import Remaining, lay_out
from tournaments.core.drawing.meeting import DrawEntry
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput, DrawTable
from tournaments.core.movements.individual import INDIVIDUAL
from tournaments.core.movements.individual import rounds_per_set as rounds_of_partners
from tournaments.core.movements.triples import TRIPLES
from tournaments.core.movements.triples import rounds_per_set as rounds_of_threes
from tournaments.core.played_rounds import FaultCode, PlayedRound

SIZES = range(4, 61)
# In so many rounds of a set, and in no other size, somebody has sat out twice as often as is even.
UNEVEN_ROUNDS = {47: 4, 51: 2, 55: 28, 59: 14}
# Rounds of a short evening.
FEW = 5
SET_LENGTHS = {INDIVIDUAL: rounds_of_partners, TRIPLES: rounds_of_threes}


@dataclass
class Evening:
    """Rounds drawn one after the other; what has happened is counted here and nowhere else."""

    movement: Movement
    players: int
    places: Sequence[int] = ()
    partners: Counter[frozenset[int]] = field(default_factory=Counter)
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    sat_out: Counter[int] = field(default_factory=Counter)
    at_two: Counter[int] = field(default_factory=Counter)
    rounds: list[PlayedRound] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.places = self.places or lay_out(self.movement, range(1, self.players + 1))

    @property
    def in_a_set(self) -> int:
        return SET_LENGTHS[self.movement](len(self.places))

    def play(self, absent: Collection[int] = ()) -> list[DrawTable]:
        present = [entry for entry in self.places if entry and entry not in absent]
        turn = len(self.rounds) + 1
        drawn = self.movement.draw(
            DrawInput(
                present=[self.known(entry, present) for entry in sorted(present)],
                all_entries=self.places,
                turn=turn,
                clubs_apart=False,
                partner_counts={
                    (one, other): self.partners[frozenset((one, other))]
                    for one in present
                    for other in present
                    if one != other
                },
                seed=f"seed/{turn}",
            )
        )
        self.count(drawn.tables, absent, turn)
        return list(drawn.tables)

    def known(self, entry: int, present: Sequence[int]) -> DrawEntry:
        met = {other: self.met[frozenset((entry, other))] for other in present if other != entry}
        return DrawEntry(entry, met=met, sit_outs=self.sat_out[entry], small_tables=self.at_two[entry])

    def count(self, tables: Sequence[DrawTable], absent: Collection[int], turn: int) -> None:
        for table in tables:
            for side in table.sides:
                self.partners.update(frozenset(pair) for pair in combinations(side, 2))
            for one, other in combinations(table.sides, 2):
                self.met.update(frozenset((mine, theirs)) for mine in one for theirs in other)
            if len(table.sides) == 1:
                self.sat_out.update(table.sides[0])
            elif len(table.sides) < self.movement.sides:
                self.at_two.update(table.entries)
        self.rounds.append(
            PlayedRound(
                movement=self.movement.code,
                tables=[table.entries for table in tables if len(table.sides) > 1],
                out=[table.sides[0][0] for table in tables if len(table.sides) == 1],
                entered=[entry for entry in self.places if entry],
                absent=[entry for entry in self.places if entry in absent],
                places=self.places,
                turn=turn,
                sides=self.movement.sides,
            )
        )

    def spread(self, counted: Counter[frozenset[int]]) -> tuple[int, int]:
        times = [counted[frozenset(pair)] for pair in combinations(range(1, self.players + 1), 2)]
        return min(times), max(times)

    def spread_of_each(self, counted: Counter[int]) -> tuple[int, int]:
        times = [counted[player] for player in range(1, self.players + 1)]
        return min(times), max(times)


def a_set(movement: Movement, players: int) -> Evening:
    evening = Evening(movement, players)
    for _round in range(evening.in_a_set):
        evening.play()
    return evening


# Partners.


@pytest.mark.parametrize("players", [size for size in SIZES if size % 4 < 2])
def test_of_4k_and_4k_plus_1_each_is_a_partner_once_and_an_opponent_twice(players: int) -> None:
    evening = a_set(INDIVIDUAL, players)
    assert len(evening.rounds) == players - (players % 4 == 0)
    assert evening.spread(evening.partners) == (1, 1)
    assert evening.spread(evening.met) == (2, 2)
    assert evening.spread_of_each(evening.sat_out) == (players % 4, players % 4)
    assert check_rounds(evening.rounds) == []


@pytest.mark.parametrize("players", [size for size in SIZES if size % 4 == 3])
def test_of_4k_plus_3_nobody_has_a_partner_twice_and_three_sit_out(players: int) -> None:
    evening = a_set(INDIVIDUAL, players)
    assert len(evening.rounds) == players
    assert evening.spread(evening.partners) == (0, 1)
    had = Counter(player for pair, times in evening.partners.items() if times for player in pair)
    assert evening.spread_of_each(had) == (players - 3, players - 3)
    assert evening.spread(evening.met)[1] == 2
    assert evening.spread_of_each(evening.sat_out) == (3, 3)
    assert check_rounds(evening.rounds) == []


@pytest.mark.parametrize("players", [size for size in SIZES if size % 4 == 2])
def test_of_4k_plus_2_each_lacks_one_partner_and_sits_out_twice(players: int) -> None:
    evening = a_set(INDIVIDUAL, players)
    assert len(evening.rounds) == players
    assert len(evening.places) == players
    assert evening.spread(evening.partners) == (0, 1)
    had = Counter(player for pair, times in evening.partners.items() if times for player in pair)
    assert evening.spread_of_each(had) == (players - 2, players - 2)
    assert evening.spread(evening.met)[1] == 2
    assert evening.spread_of_each(evening.sat_out) == (2, 2)
    assert check_rounds(evening.rounds) == []


def first_rounds_of_the_page() -> dict[int, tuple[int, int]]:
    """How often two are opponents in the first five rounds, by the table of docs/movements.md."""
    page = (ROOT / "docs" / "movements.md").read_text(encoding="utf-8")
    table = page.partition("<!-- partners -->\n")[2].partition("<!-- end of partners -->")[0]
    titles, _rule, *lines = (line.strip("| ").split(" | ") for line in table.splitlines())
    at = titles.index(f"{FEW} rounds: met")
    times = {int(line[0]): [int(number) for number in line[at].split("–")] for line in lines}
    return {players: (min(found), max(found)) for players, found in times.items()}


@pytest.mark.parametrize("players", SIZES)
def test_in_the_first_rounds_of_a_set_nobody_meets_the_same_too_often(players: int) -> None:
    evening = Evening(INDIVIDUAL, players)
    for _round in range(FEW):
        evening.play()
    least, most = evening.spread(evening.met)
    # Four have no one else.
    assert most <= (4 if players == 4 else 3)
    assert (least, most) == first_rounds_of_the_page()[players]
    if players > FEW:
        assert evening.spread(evening.partners)[1] == 1


def test_where_the_page_says_so_nobody_meets_twice_in_the_first_rounds() -> None:
    page = first_rounds_of_the_page()
    assert [*page] == [*SIZES]
    once = [players for players, times in page.items() if times == (0, 1)]
    assert {10, 15, 16, 21, 25, 26} <= {*once}
    for players in once:
        evening = Evening(INDIVIDUAL, players)
        for _round in range(FEW):
            evening.play()
        assert max(evening.met.values()) == 1


@pytest.mark.parametrize("players", SIZES)
def test_sit_outs_are_even_after_every_round(players: int) -> None:
    evening = Evening(INDIVIDUAL, players)
    uneven = 0
    for _round in range(2 * evening.in_a_set):
        evening.play()
        least, most = evening.spread_of_each(evening.sat_out)
        assert most - least <= 2
        uneven += most - least > 1
    assert uneven == 2 * UNEVEN_ROUNDS.get(players, 0)


@pytest.mark.parametrize("players", UNEVEN_ROUNDS)
def test_no_order_of_those_rounds_is_even(players: int) -> None:
    out = [frozenset(played.out) for played in a_set(INDIVIDUAL, players).rounds]
    # An even order begins with rounds in which nobody sits out again, until fewer than three have not.
    assert not can_be_out_once(out, frozenset(range(1, players + 1)), players % 3)


def can_be_out_once(rounds: Sequence[frozenset[int]], players: frozenset[int], left_over: int) -> bool:
    """Return whether some of the rounds have each of the players out once, but for so many."""
    if len(players) <= left_over:
        return True
    possible = [out for out in rounds if out <= players]
    player = min(players, key=lambda one: sum(one in out for out in possible))
    return any(can_be_out_once(possible, players - out, left_over) for out in possible if player in out) or (
        left_over > 0 and can_be_out_once(possible, players - {player}, left_over - 1)
    )


@pytest.mark.parametrize("players", SIZES)
def test_after_a_set_it_begins_anew(players: int) -> None:
    evening = a_set(INDIVIDUAL, players)
    first = evening.rounds[0]
    evening.play()
    planned = [table for table in evening.rounds[-1].tables if table in first.tables]
    assert len(planned) >= len(first.tables) - 1
    assert check_rounds(evening.rounds) == []


def test_there_are_no_rounds_for_more_than_sixty() -> None:
    for players in (61, 62, 63, 64):
        for movement in (INDIVIDUAL, TRIPLES):
            places = lay_out(movement, range(1, players + 1))
            assert movement.schedule is not None
            assert movement.max_rounds is not None
            assert movement.schedule(places, 1) == [], (movement, players)
            assert movement.max_rounds(len(places)) == 0


# Tables of three.


@pytest.mark.parametrize("players", SIZES)
def test_at_tables_of_three_nobody_meets_twice_where_that_can_be(players: int) -> None:
    evening = a_set(TRIPLES, players)
    places = players + -players % 3
    times = {6: 4, 12: 2}.get(places, 1)
    assert evening.spread_of_each(evening.sat_out) == (0, 0)
    if places == players:
        assert evening.spread(evening.met)[1] == times
        never = [pair for pair in combinations(range(1, players + 1), 2) if not evening.met[frozenset(pair)]]
        assert len(never) == (players // 2 if players % 6 == 0 and players > 12 else 0)
    if places == players + 1:
        assert evening.spread(evening.met)[1] == times
        least, most = evening.spread_of_each(evening.at_two)
        assert most - least <= 1
    for played in evening.rounds:
        assert sum(len(table) == 2 for table in played.tables) == -players % 3
    assert check_rounds(evening.rounds) == []


@pytest.mark.parametrize("players", [size for size in SIZES if size % 6 == 4 and size > 12])
def test_beside_two_who_never_meet_everybody_is_at_a_table_of_two_twice(players: int) -> None:
    evening = a_set(TRIPLES, players)
    assert evening.spread_of_each(evening.at_two) == (2, 2)
    assert evening.spread(evening.met)[1] == 1


# When somebody is missing.


@given(
    players=st.integers(4, 60 if LONG else 24),
    movement=st.sampled_from([INDIVIDUAL, TRIPLES]),
    missing=st.lists(st.sets(st.integers(1, 60), max_size=6), min_size=1, max_size=8),
)
def test_whoever_is_missing_as_many_play_as_can_and_the_second_opinion_agrees(
    players: int, movement: Movement, missing: list[set[int]]
) -> None:
    evening = Evening(movement, players)
    for away in missing:
        present = {*range(1, players + 1)} - away
        if len(present) < 2:
            continue
        tables = evening.play(away)
        seated = [entry for table in tables for entry in table.entries]
        assert sorted(seated) == sorted(present)
        out = len(evening.rounds[-1].out)
        assert out == (len(present) % 4 if movement is INDIVIDUAL else 0)
    assert check_rounds(evening.rounds) == []


def test_two_pairs_whose_opponents_are_missing_meet() -> None:
    evening = Evening(INDIVIDUAL, 12)
    plan = [table.sides for table in Evening(INDIVIDUAL, 12).play()]
    first, second = plan[0], plan[1]
    tables = [table.sides for table in evening.play({first[0][0], second[1][1]})]
    assert plan[2] in tables
    assert (first[1], second[0]) in tables
    assert sorted(evening.rounds[-1].out) == sorted((first[0][1], second[1][0]))


def test_one_who_is_missing_of_4k_plus_1_is_replaced_by_who_would_sit_out() -> None:
    plan = Evening(INDIVIDUAL, 13)
    gone = plan.play()[0].entries[0]
    evening = Evening(INDIVIDUAL, 13)
    evening.play({gone})
    assert evening.rounds[-1].out == []


# Faults.


def exchanged(played: PlayedRound) -> PlayedRound:
    first, second, *others = played.tables
    return replace(played, tables=[(*first[:-1], second[-1]), (*second[:-1], first[-1]), *others])


@pytest.mark.parametrize("movement", [INDIVIDUAL, TRIPLES], ids=str)
@pytest.mark.parametrize("players", [12, 13, 14, 15, 16, 17])
def test_two_who_have_changed_places_are_found(movement: Movement, players: int) -> None:
    evening = Evening(movement, players)
    evening.play()
    evening.play()
    evening.rounds[-1] = exchanged(evening.rounds[-1])
    assert FaultCode.NOT_THE_MOVEMENT in [fault.code for fault in check_rounds(evening.rounds)]


def test_other_partners_at_the_same_table_are_found() -> None:
    evening = Evening(INDIVIDUAL, 8)
    evening.play()
    (a, b, c, d), *others = evening.rounds[0].tables
    evening.rounds[0] = replace(evening.rounds[0], tables=[(a, c, b, d), *others])
    assert [fault.code for fault in check_rounds(evening.rounds)] == [FaultCode.NOT_THE_MOVEMENT]


def test_of_those_drawn_together_it_is_found_who_sits_out_again() -> None:
    evening = Evening(INDIVIDUAL, 13)
    evening.play()
    rested = evening.rounds[0].out[0]
    plan = Evening(INDIVIDUAL, 13)
    plan.play()
    second = next(table for table in plan.play() if rested in table.entries)
    away = {next(entry for entry in second.entries if entry != rested), *plan.rounds[1].out}
    evening.play(away)
    drawn = evening.rounds[-1]
    table = next(table for table in drawn.tables if rested in table) if rested not in drawn.out else None
    if table is None:
        return
    other = drawn.out[0]
    tables = [tuple(other if entry == rested else entry for entry in one) for one in drawn.tables]
    evening.rounds[-1] = replace(drawn, tables=tables, out=[rested, *drawn.out[1:]])
    assert check_rounds(evening.rounds)


# Laid out anew.


@given(
    players=st.integers(8, 20),
    leave=st.sets(st.integers(1, 20), max_size=3),
    come=st.integers(0, 3),
    movement=st.sampled_from([INDIVIDUAL, TRIPLES]),
)
def test_a_new_layout_seats_all_and_keeps_the_empty_places_last(
    players: int, leave: set[int], come: int, movement: Movement
) -> None:
    evening = Evening(movement, players)
    first = [table.entries for table in evening.play()]
    present = sorted({*range(1, players + 1)} - leave | {*range(100, 100 + come)})
    met = evening.partners if movement is INDIVIDUAL else evening.met
    kept = [table for table in first if {*table} <= {*present} and len(table) > 1]
    remaining = Remaining(movement=movement, turn=2, rounds=3)
    places = remaining.best_places(present, met, kept, "seed")
    assert sorted(entry for entry in places if entry) == present
    assert [bool(entry) for entry in places] == [bool(entry) for entry in lay_out(movement, present)]
    by_number = lay_out(movement, present)
    assert remaining.rematches(places, met) <= remaining.rematches(by_number, met)


def test_a_new_layout_of_the_same_field_goes_on_without_a_repeated_partner() -> None:
    evening = Evening(INDIVIDUAL, 12)
    first = [table.entries for table in evening.play()]
    remaining = Remaining(movement=INDIVIDUAL, turn=2, rounds=10)
    places = remaining.best_places(range(1, 13), evening.partners, first, "seed")
    assert remaining.rematches(places, evening.partners) == 0
