"""From a stored event to a drawn round: what is known of the entries, and the movement that was agreed on.

Knows which movement takes what; must not know how any of them pairs, and writes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

from clubs.books.writing import Value
from tournaments.agreement.agreement import Movement
from tournaments.core.movements import circle, danish, mitchell, partners, swiss, three_sided
from tournaments.core.movements.meeting import Before, Meeting, Reason, Why, in_order_of_lots
from tournaments.core.movements.staying import Keeps, in_turn, keeps_of, tables_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everything that a draw asks of an event; entries by their numbers."""

    # Who takes part in the round, with what they have done, in the order of their numbers.
    present: Sequence[Before]
    # Every entry there is, in the order of the numbers: the circle and the lines keep their places.
    everybody: Sequence[int]
    # Which round of its phase it is.
    turn: int
    clubs_apart: bool
    # How often each two have been partners.
    partnered: partners.Partnered
    seed: str
    # Tables that the director has locked: the draw leaves them, and seats the others.
    locked: Sequence[Table] = ()

    @property
    def free(self) -> Sequence[Before]:
        """Who is to be drawn."""
        seated = {entry for table in self.locked for entry in table.entries}
        return [one for one in self.present if one.entry not in seated]

    # As it is kept with the round, so that the draw can be repeated.

    def data(self) -> dict[str, Value]:
        present: list[Value] = [_before_data(one) for one in self.present]
        partnered: list[Value] = [[*pair, times] for pair, times in sorted(self.partnered.items())]
        locked: list[Value] = [table.data() for table in self.locked]
        return {
            "present": present,
            "everybody": [*self.everybody],
            "turn": self.turn,
            "clubs_apart": self.clubs_apart,
            "partnered": partnered,
            "locked": locked,
        }

    @classmethod
    def read(cls, data: Mapping[str, Any], seed: str) -> Field:
        return cls(
            present=[_read_before(one) for one in data["present"]],
            everybody=data["everybody"],
            turn=data["turn"],
            clubs_apart=data["clubs_apart"],
            partnered={(one, other): times for one, other, times in data["partnered"]},
            seed=seed,
            locked=[read_table(table) for table in data.get("locked", ())],
        )


def _before_data(one: Before) -> dict[str, Value]:
    met: list[Value] = [[other, times] for other, times in sorted(one.met.items())]
    said = {**one._asdict(), "met": met}
    if one.table is None:
        del said["table"]
    return said


def _read_before(data: Mapping[str, Any]) -> Before:
    return Before(**{**data, "met": dict(data["met"])})


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round as the program would have it: sides of entries at each table, and who sits out."""

    tables: Sequence[Table]
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """Entries on each side of a table; one side alone sits out."""

    sides: tuple[tuple[int, ...], ...]
    reasons: tuple[Reason, ...] = ()
    # Which table it is, where that is not simply the next one that is free.
    number: int | None = None

    @property
    def sits_out(self) -> bool:
        return len(self.sides) == 1

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(entry for side in self.sides for entry in side)

    def data(self) -> dict[str, Value]:
        sides: list[Value] = [[*side] for side in self.sides]
        at: dict[str, Value] = {} if self.number is None else {"table": self.number}
        return {"sides": sides, "reasons": reasons_data(self.reasons), **at}


def read_table(data: Mapping[str, Any]) -> Table:
    sides = tuple(tuple(side) for side in data["sides"])
    return Table(sides, read_reasons(data["reasons"]), data.get("table"))


def numbered(tables: Iterable[Table]) -> list[int | None]:
    """At which table each sits: some at one of their own, the others in turn at the lowest that is free."""
    seated = list(tables)
    taken = {table.number for table in seated}
    free = (number for number in count(1) if number not in taken)
    return [None if table.sits_out else table.number or next(free) for table in seated]


def reasons_data(reasons: Iterable[Reason]) -> list[Value]:
    return [{"why": reason.why.value, **reason.params} for reason in reasons]


def read_reasons(data: Iterable[Mapping[str, Any]]) -> tuple[Reason, ...]:
    return tuple(
        Reason(Why(one["why"]), {name: number for name, number in one.items() if name != "why"})
        for one in data
    )


def all_have_met(movement: Movement, field: Field) -> bool:
    """Whether nothing but rematches is left: in a Mitchell, when every table has been moved to."""
    return movement is Movement.MITCHELL and field.turn > mitchell.lines_of(field.everybody).rounds


# Those that say beforehand who meets whom in every round of their phase.
SET_BEFOREHAND: Final = (Movement.ROUND_ROBIN, Movement.MITCHELL)


def without_room(movement: Movement, field: Field, sides: int) -> tuple[int, int] | None:
    """How many who keep a table are to be drawn, and at how few tables, where these are too few for them."""
    at_a_table = partners.AT_A_TABLE if movement is Movement.PARTNERS else sides
    staying, tables = len(keeps_of(field.free)), tables_for(len(field.free), at_a_table)
    drawn = movement not in (*SET_BEFOREHAND, Movement.BY_HAND)
    return (staying, tables) if drawn and staying > tables else None


def cannot_meet(proposal: Proposal, keeps: Keeps) -> tuple[int, ...]:
    """Entries that would meet though neither can move, where the movement leaves no choice."""
    for table in proposal.tables:
        staying = tuple(entry for entry in table.entries if entry in keeps)
        if len(staying) > 1:
            return staying
    return ()


def draw(movement: Movement, field: Field) -> Proposal:
    """The round, by the movement that was agreed on: what is locked, and around it the others."""
    drawn = _DRAWS[movement](replace(field, present=field.free))
    keeps = keeps_of(field.present)
    tables = [_at_its_table(table, keeps) for table in drawn.tables]
    taken = {table.number for table in tables}
    return Proposal([*(_beside(table, taken) for table in field.locked), *tables], drawn.exact)


def _at_its_table(table: Table, keeps: Keeps) -> Table:
    """Where somebody cannot move, the others come to that table."""
    staying = next((entry for entry in table.entries if entry in keeps), None)
    if staying is None or table.sits_out:
        return table
    why = Reason(Why.STAYS, {"entry": staying, "table": keeps[staying]})
    return replace(table, reasons=(*table.reasons, why), number=keeps[staying])


def _beside(table: Table, taken: set[int | None]) -> Table:
    """A locked table keeps its number, unless somebody who cannot move has it."""
    return replace(table, number=None) if table.number in taken else table


def _met(meetings: Iterable[Meeting]) -> list[Table]:
    """Meetings as tables, in which each side is one entry."""
    return [Table(tuple((entry,) for entry in one.entries), one.reasons) for one in meetings]


def _by_lot(field: Field) -> Proposal:
    """Pairs in the order of their lots; with an odd number the last of those who have not sat out does."""
    fewest = min((one.sit_outs for one in field.present), default=0)
    by_entry = {one.entry: one for one in field.present}
    order = [by_entry[entry] for entry in in_order_of_lots(by_entry, field.seed)]
    out: list[Meeting] = []
    if len(order) % 2:
        alone = next(one for one in reversed(order) if one.sit_outs == fewest)
        order.remove(alone)
        out = [Meeting((alone.entry,), (Reason(Why.LOT), Reason(Why.FEWEST_SIT_OUTS, {"had": fewest})))]
    pairs = [Meeting((order[at].entry, order[to].entry), (Reason(Why.LOT),)) for at, to in in_turn(order)]
    return Proposal(_met([*pairs, *out]))


def _round_robin(field: Field) -> Proposal:
    return Proposal(_met(_alone_against_the_absent(field, circle.circle(field.everybody, field.turn))))


def _with_lines(field: Field) -> Proposal:
    """A late entry takes the phantom's place by itself: it is the next in the order."""
    lines = mitchell.lines_of(field.everybody)
    return Proposal(_met(_alone_against_the_absent(field, mitchell.mitchell(lines, field.turn))))


def _alone_against_the_absent(field: Field, meetings: Iterable[Meeting]) -> list[Meeting]:
    """Who was to meet somebody that takes no part sits out."""
    here = {one.entry for one in field.present}
    found = []
    for one in meetings:
        present = tuple(entry for entry in one.entries if entry in here)
        if len(present) == len(one.entries):
            found.append(one)
        elif present:
            found.append(Meeting(present, (*one.reasons, Reason(Why.PHANTOM))))
    return found


def _swiss_round(field: Field) -> Proposal:
    drawn = swiss.swiss(field.present, field.seed, clubs_apart=field.clubs_apart)
    return Proposal(_met(drawn.meetings), drawn.exact)


def _drawn_partners(field: Field) -> Proposal:
    drawn = partners.drawn_partners(field.present, field.seed, field.partnered)
    tables = [Table(table.sides, table.reasons) for table in drawn.tables]
    return Proposal([*tables, *_met(drawn.out)])


def _nobody_yet(_field: Field) -> Proposal:
    """The director says who meets whom."""
    return Proposal([])


_DRAWS: Final[dict[Movement, Callable[[Field], Proposal]]] = {
    Movement.LOT: _by_lot,
    Movement.ROUND_ROBIN: _round_robin,
    Movement.MITCHELL: _with_lines,
    Movement.DANISH_PURE: lambda field: Proposal(_met(danish.pure(field.present, field.seed))),
    Movement.DANISH_MODIFIED: lambda field: Proposal(_met(danish.modified(field.present, field.seed))),
    Movement.SWISS: _swiss_round,
    Movement.THREE_SIDED: lambda field: Proposal(_met(three_sided.three_sided(field.present, field.seed))),
    Movement.PARTNERS: _drawn_partners,
    Movement.BY_HAND: _nobody_yet,
}


def partners_of(tables: Iterable[Sequence[Sequence[int]]]) -> dict[tuple[int, int], int]:
    """How often each two have sat on one side, both ways round."""
    times: Counter[tuple[int, int]] = Counter()
    for sides in tables:
        for side in sides:
            if len(side) == 2:
                one, other = side
                times[one, other] += 1
                times[other, one] += 1
    return dict(times)
