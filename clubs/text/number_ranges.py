"""Numbers of tables and the like in one line: 1–10, 12."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

# Two that follow each other are no shorter as a range.
_SHORTEST_RANGE: Final = 3


def number_ranges(numbers: Iterable[int]) -> str:
    """Return the numbers in order with commas between them; those that follow each other with a dash."""
    ordered = sorted(set(numbers))
    runs = [
        [number for _place, number in run]
        for _step, run in groupby(enumerate(ordered), lambda one: one[1] - one[0])
    ]
    return ", ".join(part for run in runs for part in _parts(run))


def _parts(run: list[int]) -> list[str]:
    if len(run) < _SHORTEST_RANGE:
        return [str(number) for number in run]
    return [f"{run[0]}–{run[-1]}"]
