"""The time that a page of history is about: all years, a year such as 2024, or a decade such as 2020s."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tournaments.history.facts import HeldEvent

_WRITTEN: Final = re.compile(r"([1-9]\d{3})(s?)")


@dataclass(frozen=True, slots=True)
class Period:
    """The years from one to another."""

    since: int
    until: int

    @property
    def code(self) -> str:
        """How it is written in an address."""
        return str(self.since) if self.since == self.until else f"{self.since}s"

    @property
    def label(self) -> str:
        return str(self.since) if self.since == self.until else f"{self.since}–{self.until}"

    def has(self, event: HeldEvent) -> bool:
        return self.since <= event.day.year <= self.until


def read_period(code: str) -> Period | None:
    """Read a year or a decade from an address; None if it is neither."""
    found = _WRITTEN.fullmatch(code)
    if found is None:
        return None
    year = int(found[1])
    if not found[2]:
        return Period(year, year)
    return Period(year, year + 9) if year % 10 == 0 else None


def years_of(events: Iterable[HeldEvent]) -> list[int]:
    """Return the years in which there were events, the latest first."""
    return sorted({event.day.year for event in events}, reverse=True)


def decades_of(years: Iterable[int]) -> list[Period]:
    """Return the decades of these years, the latest first."""
    return [Period(first, first + 9) for first in sorted({year // 10 * 10 for year in years}, reverse=True)]
