"""Which part of another event an event is: a section or a final, and what is carried over to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from clubs.books.writing import JsonValue
from tournaments.core.sections import CarryOver


class PartKind(StrEnum):
    SECTION = "section"
    FINAL = "final"


@dataclass(frozen=True, kw_only=True, slots=True)
class EventPart:
    """A section or a final: the first is 1, and has the letter A."""

    kind: PartKind
    number: int
    # What the entries of a final bring along from the sections.
    carry: CarryOver = CarryOver.NONE
    percent: int = 0

    @property
    def letter(self) -> str:
        return letter_of(self.number)

    def data(self) -> dict[str, JsonValue]:
        return {
            "kind": self.kind.value,
            "number": self.number,
            "carry": self.carry.value,
            "percent": self.percent,
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            kind=PartKind(data["kind"]),
            number=data["number"],
            carry=CarryOver(data["carry"]),
            percent=data["percent"],
        )


def letter_of(number: int) -> str:
    """Return the letter of a part: A of the first."""
    return chr(ord("A") + number - 1)
