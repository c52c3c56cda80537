"""A table of prizes as people type it, read and written: one line for each place.

    1-10:
    1. 50 + cup
    2. 30
    11-:
    1. 80 + cup

A line such as `1-10:` begins the row for so many entries; without one the row is for any number. The numbers
of the places may be left out. What reads as an amount is money, the rest is a thing in words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tournaments.core.cash import PER_WHOLE, read_amount
from tournaments.core.prizes import NO_PRIZE, Prize, PrizeRow

MAX_PLACES: Final = 50
MAX_ROWS: Final = 12
MAX_THING: Final = 60
MAX_ENTRIES: Final = 9999
# A place without a prize between places that have one.
_NOTHING: Final = "-"
_HEADING: Final = re.compile(r"([0-9]{1,4})\s*[-–]\s*([0-9]{1,4})?\s*:")
_NUMBERED: Final = re.compile(r"([0-9]{1,2})[.:)](?:\s+(.*))?")
_CURRENCY: Final = re.compile(r"\s*(?:€|eur|euro|sek|dkk|kr\.?)\s*$", re.IGNORECASE)


class BadLine(ValueError):
    """A line that cannot be read: its number from 1, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


# Why a line is refused.
ROWS_OVERLAP: Final = "rows"
WRONG_PLACE: Final = "place"
TOO_LONG: Final = "long"
TOO_MANY: Final = "many"


def read_rows(text: str) -> tuple[PrizeRow, ...]:
    """Read a table; raises BadLine. An empty text is a table without prizes."""
    rows: list[tuple[int, int | None, list[Prize]]] = []
    for number, typed in enumerate(text.splitlines(), start=1):
        line = typed.strip()
        heading = _HEADING.fullmatch(line)
        if heading is not None:
            rows.append((*_read_heading(number, heading, rows), []))
        elif line:
            if not rows:
                rows.append((1, None, []))
            prizes = rows[-1][2]
            prizes.append(_read_prize(number, line, len(prizes) + 1))
        if len(rows) > MAX_ROWS or (rows and len(rows[-1][2]) > MAX_PLACES):
            raise BadLine(number, TOO_MANY)
    return tuple(
        PrizeRow(tuple(prizes), least, most)
        for least, most, prizes in rows
        if any(prize != NO_PRIZE for prize in prizes)
    )


def _read_heading(
    number: int, heading: re.Match[str], before: Sequence[tuple[int, int | None, list[Prize]]]
) -> tuple[int, int | None]:
    """Read for how many entries a row is: more than the row before."""
    least, most = int(heading[1]), int(heading[2]) if heading[2] else None
    begins = 1
    if before:
        if before[-1][1] is None:
            raise BadLine(number, ROWS_OVERLAP)
        begins = before[-1][1] + 1
    if least < begins or (most is not None and most < least):
        raise BadLine(number, ROWS_OVERLAP)
    return least, most


def _read_prize(number: int, line: str, place: int) -> Prize:
    numbered = _NUMBERED.fullmatch(line)
    if numbered is not None:
        if int(numbered[1]) != place:
            raise BadLine(number, WRONG_PLACE)
        line = (numbered[2] or "").strip()
    if line in ("", _NOTHING, "–"):
        return NO_PRIZE
    money, _plus, thing = line.partition("+")
    amount = read_amount(_CURRENCY.sub("", money))
    if amount is None:
        amount, thing = 0, line
    thing = " ".join(thing.split())
    if len(thing) > MAX_THING:
        raise BadLine(number, TOO_LONG)
    return Prize(amount, thing)


def write_rows(rows: Sequence[PrizeRow]) -> str:
    """Write a table so that reading it gives the same."""
    lines: list[str] = []
    for row in rows:
        if len(rows) > 1 or row.least > 1 or row.most is not None:
            lines.append(f"{row.least}-{row.most or ''}:")
        lines += [f"{place}. {_write_prize(prize)}" for place, prize in enumerate(row.prizes, start=1)]
    return "\n".join(lines)


def _write_prize(prize: Prize) -> str:
    parts = [*([_write_amount(prize.amount)] if prize.amount else []), *filter(None, [prize.thing])]
    return " + ".join(parts) or _NOTHING


def _write_amount(amount: int) -> str:
    whole, cents = divmod(amount, PER_WHOLE)
    return f"{whole},{cents:02}" if cents else str(whole)
