"""The page of the movements of pairs: its figures are those of the program, beside published ones."""

from __future__ import annotations

import re
import runpy
from collections.abc import Sequence
from itertools import combinations

import pytest

from tests import ROOT
from tournaments.core.drawing.meeting import Meeting
from tournaments.core.guides import count_table_changes, fewest_changes
from tournaments.core.movements.circle import rounds_per_leg
from tournaments.core.movements.guided import draw_guided

PAIRS = runpy.run_path(str(ROOT / "bench/pairs.py"))
PAGE = PAIRS["PAGE"].read_text(encoding="utf-8")


def test_the_table_is_the_one_that_the_script_makes() -> None:
    assert PAIRS["page_with"](PAGE, PAIRS["table"]()) == PAGE


def test_the_worked_evening_is_the_one_that_is_drawn() -> None:
    for number in range(1, 8):
        tables = " | ".join("–".join(map(str, one.entries)) for one in draw_guided(range(1, 9), number))
        assert f"| {number} | {tables} |" in PAGE


# What others have published, as they wrote it.
HOWELLS_OF_FOUR_TABLES = ("8-1 2-7 3-6 5-4", "8-1 4-2 3-7 6-5", "8-1 5-7 2-6 4-3")
COURTS_TWO_TO_FOUR = (
    "38 47 56",
    "27 36 45",
    "86 25 34",
    "75 84 23",
    "64 73 82",
    "53 62 78",
    "42 58 67",
)


def howell(start: str) -> Sequence[Sequence[Meeting]]:
    """Each pair goes to where the one before it was, and the highest stays."""
    tables = [tuple(map(int, table.split("-"))) for table in start.split()]
    others = 2 * len(tables) - 1

    def moved(pair: int, rounds: int) -> int:
        return pair if pair > others else (pair - 1 + rounds) % others + 1

    return [
        [
            Meeting(tuple(moved(pair, number) for pair in table), (), at)
            for at, table in enumerate(tables, start=1)
        ]
        for number in range(others)
    ]


def courts() -> Sequence[Sequence[Meeting]]:
    return [
        [
            Meeting((int(one), int(other)), (), at)
            for at, (one, other) in enumerate(map(list, line.split()), start=2)
        ]
        for line in COURTS_TWO_TO_FOUR
    ]


@pytest.mark.parametrize(
    ("published", "entries"),
    [
        *((howell(start), 8) for start in HOWELLS_OF_FOUR_TABLES),
        (PAIRS["flower_howell"](8), 8),
        (courts(), 7),
    ],
)
def test_the_published_movements_are_round_robins_with_the_changes_that_the_page_says(
    published: Sequence[Sequence[Meeting]], entries: int
) -> None:
    met = [frozenset(meeting.entries) for meetings in published for meeting in meetings]
    everybody = sorted({entry for pair in met for entry in pair})
    assert sorted(map(sorted, met)) == [[*pair] for pair in combinations(everybody, 2)]
    changes = sum(count_table_changes(published).values())
    row = rf"\| {entries} \|[^|]+\| {changes} \| {fewest_changes(entries, rounds_per_leg(entries))} \|"
    assert re.search(row, PAGE)
