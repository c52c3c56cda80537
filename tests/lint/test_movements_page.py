"""The tables of docs/movements.md are those that the rounds make now."""

from __future__ import annotations

import runpy

import pytest

from tests import ROOT
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements.individual import INDIVIDUAL
from tournaments.core.movements.triples import TRIPLES

BENCH = runpy.run_path(str(ROOT / "bench/movements.py"))


@pytest.mark.parametrize("movement", [INDIVIDUAL, TRIPLES], ids=str)
def test_the_tables_of_the_page_are_current(movement: Movement) -> None:
    page = BENCH["PAGE"].read_text(encoding="utf-8")
    assert "\n".join(BENCH["table_lines"](movement)) in page


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
