"""The seats of a drawn round: loaded, exchanged, and what is unlikely about them. Entries are numbers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tournaments.core.drawing.fixed_tables import FixedTables
from tournaments.core.drawing.meeting import Meeting, MeetingReason, ReasonCode
from tournaments.core.drawing.proposal import DrawInput
from tournaments.core.movements import by_hand
from tournaments.core.movements.by_hand import Remark
from tournaments.models import PairingEntry, Round
from tournaments.play.draw import read_draw_input, read_table, table_numbers

# The entries on each side of a table.
Sides = tuple[tuple[int, ...], ...]
# The entries of a meeting, whichever side they sit on.
MeetingKey = frozenset[frozenset[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSeats:
    """A round as it is set or would be set: the sides of each table in order, and the entries that sit out.

    An empty table has no sides: the numbers of the others stay as they are.
    """

    tables: Sequence[Sides]
    out: Sequence[int] = ()

    @property
    def entries(self) -> list[int]:
        return [entry for sides in self.tables for side in sides for entry in side] + [*self.out]

    @property
    def fingerprint(self) -> str:
        """The same for the same seats: a page sends it back to say which seats it has shown."""
        content = json.dumps([self.tables, sorted(self.out)], separators=(",", ":"))
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def with_exchanged(self, first: int, second: int) -> RoundSeats:
        """Return the seats with these two entries in each other's place."""
        exchanged = {first: second, second: first}
        return RoundSeats(
            tables=tuple(
                tuple(tuple(exchanged.get(entry, entry) for entry in side) for side in sides)
                for sides in self.tables
            ),
            out=tuple(exchanged.get(entry, entry) for entry in self.out),
        )

    def with_fixed_tables(self, fixed_tables: FixedTables) -> RoundSeats:
        """Return the same meetings with each entry at its fixed table: the tables change their numbers."""
        tables = list(self.tables)
        for entry, number in sorted(fixed_tables.items()):
            tables += [()] * (number - len(tables))
            current = next((at for at, sides in enumerate(tables) if _is_at(entry, sides)), None)
            if current is not None:
                tables[current], tables[number - 1] = tables[number - 1], tables[current]
        return RoundSeats(tables=strip_empty_tables(tables), out=self.out)


def _is_at(entry: int, sides: Sides) -> bool:
    return any(entry in side for side in sides)


def strip_empty_tables(tables: Sequence[Sides]) -> tuple[Sides, ...]:
    last = max((number for number, sides in enumerate(tables, start=1) if sides), default=0)
    return tuple(tables[:last])


def _by_number(tables: Mapping[int, Sides]) -> tuple[Sides, ...]:
    """Return all tables up to the last; empty ones between have no sides."""
    return tuple(tables.get(number, ()) for number in range(1, max(tables, default=0) + 1))


def get_seats(drawn: Round) -> RoundSeats:
    """Load the seats of the round as it is set now, in one query."""
    rows = PairingEntry.objects.filter(round=drawn).order_by("pairing__table", "pairing", "side", "position")
    tables: dict[int, dict[int, list[int]]] = {}
    out: list[int] = []
    for table, side, entry in rows.values_list("pairing__table", "side", "entry__number"):
        if table is None:
            out.append(entry)
        else:
            tables.setdefault(table, {}).setdefault(side, []).append(entry)
    return RoundSeats(
        tables=_by_number(
            {number: tuple(tuple(sides[side]) for side in sorted(sides)) for number, sides in tables.items()}
        ),
        out=tuple(out),
    )


def proposed_seats(drawn: Round) -> RoundSeats:
    """Return the seats as the program proposed them."""
    tables = [read_table(table) for table in drawn.proposal]
    numbered = zip(table_numbers(tables), tables, strict=True)
    return RoundSeats(
        tables=_by_number({number: table.sides for number, table in numbered if number is not None}),
        out=tuple(table.entries[0] for table in tables if table.sits_out),
    )


def proposed_reasons(drawn: Round) -> dict[MeetingKey, list[Any]]:
    """Return the reasons of each meeting and sit-out that the program proposed."""
    return {meeting_key(_sides_in(table)): table["reasons"] for table in drawn.proposal}


def _sides_in(table: Mapping[str, Any]) -> Sides:
    return tuple(tuple(side) for side in table["sides"])


def meeting_key(sides: Sides) -> MeetingKey:
    return frozenset(frozenset(side) for side in sides)


@dataclass(frozen=True, slots=True)
class SeatConstraints:
    """What no change by hand may move: fixed tables, and locked meetings."""

    tables_by_entry: FixedTables
    locked: frozenset[MeetingKey]

    def entries_away(self, seats: RoundSeats) -> Iterator[tuple[int, int]]:
        """Yield entries that would sit at another table than their own, and at which."""
        for number, sides in enumerate(seats.tables, start=1):
            for entry in chain(*sides):
                if self.tables_by_entry.get(entry, number) != number:
                    yield entry, number

    def fixed_meetings(self, seats: RoundSeats) -> Iterator[tuple[int, int]]:
        """Yield two entries that would meet, though both have fixed tables."""
        for sides in seats.tables:
            fixed = [entry for entry in chain(*sides) if entry in self.tables_by_entry]
            if len(fixed) > 1:
                yield fixed[0], fixed[1]

    def unlocks(self, seats: RoundSeats) -> bool:
        """Whether a locked meeting would change."""
        return not self.locked <= {meeting_key(sides) for sides in seats.tables}


def get_constraints(drawn: Round) -> SeatConstraints:
    """Load the constraints in one query: the round itself has the fixed tables."""
    rows = PairingEntry.objects.filter(round=drawn, pairing__locked=True)
    sides: dict[int, dict[int, set[int]]] = {}
    for pairing, side, entry in rows.values_list("pairing", "side", "entry__number"):
        sides.setdefault(pairing, {}).setdefault(side, set()).add(entry)
    return SeatConstraints(
        {entry["entry"]: entry["table"] for entry in drawn.draw_input.get("present", ()) if "table" in entry},
        frozenset(frozenset(frozenset(side) for side in by_side.values()) for by_side in sides.values()),
    )


# Remarks.


def get_remarks(drawn: Round, seats: RoundSeats) -> list[Remark]:
    """Return rematches, club mates where they are kept apart, partners again, and repeated sit-outs."""
    draw_input = read_draw_input(drawn.draw_input, drawn.seed)
    tables = [
        tuple(chain(*sides)) for sides in seats.tables if sides and all(len(side) == 1 for side in sides)
    ]
    meetings = [Meeting(entries) for entries in [*tables, *((entry,) for entry in seats.out)]]
    remarks = by_hand.find_remarks(draw_input.present, meetings)
    return [*remarks, *_kept_apart(draw_input, seats), *_repeated_partners(draw_input, seats)]


def _kept_apart(draw_input: DrawInput, seats: RoundSeats) -> Iterator[Remark]:
    """Those who are not to meet, at one table on whichever side."""
    tables = [{*chain(*sides)} for sides in seats.tables]
    for pair in draw_input.apart:
        if any(table.issuperset(pair) for table in tables):
            yield Remark(pair, MeetingReason(ReasonCode.APART))


def _repeated_partners(draw_input: DrawInput, seats: RoundSeats) -> Iterator[Remark]:
    for side in chain(*seats.tables):
        if len(side) == 2 and (times := draw_input.partner_counts.get((side[0], side[1]), 0)):
            yield Remark(side, MeetingReason(ReasonCode.SAME_PARTNER, {"times": times}))
