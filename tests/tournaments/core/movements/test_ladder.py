"""Ladders: who wins goes up or stays, who loses goes down or on, and nobody sits out twice before others."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.core.movements.events import after_meetings
from tournaments.core import checker
from tournaments.core.drawing.meeting import DrawEntry, lot_for
from tournaments.core.drawing.movement import Movement
from tournaments.core.drawing.proposal import DrawInput
from tournaments.core.movements.ladder import LADDER, WINNERS_STAY
from tournaments.core.played_rounds import FaultCode, PlayedRound

BOTH = pytest.mark.parametrize("movement", [LADDER, WINNERS_STAY], ids=str)
seeds = st.integers(0, 10_000)


class Evening:
    """An evening of ladders: entries come and go, and dice say who wins."""

    def __init__(self, entries: int, seed: int) -> None:
        self.dice, self.seed = random.Random(seed), seed
        self.field = [DrawEntry(entry) for entry in range(1, entries + 1)]
        self.rounds: list[PlayedRound] = []
        self.apart: frozenset[frozenset[int]] = frozenset()

    def draw(self, movement: Movement) -> PlayedRound:
        seed = f"{self.seed}/{len(self.rounds)}"
        proposal = movement.draw(
            DrawInput(
                present=self.field,
                all_entries=[],
                turn=1,
                clubs_apart=False,
                partner_counts={},
                seed=seed,
            )
        )
        came_from = [entry for entry in self.field if entry.last_table is not None]
        played = PlayedRound(
            movement=movement.code,
            tables=[table.entries for table in proposal.tables if not table.sits_out],
            out=[table.entries[0] for table in proposal.tables if table.sits_out],
            entered=[entry.entry for entry in self.field],
            last_tables={entry.entry: entry.last_table or 0 for entry in came_from},
            last_outcomes={entry.entry: entry.last_outcome for entry in came_from},
            seed=seed,
        )
        self.rounds.append(played)
        return played

    def play(self, movement: Movement, *outcomes: str) -> PlayedRound:
        """Draw a round; the outcomes are those of the first sides, in the order of the tables."""
        played = self.draw(movement)
        results: dict[int, tuple[int, str]] = {}
        other_way = {"win": "loss", "loss": "win", "draw": "draw", "": ""}
        for number, table in enumerate(played.tables, start=1):
            outcome = (
                outcomes[number - 1]
                if outcomes
                else self.dice.choice(["win", "win", "loss", "loss", "draw", ""])
            )
            results[table[0]] = number, outcome
            results[table[1]] = number, other_way[outcome]
        after = after_meetings(self.field, [])
        self.field = [
            entry._replace(
                sit_outs=entry.sit_outs + (entry.entry in played.out),
                last_table=results[entry.entry][0] if entry.entry in results else None,
                last_outcome=results[entry.entry][1] if entry.entry in results else "",
            )
            for entry in after
        ]
        return played


def tables_after(movement: Movement, first: PlayedRound, evening: Evening) -> list[set[int]]:
    return [{*table} for table in evening.draw(movement).tables]


def test_winners_go_up_a_table_and_losers_down() -> None:
    evening = Evening(8, 1)
    first = evening.play(LADDER, "win", "loss", "win", "loss")
    (a, b), (c, d), (e, f), (g, h) = first.tables
    assert tables_after(LADDER, first, evening) == [{a, d}, {b, e}, {c, h}, {f, g}]


def test_winners_stay_and_losers_go_to_the_next_table_and_from_the_last_to_the_first() -> None:
    evening = Evening(8, 1)
    first = evening.play(WINNERS_STAY, "win", "loss", "win", "loss")
    (a, b), (c, d), (e, f), (g, h) = first.tables
    assert tables_after(WINNERS_STAY, first, evening) == [{a, g}, {d, b}, {e, c}, {h, f}]


@BOTH
def test_a_lot_decides_a_drawn_game(movement: Movement) -> None:
    evening = Evening(4, 1)
    first = evening.play(movement, "draw", "win")
    (a, b), (c, d) = first.tables
    second = evening.draw(movement)
    winner, loser = sorted((a, b), key=lambda entry: lot_for(second.seed, entry))
    expected = [{winner, c}, {loser, d}] if movement is LADDER else [{winner, d}, {loser, c}]
    assert [{*table} for table in second.tables] == expected


def test_who_sat_out_begins_at_the_last_table_of_a_ladder_whose_loser_sits_out() -> None:
    evening = Evening(5, 1)
    first = evening.play(LADDER, "win", "win")
    (a, b), (c, d) = first.tables
    (alone,) = first.out
    second = evening.draw(LADDER)
    assert [{*table} for table in second.tables] == [{a, c}, {b, alone}]
    assert second.out == [d]


def test_who_sat_out_challenges_the_winner_of_the_first_table_where_winners_stay() -> None:
    evening = Evening(5, 1)
    first = evening.play(WINNERS_STAY, "win", "win")
    (a, b), (c, d) = first.tables
    (alone,) = first.out
    second = evening.draw(WINNERS_STAY)
    assert [{*table} for table in second.tables] == [{a, alone}, {c, b}]
    assert second.out == [d]


@BOTH
@given(size=st.integers(4, 60), seed=seeds)
def test_for_every_size_two_never_meet_twice_running_and_sit_outs_are_even(
    movement: Movement, size: int, seed: int
) -> None:
    evening = Evening(size, seed)
    sit_outs: Counter[int] = Counter()
    for _round in range(6):
        before = {frozenset(table) for table in evening.rounds[-1].tables} if evening.rounds else set()
        played = evening.play(movement)
        assert before.isdisjoint(frozenset(table) for table in played.tables)
        sit_outs.update(played.out)
        counts = [sit_outs[entry] for entry in range(1, size + 1)]
        assert max(counts) - min(counts) <= 1
    assert checker.check_rounds(evening.rounds) == []


@BOTH
@given(
    size=st.integers(4, 30),
    seed=seeds,
    moves=st.lists(st.sampled_from(["come", "leave", "stay", "miss"]), max_size=6),
)
def test_the_check_agrees_whoever_comes_and_goes(
    movement: Movement, size: int, seed: int, moves: list[str]
) -> None:
    evening, newest = Evening(size, seed), size
    for move in ["stay", *moves]:
        if move == "come":
            newest += 1
            evening.field.append(DrawEntry(newest))
        if move == "leave" and len(evening.field) > 3:
            evening.field.pop(evening.dice.randrange(len(evening.field)))
        if move == "miss":
            at = evening.dice.randrange(len(evening.field))
            evening.field[at] = evening.field[at]._replace(last_table=None, last_outcome="")
        evening.play(movement)
    assert checker.check_rounds(evening.rounds) == []


@BOTH
def test_the_check_finds_two_entries_that_have_changed_places(movement: Movement) -> None:
    """Whichever two of different tables: the round is then another one than the ladder makes."""
    evening = Evening(10, 3)
    evening.play(movement)
    second = evening.draw(movement)
    for one in range(10):
        for other in range(one):
            seats = [entry for table in second.tables for entry in table]
            seats[one], seats[other] = seats[other], seats[one]
            tables = [(seats[at], seats[at + 1]) for at in range(0, 10, 2)]
            if {frozenset(table) for table in tables} == {frozenset(table) for table in second.tables}:
                continue
            second_changed = PlayedRound(
                movement=movement.code,
                tables=tables,
                entered=second.entered,
                last_tables=second.last_tables,
                last_outcomes=second.last_outcomes,
                seed=second.seed,
            )
            faults = checker.check_rounds([evening.rounds[0], second_changed])
            assert FaultCode.NOT_NEIGHBOURS in {fault.code for fault in faults}


@BOTH
def test_an_entry_that_cannot_move_is_met_where_it_sits(movement: Movement) -> None:
    evening = Evening(8, 5)
    evening.field[2] = evening.field[2]._replace(table=2)
    evening.field[5] = evening.field[5]._replace(table=4)
    for _round in range(5):
        played = evening.play(movement)
        assert not any({3, 6} == {*table} for table in played.tables)
