"""The evenings of players over the years: who is new, who came most often, and who had a round number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

# The evenings that are a reason for a toast; beyond, each further five hundred.
_JUBILEES: Final = frozenset({50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 800, 900, 1000})
_FURTHER: Final = 500


class PlayedEvening(NamedTuple):
    """An event with those who have played in it."""

    event: int
    year: int
    players: Collection[int]


class Jubilee(NamedTuple):
    """The evening of a player that had a round number."""

    player: int
    number: int
    event: int


class Attendance(NamedTuple):
    """Who played in a year."""

    starts: int
    times: Counter[int]
    new: frozenset[int]
    jubilees: Sequence[Jubilee]


def is_jubilee(number: int) -> bool:
    return number in _JUBILEES or (number > max(_JUBILEES) and number % _FURTHER == 0)


def attendance_of(evenings: Iterable[PlayedEvening], year: int) -> Attendance:
    """Count the evenings of a year, given all in their order: those before it say who is new."""
    before: Counter[int] = Counter()
    times: Counter[int] = Counter()
    jubilees: list[Jubilee] = []
    for evening in evenings:
        if evening.year < year:
            before.update(evening.players)
        elif evening.year == year:
            times.update(evening.players)
            reached = ((player, before[player] + times[player]) for player in sorted(evening.players))
            jubilees += [Jubilee(one, number, evening.event) for one, number in reached if is_jubilee(number)]
    return Attendance(times.total(), times, frozenset(times.keys() - before.keys()), jubilees)


def most_faithful(times: Counter[int], at_least: int) -> list[tuple[int, int]]:
    """Return so many players with the most evenings, and all who have as many as the last of them."""
    ordered = sorted(times.items(), key=lambda one: (-one[1], one[0]))
    last = ordered[min(at_least, len(ordered)) - 1][1] if ordered else 0
    return [(player, number) for player, number in ordered if number >= last]


class BusyYear(NamedTuple):
    """The most evenings of a player in one year."""

    evenings: int
    year: int
    players: tuple[int, ...]


def busiest_year(evenings: Iterable[PlayedEvening]) -> BusyYear | None:
    """Return the most evenings of a player in a year; of equal years the first, with all who had as many."""
    by_year: dict[int, Counter[int]] = {}
    for evening in evenings:
        by_year.setdefault(evening.year, Counter()).update(evening.players)
    best: BusyYear | None = None
    for year, times in sorted(by_year.items()):
        most = max(times.values(), default=0)
        if most > (best.evenings if best else 0):
            best = BusyYear(most, year, tuple(sorted(one for one in times if times[one] == most)))
    return best
