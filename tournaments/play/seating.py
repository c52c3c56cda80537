"""Who sits where in a drawn round: read, exchanged, and what is unlikely about it.

Reads a round's pairings and what was known when it was drawn; writes nothing and knows no name. Entries go by
their numbers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tournaments.core.movements import by_hand
from tournaments.core.movements.by_hand import Remark
from tournaments.core.movements.meeting import Meeting, Reason, Why
from tournaments.core.movements.staying import Keeps
from tournaments.models import PairingEntry, Round
from tournaments.play.draw import Field, numbered, read_table

# The entries on each side of a table.
Sides = tuple[tuple[int, ...], ...]
# Who meets whom, whichever side they sit on.
Couple = frozenset[frozenset[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A round as it is set, or as somebody would have it: each table's sides in turn, and who sits out.

    A table at which nobody plays has no sides: the numbers of the others stay as they are.
    """

    tables: Sequence[Sides]
    out: Sequence[int] = ()

    @property
    def entries(self) -> list[int]:
        return [entry for sides in self.tables for side in sides for entry in side] + [*self.out]

    @property
    def seal(self) -> str:
        """The same for the same seats: by it a page says which ones it has shown."""
        said = json.dumps([self.tables, sorted(self.out)], separators=(",", ":"))
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    def exchanged(self, one: int, other: int) -> Seats:
        """The same with these two in each other's place."""
        turned = {one: other, other: one}
        return Seats(
            tables=tuple(
                tuple(tuple(turned.get(entry, entry) for entry in side) for side in sides)
                for sides in self.tables
            ),
            out=tuple(turned.get(entry, entry) for entry in self.out),
        )

    def kept(self, keeps: Keeps) -> Seats:
        """The same meetings with everybody at home who keeps a table: the tables change their numbers."""
        tables = list(self.tables)
        for entry, number in sorted(keeps.items()):
            tables += [()] * (number - len(tables))
            now = next((at for at, sides in enumerate(tables) if _is_at(entry, sides)), None)
            if now is not None:
                tables[now], tables[number - 1] = tables[number - 1], tables[now]
        return Seats(tables=without_empty_end(tables), out=self.out)


def _is_at(entry: int, sides: Sides) -> bool:
    return any(entry in side for side in sides)


def without_empty_end(tables: Sequence[Sides]) -> tuple[Sides, ...]:
    last = max((number for number, sides in enumerate(tables, start=1) if sides), default=0)
    return tuple(tables[:last])


def _by_number(tables: Mapping[int, Sides]) -> tuple[Sides, ...]:
    """Every table up to the last, those between without sides at which nobody plays."""
    return tuple(tables.get(number, ()) for number in range(1, max(tables, default=0) + 1))


def seats_of(drawn: Round) -> Seats:
    """The round as it is set now: one query."""
    rows = PairingEntry.objects.filter(round=drawn).order_by("pairing__table", "pairing", "side", "position")
    tables: dict[int, dict[int, list[int]]] = {}
    out: list[int] = []
    for table, side, entry in rows.values_list("pairing__table", "side", "entry__number"):
        if table is None:
            out.append(entry)
        else:
            tables.setdefault(table, {}).setdefault(side, []).append(entry)
    return Seats(
        tables=_by_number(
            {number: tuple(tuple(sides[side]) for side in sorted(sides)) for number, sides in tables.items()}
        ),
        out=tuple(out),
    )


def proposed(drawn: Round) -> Seats:
    """The round as the program proposed it."""
    tables = [read_table(table) for table in drawn.proposal]
    seated = zip(numbered(tables), tables, strict=True)
    return Seats(
        tables=_by_number({number: table.sides for number, table in seated if number is not None}),
        out=tuple(table.entries[0] for table in tables if table.sits_out),
    )


def reasons_proposed(drawn: Round) -> dict[Couple, list[Any]]:
    """Why the program had these meet, or one sit out."""
    return {couple(_sides_in(table)): table["reasons"] for table in drawn.proposal}


def _sides_in(table: Mapping[str, Any]) -> Sides:
    return tuple(tuple(side) for side in table["sides"])


def couple(sides: Sides) -> Couple:
    return frozenset(frozenset(side) for side in sides)


@dataclass(frozen=True, slots=True)
class Fixed:
    """What no change by hand moves: who keeps which table, and who is locked together."""

    keeps: Keeps
    locked: frozenset[Couple]

    def away(self, seats: Seats) -> Iterator[tuple[int, int]]:
        """Who would sit at another table than it keeps, and at which."""
        for number, sides in enumerate(seats.tables, start=1):
            for entry in chain(*sides):
                if self.keeps.get(entry, number) != number:
                    yield entry, number

    def neither_moves(self, seats: Seats) -> Iterator[tuple[int, int]]:
        """Two who would meet, though each keeps a table."""
        for sides in seats.tables:
            one, *others = [entry for entry in chain(*sides) if entry in self.keeps] or [0]
            yield from ((one, other) for other in others[:1])

    def unlocks(self, seats: Seats) -> bool:
        """Whether somebody would not meet whom he is locked with."""
        return not self.locked <= {couple(sides) for sides in seats.tables}


def fixed_in(drawn: Round) -> Fixed:
    """One query: who keeps a table stands in the round itself."""
    rows = PairingEntry.objects.filter(round=drawn, pairing__locked=True)
    sides: dict[int, dict[int, set[int]]] = {}
    for pairing, side, entry in rows.values_list("pairing", "side", "entry__number"):
        sides.setdefault(pairing, {}).setdefault(side, set()).add(entry)
    return Fixed(
        {one["entry"]: one["table"] for one in drawn.basis.get("present", ()) if "table" in one},
        frozenset(frozenset(frozenset(side) for side in one.values()) for one in sides.values()),
    )


# What is unlikely about it.


def remarks_on(drawn: Round, seats: Seats) -> list[Remark]:
    """Rematches, club mates where they are kept apart, partners again, and who sits out a second time."""
    field = Field.read(drawn.basis, drawn.seed)
    tables = [
        tuple(chain(*sides)) for sides in seats.tables if sides and all(len(side) == 1 for side in sides)
    ]
    meetings = [Meeting(entries) for entries in [*tables, *((entry,) for entry in seats.out)]]
    return [*by_hand.remarks(field.present, meetings), *_partners_again(field, seats)]


def _partners_again(field: Field, seats: Seats) -> Iterator[Remark]:
    for side in chain(*seats.tables):
        if len(side) == 2 and (times := field.partnered.get((side[0], side[1]), 0)):
            yield Remark(side, Reason(Why.SAME_PARTNER, {"times": times}))
