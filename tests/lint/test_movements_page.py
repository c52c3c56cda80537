"""The tables of docs/movements.md are those that the rounds make now."""

from __future__ import annotations

import runpy

import pytest

from tests import ROOT
from tests.conftest import LONG
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.individual import INDIVIDUAL
from tournaments.core.movements.triples import TRIPLES

ENTRIES = (8, 11)
BENCH = runpy.run_path(str(ROOT / "bench/movements.py"))


@pytest.mark.parametrize("movement", [INDIVIDUAL, TRIPLES], ids=str)
def test_the_tables_of_the_page_are_current(movement: Movement) -> None:
    page = BENCH["PAGE"].read_text(encoding="utf-8")
    assert "\n".join(BENCH["table_lines"](movement)) in page


# A few lines of each movement; the long profile plays all evenings anew.
DRAWN = runpy.run_path(str(ROOT / "bench/drawn_movements.py"))
LINES = [
    (movement, entries) for movement in DRAWN["DRAWN"] for entries in (DRAWN["SIZES"] if LONG else ENTRIES)
]


@pytest.mark.parametrize(("movement", "entries"), LINES, ids=str)
def test_the_table_of_drawn_rounds_is_current(movement: Movement, entries: int) -> None:
    page = BENCH["PAGE"].read_text(encoding="utf-8")
    assert f"\n{DRAWN['line'](movement, entries)}\n" in page


@pytest.mark.parametrize("movement", DRAWN["DRAWN"], ids=str)
def test_no_evening_is_better_than_the_bound(movement: Movement) -> None:
    for entries in ENTRIES:
        for rounds in DRAWN["PARTS"]:
            found = DRAWN["worst_of_evenings"](movement, entries, rounds)
            best = DRAWN["at_best"](movement, entries, rounds)
            assert found.repeated >= best.repeated
            assert found.most >= best.most
            assert found.least_out <= best.least_out <= best.most_out <= found.most_out


@pytest.mark.parametrize("players", [5, 8, 12, 13])
def test_the_search_finds_the_first_round_of_a_whist_tournament(players: int) -> None:
    modulus = players - (players % 4 == 0)
    tables = BENCH["search_starter"](players)
    rounds = [
        [[place if place == modulus else (place + step) % modulus for place in table] for table in tables]
        for step in range(modulus)
    ]
    partners = {frozenset(pair) for played in rounds for a, b, c, d in played for pair in ((a, b), (c, d))}
    assert len(partners) == players * (players - 1) // 2
