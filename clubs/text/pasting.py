"""Pasted lists: numbered lines, each parsed into a line of the caller's type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

# Between the names of those who play together.
BETWEEN_NAMES: Final = re.compile(r"\s+-\s+|\s*[/&+;\t–—]\s*|\s+(?:och|ja|og|and)\s+", re.IGNORECASE)
# “1. Anna Berg”, as on numbered lists; also “#1 Anna Berg”, “1 - Anna Berg”.
_LINE_NUMBER: Final = re.compile(r"^#?\d{1,3}(?:\s*[.):]\s*|\s+[-–—]\s+|\s+)")


def without_line_number(line: str) -> str:
    """Return a line without the number that numbered lists begin with."""
    return _LINE_NUMBER.sub("", line.strip(), count=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """A line of a pasted list; `problem` is the reason why it could not be parsed, else empty."""

    number: int
    text: str
    problem: str = ""


_Line = TypeVar("_Line", bound=PastedLine)


class TooManyLines(Exception):
    """A pasted list is longer than the limit."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self.lines = lines


def parse_lines(
    lines: Iterable[str],
    parse_line: Callable[[int, str], _Line],
    *,
    max_lines: int,
    is_heading: Callable[[str], bool] = lambda _line: False,
) -> list[_Line]:
    """Parse every line that is not blank, except a heading. Raises TooManyLines."""
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if len(numbered) > max_lines:
        raise TooManyLines(len(numbered))
    if numbered and is_heading(numbered[0][1]):
        numbered = numbered[1:]
    return [parse_line(number, line) for number, line in numbered]
