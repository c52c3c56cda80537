"""A design: rounds for a number of places, developed from a few stored tables.

Places are numbered from 0. Those of a group move together: adding the same element of the group to all of
them makes the next round out of a round, or the next table of a round out of a table. The last ones may stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

# The places at a table; where partners play the first two are partners, and the last two.
Table = tuple[int, ...]
DesignRound = tuple[Table, ...]

# How the text of a design is written.
_WHOLE = "="
_TIMES = "*"
_ORDER = "@"


@dataclass(frozen=True, slots=True)
class Starter:
    """Tables to develop: into a round for each element of the group, or all into one `whole` round."""

    tables: DesignRound
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Cycle:
    """The group of a design: numbers with these moduli, digit by digit, the last digit running fastest."""

    moduli: tuple[int, ...]

    @property
    def size(self) -> int:
        return prod(self.moduli)

    def elements(self) -> Iterator[tuple[int, ...]]:
        return product(*(range(modulus) for modulus in self.moduli))

    def moved(self, place: int, by: Sequence[int], places: int) -> int:
        """Return where a place comes to by an element of the group."""
        block, number = divmod(place, self.size)
        if block >= places // self.size:
            return place
        moved = 0
        for modulus, digit, step in zip(self.moduli, self._digits(number), by, strict=True):
            moved = moved * modulus + (digit + step) % modulus
        return block * self.size + moved

    def _digits(self, number: int) -> list[int]:
        digits = []
        for modulus in reversed(self.moduli):
            number, digit = divmod(number, modulus)
            digits.append(digit)
        return digits[::-1]


def develop(places: int, text: str) -> tuple[DesignRound, ...]:
    """Return the rounds of a design as it is stored.

    `7: 0 1 2 3, 4 5 6 7; =0 1 2 3 @ 1 0` has the moduli of the group, starters with their tables, a starter
    of a whole round after `=`, and the order of the rounds. `12 * 5` is the product of two designs, which
    `product_of` makes.
    """
    written, _at, order = text.partition(_ORDER)
    moduli, _colon, starters = written.partition(":")
    cycle = Cycle(tuple(map(int, moduli.split())))
    rounds = [
        played
        for starter in map(_read_starter, starters.split(";"))
        for played in _developed(places, cycle, starter)
    ]
    return in_order(rounds, order)


def in_order(rounds: Sequence[DesignRound], order: str) -> tuple[DesignRound, ...]:
    """Return the rounds in the order that is written, or as they are."""
    numbers = list(map(int, order.split())) or range(len(rounds))
    return tuple(rounds[number] for number in numbers)


def _read_starter(text: str) -> Starter:
    tables = text.strip().removeprefix(_WHOLE).split(",")
    return Starter(tuple(tuple(map(int, table.split())) for table in tables), text.strip().startswith(_WHOLE))


def _developed(places: int, cycle: Cycle, starter: Starter) -> Iterator[DesignRound]:
    moved = [
        tuple(tuple(cycle.moved(place, by, places) for place in table) for table in starter.tables)
        for by in cycle.elements()
    ]
    if starter.is_whole:
        yield _different(table for tables in moved for table in tables)
    else:
        yield from moved


def _different(tables: Iterable[Table]) -> DesignRound:
    """Return the tables without those that are there already with the same places in another order."""
    kept: dict[frozenset[int], Table] = {}
    for table in tables:
        kept.setdefault(frozenset(table), table)
    return tuple(kept.values())


# Products.


@dataclass(frozen=True, slots=True)
class Copies:
    """How a number of copies of a design are woven together: in each class the offsets of the four seats."""

    # The sum of two copies, as a table.
    sums: tuple[tuple[int, ...], ...]
    # The first class has no offsets: its tables stay within one copy.
    classes: tuple[tuple[int, int, int, int], ...]


def product_of(
    rounds: Sequence[DesignRound], copies: Copies, small: Sequence[DesignRound]
) -> list[DesignRound]:
    """Return the product of a design in which all play in every round, and a small one of the same kind.

    Place `a` in copy `x` has the number `a * copies + x`. A round of the design is played as often as there
    are copies, so that two at a table meet in all their copies. The copies of one place play the small
    design: who sits out of it there is as many as the design has places, and they play its first round.
    """
    count = len(copies.sums)
    columns = [
        tuple(
            tuple(place * count + seat for seat in table)
            for place in range(len({place for table in rounds[0] for place in table}))
            for table in played
        )
        for played in small
    ]
    woven = [
        _woven(played, copies, offsets)
        for number, played in enumerate(rounds)
        for offsets in copies.classes
        if number or any(offsets) or _all_play(small, count)
    ]
    if _all_play(small, count):
        return [*woven, *columns]
    return [
        *woven,
        *(
            (*column, *(tuple(place * count + copy for place in table) for table in rounds[0]))
            for column, copy in (
                (column, _resting(played, count)) for column, played in zip(columns, small, strict=True)
            )
        ),
    ]


def _woven(played: DesignRound, copies: Copies, offsets: Sequence[int]) -> DesignRound:
    count = len(copies.sums)
    return tuple(
        tuple(place * count + copies.sums[copy][offset] for place, offset in zip(table, offsets, strict=True))
        for table in played
        for copy in range(count)
    )


def _all_play(small: Sequence[DesignRound], count: int) -> bool:
    return sum(map(len, small[0])) == count


def _resting(played: DesignRound, count: int) -> int:
    (resting,) = set(range(count)) - {place for table in played for place in table}
    return resting
