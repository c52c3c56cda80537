"""Who meets whom, by lot.

Knows entries by their numbers only; must not know tables, names or the database. The lot is a hash of the
seed and the number, so that anybody can repeat a draw on any machine from the seed that was shown before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import NamedTuple


class Meeting(NamedTuple):
    """Two entries that meet; `second` is None for the entry that sits out."""

    first: int
    second: int | None


def _lot(seed: str, number: int) -> str:
    """The lot that an entry draws: the order of these strings is the order of the draw."""
    return hashlib.sha256(f"{seed}/{number}".encode()).hexdigest()


def by_lot(numbers: Iterable[int], seed: str) -> tuple[Meeting, ...]:
    """Pair the entries in the order of their lots; with an odd number the last lot sits out."""
    drawn = sorted(numbers, key=lambda number: _lot(seed, number))
    ends_alone = len(drawn) % 2
    couples = drawn[: len(drawn) - ends_alone]
    meetings = [Meeting(*couples[at : at + 2]) for at in range(0, len(couples), 2)]
    if ends_alone:
        meetings.append(Meeting(drawn[-1], None))
    return tuple(meetings)
