"""The draw of a round: its input, its proposal, and both as JSON. Nothing is written here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

from clubs.books.writing import JsonValue
from tournaments.core.movements import circle, danish, mitchell, partners, swiss, three_sided
from tournaments.core.movements.codes import Movement
from tournaments.core.movements.fixed_tables import (
    FixedTables,
    get_fixed_tables,
    pair_in_order,
    table_count,
)
from tournaments.core.movements.meeting import (
    DrawEntry,
    Meeting,
    MeetingReason,
    ReasonCode,
    sorted_by_lot,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInput:
    """All that the draw of a round needs; entries by their numbers."""

    # The entries that take part in the round, with what they have done, in the order of their numbers.
    present: Sequence[DrawEntry]
    # All entries of the event, in the order of their numbers: the circle and the lines keep their places.
    all_entries: Sequence[int]
    # Which round of its phase it is.
    turn: int
    clubs_apart: bool
    # How often two players have been partners.
    partner_counts: partners.PartnerCounts
    seed: str
    # Tables that the director has locked: the draw seats the other entries.
    locked: Sequence[DrawTable] = ()

    @property
    def free(self) -> Sequence[DrawEntry]:
        """The entries that are to be drawn."""
        seated = {entry for table in self.locked for entry in table.entries}
        return [entry for entry in self.present if entry.entry not in seated]

    # As it is stored with the round, so that the draw can be repeated.

    def data(self) -> dict[str, JsonValue]:
        present: list[JsonValue] = [_entry_data(entry) for entry in self.present]
        partners_data: list[JsonValue] = [
            [*pair, times] for pair, times in sorted(self.partner_counts.items())
        ]
        locked: list[JsonValue] = [table.data() for table in self.locked]
        return {
            "present": present,
            "everybody": [*self.all_entries],
            "turn": self.turn,
            "clubs_apart": self.clubs_apart,
            "partnered": partners_data,
            "locked": locked,
        }

    @classmethod
    def read(cls, data: Mapping[str, Any], seed: str) -> DrawInput:
        return cls(
            present=[_read_entry(entry) for entry in data["present"]],
            all_entries=data["everybody"],
            turn=data["turn"],
            clubs_apart=data["clubs_apart"],
            partner_counts={(player, partner): times for player, partner, times in data["partnered"]},
            seed=seed,
            locked=[read_table(table) for table in data.get("locked", ())],
        )


def _entry_data(entry: DrawEntry) -> dict[str, JsonValue]:
    met: list[JsonValue] = [[opponent, times] for opponent, times in sorted(entry.met.items())]
    data = {**entry._asdict(), "met": met}
    if entry.table is None:
        del data["table"]
    return data


def _read_entry(data: Mapping[str, Any]) -> DrawEntry:
    return DrawEntry(**{**data, "met": dict(data["met"])})


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round as the program proposes it: the sides at each table, and the entries that sit out."""

    tables: Sequence[DrawTable]
    exact: bool = True


@dataclass(frozen=True, slots=True)
class DrawTable:
    """The entries on each side of a table; a single side sits out."""

    sides: tuple[tuple[int, ...], ...]
    reasons: tuple[MeetingReason, ...] = ()
    # The number of the table, where it is not simply the next free one.
    number: int | None = None

    @property
    def sits_out(self) -> bool:
        return len(self.sides) == 1

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(entry for side in self.sides for entry in side)

    def data(self) -> dict[str, JsonValue]:
        sides: list[JsonValue] = [[*side] for side in self.sides]
        number: dict[str, JsonValue] = {} if self.number is None else {"table": self.number}
        return {"sides": sides, "reasons": reasons_as_json(self.reasons), **number}


def read_table(data: Mapping[str, Any]) -> DrawTable:
    sides = tuple(tuple(side) for side in data["sides"])
    return DrawTable(sides, read_reasons(data["reasons"]), data.get("table"))


def table_numbers(tables: Iterable[DrawTable]) -> list[int | None]:
    """Return the number of each table: its own, or the lowest free one; None for a sit-out."""
    ordered = list(tables)
    taken = {table.number for table in ordered}
    free = (number for number in count(1) if number not in taken)
    return [None if table.sits_out else table.number or next(free) for table in ordered]


def reasons_as_json(reasons: Iterable[MeetingReason]) -> list[JsonValue]:
    return [{"why": reason.code.value, **reason.params} for reason in reasons]


def read_reasons(data: Iterable[Mapping[str, Any]]) -> tuple[MeetingReason, ...]:
    return tuple(
        MeetingReason(
            ReasonCode(reason["why"]), {name: number for name, number in reason.items() if name != "why"}
        )
        for reason in data
    )


def all_have_met(movement: Movement, draw_input: DrawInput) -> bool:
    """Whether only rematches are left: in a Mitchell, when every table has been moved to."""
    return (
        movement is Movement.MITCHELL
        and draw_input.turn > mitchell.split_lines(draw_input.all_entries).rounds
    )


# The movements that fix every round of their phase beforehand.
FIXED_SCHEDULE_MOVEMENTS: Final = (Movement.ROUND_ROBIN, Movement.MITCHELL)


def find_table_shortage(movement: Movement, draw_input: DrawInput, sides: int) -> tuple[int, int] | None:
    """Return the number of fixed tables and of all tables, where these are too few for them."""
    entries_per_table = partners.PLAYERS_PER_TABLE if movement is Movement.PARTNERS else sides
    free = draw_input.free
    fixed, tables = len(get_fixed_tables(free)), table_count(len(free), entries_per_table)
    drawn = movement not in (*FIXED_SCHEDULE_MOVEMENTS, Movement.BY_HAND)
    return (fixed, tables) if drawn and fixed > tables else None


def find_fixed_meeting(proposal: Proposal, fixed_tables: FixedTables) -> tuple[int, ...]:
    """Return entries with fixed tables that would meet, where the movement leaves no choice."""
    for table in proposal.tables:
        fixed = tuple(entry for entry in table.entries if entry in fixed_tables)
        if len(fixed) > 1:
            return fixed
    return ()


def draw_proposal(movement: Movement, draw_input: DrawInput) -> Proposal:
    """Draw the round by a movement, around the tables that are locked."""
    drawn = _DRAWS[movement](replace(draw_input, present=draw_input.free))
    fixed_tables = get_fixed_tables(draw_input.present)
    tables = [_at_fixed_table(table, fixed_tables) for table in drawn.tables]
    taken = {table.number for table in tables}
    return Proposal([*(_renumbered(table, taken) for table in draw_input.locked), *tables], drawn.exact)


def _at_fixed_table(table: DrawTable, fixed_tables: FixedTables) -> DrawTable:
    """Give a table the number of the entry that has a fixed one: the others come to it."""
    fixed = next((entry for entry in table.entries if entry in fixed_tables), None)
    if fixed is None or table.sits_out:
        return table
    reason = MeetingReason(ReasonCode.STAYS, {"entry": fixed, "table": fixed_tables[fixed]})
    return replace(table, reasons=(*table.reasons, reason), number=fixed_tables[fixed])


def _renumbered(table: DrawTable, taken: set[int | None]) -> DrawTable:
    """A locked table keeps its number, unless an entry with a fixed table has it."""
    return replace(table, number=None) if table.number in taken else table


def _tables_of(meetings: Iterable[Meeting]) -> list[DrawTable]:
    """Return meetings as tables, in which each side is one entry."""
    return [DrawTable(tuple((entry,) for entry in meeting.entries), meeting.reasons) for meeting in meetings]


def _by_lot(draw_input: DrawInput) -> Proposal:
    """Pair in the order of lots; with an odd number the last with the fewest sit-outs sits out."""
    fewest = min((entry.sit_outs for entry in draw_input.present), default=0)
    by_entry = {entry.entry: entry for entry in draw_input.present}
    order = [by_entry[entry] for entry in sorted_by_lot(by_entry, draw_input.seed)]
    out: list[Meeting] = []
    if len(order) % 2:
        alone = next(entry for entry in reversed(order) if entry.sit_outs == fewest)
        order.remove(alone)
        out = [
            Meeting(
                (alone.entry,),
                (MeetingReason(ReasonCode.LOT), MeetingReason(ReasonCode.FEWEST_SIT_OUTS, {"had": fewest})),
            )
        ]
    pairs = [
        Meeting((order[at].entry, order[to].entry), (MeetingReason(ReasonCode.LOT),))
        for at, to in pair_in_order(order)
    ]
    return Proposal(_tables_of([*pairs, *out]))


def _round_robin(draw_input: DrawInput) -> Proposal:
    return Proposal(
        _tables_of(_without_absent(draw_input, circle.draw_circle(draw_input.all_entries, draw_input.turn)))
    )


def _mitchell(draw_input: DrawInput) -> Proposal:
    """A late entry takes the phantom's place as it is the next in the order."""
    lines = mitchell.split_lines(draw_input.all_entries)
    return Proposal(_tables_of(_without_absent(draw_input, mitchell.draw_mitchell(lines, draw_input.turn))))


def _without_absent(draw_input: DrawInput, meetings: Iterable[Meeting]) -> list[Meeting]:
    """Return the meetings of the round; an entry whose opponent takes no part sits out."""
    present = {entry.entry for entry in draw_input.present}
    kept = []
    for meeting in meetings:
        entries = tuple(entry for entry in meeting.entries if entry in present)
        if len(entries) == len(meeting.entries):
            kept.append(meeting)
        elif entries:
            kept.append(Meeting(entries, (*meeting.reasons, MeetingReason(ReasonCode.PHANTOM))))
    return kept


def _swiss(draw_input: DrawInput) -> Proposal:
    drawn = swiss.draw_swiss(draw_input.present, draw_input.seed, clubs_apart=draw_input.clubs_apart)
    return Proposal(_tables_of(drawn.meetings), drawn.exact)


def _partners(draw_input: DrawInput) -> Proposal:
    drawn = partners.draw_partners(draw_input.present, draw_input.seed, draw_input.partner_counts)
    tables = [DrawTable(table.sides, table.reasons) for table in drawn.tables]
    return Proposal([*tables, *_tables_of(drawn.out)])


def _by_hand(_draw_input: DrawInput) -> Proposal:
    """Propose nothing: the director sets the round."""
    return Proposal([])


_DRAWS: Final[dict[Movement, Callable[[DrawInput], Proposal]]] = {
    Movement.LOT: _by_lot,
    Movement.ROUND_ROBIN: _round_robin,
    Movement.MITCHELL: _mitchell,
    Movement.DANISH_PURE: lambda draw_input: Proposal(
        _tables_of(danish.draw_pure_danish(draw_input.present, draw_input.seed))
    ),
    Movement.DANISH_MODIFIED: lambda draw_input: Proposal(
        _tables_of(danish.draw_modified_danish(draw_input.present, draw_input.seed))
    ),
    Movement.SWISS: _swiss,
    Movement.THREE_SIDED: lambda draw_input: Proposal(
        _tables_of(three_sided.draw_three_sided(draw_input.present, draw_input.seed))
    ),
    Movement.PARTNERS: _partners,
    Movement.BY_HAND: _by_hand,
}


def count_partners(tables: Iterable[Sequence[Sequence[int]]]) -> dict[tuple[int, int], int]:
    """Return how often two players have been on one side, both ways round."""
    times: Counter[tuple[int, int]] = Counter()
    for sides in tables:
        for side in sides:
            if len(side) == 2:
                player, partner = side
                times[player, partner] += 1
                times[partner, player] += 1
    return dict(times)
