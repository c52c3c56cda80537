"""Texts that many rows of a list share, or few rows have: on paper a sign in the row, the text once below.

It is done last, in the language or the two languages of the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_lowercase
from typing import Final

from clubs.reports.report import Report, ReportTable, Row

# A shorter list has room for its texts.
_MIN_ROWS: Final = 10
# So many rows share a text on the average, or else at most this part of the rows has one.
_MIN_ROWS_PER_TEXT: Final = 2
_MAX_RARE_PART: Final = 0.25


def with_signs(report: Report) -> Report:
    """Return a report in which signs stand for the texts of the columns that allow it."""
    signs: dict[str, str] = {}
    tables = tuple(_table_with_signs(table, signs) for table in report.tables)
    meanings = tuple(f"{sign}: {text}" for text, sign in signs.items())
    return replace(report, tables=tables, notes=(*meanings, *report.notes)) if signs else report


def _table_with_signs(table: ReportTable, signs: dict[str, str]) -> ReportTable:
    """Return a table with one narrow column, under their last heading, for all its columns of signs."""
    folded = [at for at, column in enumerate(table.columns) if column.by_sign]
    texts = [text for row in table.rows for text in _texts_of(row, folded)]
    if not texts or len(table.rows) < _MIN_ROWS or not _is_worth_it(table, texts, folded):
        return table
    for text in texts:
        signs.setdefault(text, _sign(len(signs)))
    last = folded[-1]
    columns = [
        replace(column, by_sign=False) for at, column in enumerate(table.columns) if at not in folded[:-1]
    ]
    rows = (
        replace(
            row,
            values=tuple(
                " ".join(signs[text] for text in _texts_of(row, folded)) if at == last else value
                for at, value in enumerate(row.values)
                if at not in folded[:-1]
            ),
        )
        for row in table.rows
    )
    return replace(table, columns=tuple(columns), rows=tuple(rows))


def _texts_of(row: Row, folded: Sequence[int]) -> list[str]:
    return [str(row.values[at]) for at in folded if row.values[at] not in (None, "")]


def _is_worth_it(table: ReportTable, texts: Sequence[str], folded: Sequence[int]) -> bool:
    with_text = sum(1 for row in table.rows if _texts_of(row, folded))
    is_shared = len(texts) >= _MIN_ROWS_PER_TEXT * len(set(texts))
    return is_shared or with_text <= _MAX_RARE_PART * len(table.rows)


def _sign(number: int) -> str:
    """Return a letter, which no figure of a list is taken for; after z come aa, ab and so on."""
    before, at = divmod(number, len(ascii_lowercase))
    return (_sign(before - 1) if before else "") + ascii_lowercase[at]
