"""A filled-in sheet of a round: each row found by its table and its entries, whatever order they are in.

Nothing is stored here. What is read fills in the fields of the page of the round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.in_languages import in_each_language
from clubs.text.sheet_cells import (
    MAX_QUOTED,
    CellProblem,
    HeadingPlaces,
    column_of,
    heading_rows,
    number_in,
    points_sentence,
    quoted,
    text_in,
)
from clubs.text.sheets import UnreadableSheet, cell_name, is_remark
from clubs.text.typed_numbers import NumberFault
from clubs.text.workbooks import Cell
from scoring.forms.totals import PointsField
from tournaments.rounds.sheet_template import (
    Headings,
    SideNumbers,
    count_sides,
    key_in,
    load_side_numbers,
    sheet_name,
    stored_totals,
)
from tournaments.rounds.tables import RoundRow, TablesPage

_BETWEEN_NUMBERS: Final = re.compile(r"[\s,;+&/]+")
_ENTRY_NUMBER: Final = re.compile(r"[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class TotalProblem(CellProblem):
    """Why a cell is not taken, and the game whose total it is."""

    game: int | None = None


@dataclass(slots=True)
class SheetReading:
    """What a sheet says of a round."""

    # The totals of the games that differ from what is stored; None where a total is missing or wrong.
    totals: dict[int, list[int | None]] = field(default_factory=dict)
    problems: list[TotalProblem] = field(default_factory=list)
    # The games with the stored result, and those without totals in the sheet.
    same: int = 0
    empty: int = 0


class _SideColumns(NamedTuple):
    numbers: int
    total: int


class _Columns(NamedTuple):
    """Where the columns of a sheet are; those of the round and of the name may have been removed."""

    headings: int
    table: int
    sides: Sequence[_SideColumns]
    round: int | None
    belongs: int | None


def read_results(rows: Sequence[Sequence[Cell]], tables: TablesPage) -> SheetReading:
    """Read the totals of a round from the rows of a sheet. Raises UnreadableSheet."""
    columns = _find_columns(rows, count_sides(tables))
    filled = [
        (number, row)
        for number, row in enumerate(rows[columns.headings + 1 :], start=columns.headings + 1)
        if not is_remark(row) and any(text_in(row, at) for at in _asked_columns(columns))
    ]
    _refuse_other_round(filled, columns, tables)
    reader = _SheetReader(tables, columns, load_side_numbers(tables.round))
    for number, row in filled:
        reader.read(number, row)
    return reader.reading


def _asked_columns(columns: _Columns) -> Iterator[int]:
    yield columns.table
    for side in columns.sides:
        yield from side


# Which column is which, and which sheet it is.


def _find_columns(rows: Sequence[Sequence[Cell]], sides: int) -> _Columns:
    known = in_each_language([code for code, _name in settings.LANGUAGES], lambda: Headings.of(sides))
    for number, places in heading_rows(rows):
        found = _columns_in(number, places, known, sides)
        if found is not None:
            return found
    raise UnreadableSheet(
        _("The headings of the sheet are missing. Download it again, and leave its first rows as they are.")
    )


def _columns_in(number: int, places: HeadingPlaces, known: Sequence[Headings], sides: int) -> _Columns | None:
    """Return the columns of the row of headings; None where it is another row."""
    table = column_of(places, [one.table for one in known])
    numbers = [column_of(places, [one.numbers[side] for one in known]) for side in range(sides)]
    totals = [column_of(places, [one.totals[side] for one in known]) for side in range(sides)]
    found = [
        _SideColumns(number_at, total_at)
        for number_at, total_at in zip(numbers, totals, strict=True)
        if number_at is not None and total_at is not None
    ]
    if table is None or len(found) < sides or not found:
        return None
    return _Columns(
        number,
        table,
        found,
        column_of(places, [one.round for one in known]),
        column_of(places, [one.belongs for one in known]),
    )


def _refuse_other_round(
    filled: Sequence[tuple[int, Sequence[Cell]]], columns: _Columns, tables: TablesPage
) -> None:
    """Refuse a sheet of another round or event, by its name. Raises UnreadableSheet."""
    drawn = tables.round
    for _number, row in filled:
        name = text_in(row, columns.belongs)
        key = key_in(name)
        told = text_in(row, columns.round)
        if key not in (None, drawn.pk):
            raise _other_sheet(name, tables)
        if key is None and told and number_in(row, columns.round, _language()) != drawn.number:
            raise _other_sheet(_("Round %(number)s") % {"number": told[:MAX_QUOTED]}, tables)


def _other_sheet(found: str, tables: TablesPage) -> UnreadableSheet:
    names = {"found": found[: 5 * MAX_QUOTED], "here": sheet_name(tables.round)}
    return UnreadableSheet(_("This sheet belongs to “%(found)s”, and this page to “%(here)s”.") % names)


# The rows.


class _CellRefused(Exception):
    """A row whose table or entries are not found."""


class _SheetReader:
    """Reads the rows of a sheet one by one."""

    def __init__(self, tables: TablesPage, columns: _Columns, numbers: SideNumbers) -> None:
        self.round = tables.round.number
        self.columns, self.numbers, self.language = columns, numbers, _language()
        self.tables = {row.pairing.table: row for row in tables.rows}
        # In which row of the sheet a table is.
        self.seen: dict[int, int] = {}
        self.points = PointsField()
        self.reading = SheetReading()

    def read(self, number: int, row: Sequence[Cell]) -> None:
        try:
            table = self.table_of(number, row)
            sides = self.sides_of(number, row, table)
        except _CellRefused:
            return
        if not any(text_in(row, side.total) for side in sides):
            self.reading.empty += 1
            return
        before = len(self.reading.problems)
        totals = [
            self.total_in(number, at.total, row, name, table.listed.pk)
            for at, name in zip(sides, table.listed.names, strict=True)
        ]
        if len(self.reading.problems) == before and self.is_stored(table, totals):
            self.reading.same += 1
        elif table.form is None:
            self.add(number, sides[0].total, _table_name(table), _takes_no_totals())
        else:
            self.reading.totals[table.listed.pk] = totals

    def add(self, row: int, column: int, about: str, sentence: str, game: int | None = None) -> None:
        self.reading.problems.append(TotalProblem(cell_name(row, column), about, sentence, game))

    def refused(self, row: int, column: int, about: str, sentence: str) -> _CellRefused:
        self.add(row, column, about, sentence)
        return _CellRefused()

    def is_stored(self, table: RoundRow, totals: Sequence[int | None]) -> bool:
        return list(totals) == list(stored_totals(table))

    def table_of(self, number: int, row: Sequence[Cell]) -> RoundRow:
        """Return the table of a row, which may be in the sheet once."""
        at = self.columns.table
        typed = text_in(row, at)
        table = number_in(row, at, self.language)
        if isinstance(table, NumberFault):
            raise self.refused(number, at, "", _("“%(typed)s” is no table number.") % quoted(typed))
        if table not in self.tables:
            values = {"table": table, "round": self.round}
            sentence = _("Round %(round)s has no table %(table)s with a game.") % values
            raise self.refused(number, at, "", sentence)
        first = self.seen.setdefault(table, number)
        if first != number:
            sentence = _("Table %(table)s is already in row %(row)s.") % {"table": table, "row": first + 1}
            raise self.refused(number, at, "", sentence)
        return self.tables[table]

    def sides_of(self, number: int, row: Sequence[Cell], table: RoundRow) -> Sequence[_SideColumns]:
        """Return the columns of each side of a table, found by the numbers of the entries."""
        sides = [frozenset(entries) for entries in self.numbers.get(table.pairing.pk, ())]
        found: dict[int, _SideColumns] = {}
        for columns in self.columns.sides:
            typed = text_in(row, columns.numbers)
            if not typed and (not text_in(row, columns.total) or len(found) == len(sides)):
                continue
            entries = _entry_numbers(typed)
            side = sides.index(entries) if entries in sides else None
            if side is None or side in found:
                raise self.refused(number, columns.numbers, _table_name(table), self.who_plays(table, typed))
            found[side] = columns
        if len(found) < len(sides):
            at = next(side.numbers for side in self.columns.sides if side not in found.values())
            raise self.refused(number, at, _table_name(table), self.who_plays(table, ""))
        return [found[side] for side in range(len(sides))]

    def who_plays(self, table: RoundRow, typed: str) -> str:
        numbers = self.numbers.get(table.pairing.pk, ())
        sides = " / ".join(
            f"{'+'.join(map(str, of_side))} {name}"
            for of_side, name in zip(numbers, table.listed.names, strict=True)
        )
        values = {"sides": sides, **quoted(typed)}
        if not typed:
            return _("A number is missing. %(sides)s play there.") % values
        return _("%(sides)s play there, each once, and not “%(typed)s”.") % values

    def total_in(self, number: int, column: int, row: Sequence[Cell], side: str, game: int) -> int | None:
        """Return the total in a cell; None with a problem where it is not one."""
        total = number_in(row, column, self.language)
        if isinstance(total, NumberFault):
            self.add(number, column, side, points_sentence(total, text_in(row, column)), game)
            return None
        try:
            return self.points.clean(str(total))
        except ValidationError as refusal:
            self.add(number, column, side, " ".join(refusal.messages), game)
            return None


def _entry_numbers(typed: str) -> frozenset[int] | None:
    """Return the numbers in a cell; None where something else is there."""
    words = [word for word in _BETWEEN_NUMBERS.split(typed.strip()) if word]
    if not all(_ENTRY_NUMBER.fullmatch(word) for word in words):
        return None
    return frozenset(map(int, words))


def _takes_no_totals() -> str:
    return _("No totals can be typed here: deals, signatures, a ruling or a second person decide the result.")


def _table_name(table: RoundRow) -> str:
    return _("Table %(number)s") % {"number": table.pairing.table}


def _language() -> str:
    return get_language() or "en"
