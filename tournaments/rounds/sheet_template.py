"""The sheet of a round to fill in with a spreadsheet program: its headings, tables, sides and totals."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, Value
from tournaments.models import PairingEntry, Round
from tournaments.rounds.tables import RoundRow, TablesPage

_KEY: Final = re.compile(r"\[([0-9]{1,18})\]\s*$")
# Between the numbers of entries that play together.
_TOGETHER: Final = " + "

# The numbers of the entries of each side of a pairing.
SideNumbers = Mapping[int, Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Headings:
    """The headings of a sheet, in the language of the reader."""

    round: str
    table: str
    # For each side: the numbers of its entries, its names, and what is filled in.
    numbers: Sequence[str]
    names: Sequence[str]
    totals: Sequence[str]
    # Which sheet it is: the last column.
    belongs: str

    @classmethod
    def of(cls, sides: int) -> Headings:
        each = [{"number": number} for number in range(1, sides + 1)]
        return cls(
            _("Round"),
            _("Table"),
            [_("Number of side %(number)s") % side for side in each],
            [_("Side %(number)s") % side for side in each],
            [_("Total of side %(number)s") % side for side in each],
            _("Belongs to"),
        )


def count_sides(tables: TablesPage) -> int:
    return max((len(row.listed.names) for row in tables.rows), default=0)


def load_side_numbers(drawn: Round) -> SideNumbers:
    """Load the numbers of the entries of a round, by pairing and side."""
    numbers = defaultdict[int, defaultdict[int, list[int]]](lambda: defaultdict(list))
    entered = PairingEntry.objects.filter(round=drawn).order_by("pairing", "side", "position")
    for pairing, side, number in entered.values_list("pairing", "side", "entry__number"):
        numbers[pairing][side].append(number)
    return {pairing: [sides[side] for side in sorted(sides)] for pairing, sides in numbers.items()}


def sheet_name(drawn: Round) -> str:
    """Return the name of a round's sheet; the number in brackets tells it from every other."""
    values = {"event": drawn.tournament.title, "number": drawn.number}
    name = _("%(event)s, round %(number)s") % values
    return f"{name} [{drawn.pk}]"


def key_in(name: str) -> int | None:
    """Return the key of the round that a sheet's name ends with."""
    found = _KEY.search(name)
    return None if found is None else int(found[1])


def sheet_report(tables: TablesPage) -> Report:
    """Return the sheet to fill in; totals that are there already are in it."""
    drawn, sides = tables.round, count_sides(tables)
    numbers, belongs = load_side_numbers(drawn), sheet_name(drawn)
    rows = tuple(
        Row((drawn.number, row.pairing.table, *_side_values(row, numbers, sides), belongs))
        for row in tables.rows
    )
    subtitle = _("Round %(number)s") % {"number": drawn.number}
    table = ReportTable(columns=tuple(_columns(Headings.of(sides), sides)), rows=rows)
    return Report(title=drawn.tournament.title, subtitle=subtitle, tables=(table,))


def _columns(headings: Headings, sides: int) -> list[Column]:
    columns = [
        Column(headings.round, ColumnKind.NUMBER, key="round"),
        Column(headings.table, ColumnKind.NUMBER, key="table"),
    ]
    for side in range(sides):
        columns += [
            Column(headings.numbers[side], ColumnKind.NUMBER, key=f"entries_{side + 1}"),
            Column(headings.names[side], key=f"names_{side + 1}"),
            Column(headings.totals[side], ColumnKind.NUMBER, key=f"points_{side + 1}"),
        ]
    return [*columns, Column(headings.belongs, key="belongs")]


def _side_values(row: RoundRow, numbers: SideNumbers, sides: int) -> list[Value]:
    names, totals = row.listed.names, stored_totals(row)
    entries = numbers.get(row.pairing.pk, ())
    values: list[Value] = []
    for side in range(sides):
        if side < len(names) and side < len(entries):
            values += [_joined(entries[side]), names[side], totals[side] if totals else None]
        else:
            values += [None, None, None]
    return values


def _joined(numbers: Sequence[int]) -> Value:
    return numbers[0] if len(numbers) == 1 else _TOGETHER.join(map(str, numbers))


def stored_totals(row: RoundRow) -> Sequence[int]:
    """Return the totals of a game that is over; none while a second person is still to type them unseen."""
    is_told = row.listed.over and not row.hides_totals
    return row.listed.totals if is_told else ()
