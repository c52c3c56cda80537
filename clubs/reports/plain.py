"""Writes a report as plain text, to paste into a mail or a newspaper: in columns, and in one sentence.

No line is longer than `WIDTH`, which a mail program leaves as it is.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from clubs.reports.numbers import SPACE, format_value
from clubs.reports.report import Column, ColumnKind, Report, ReportTable
from clubs.reports.tables import ExportReport, lines_above, lines_below, without_empty_columns

PLAIN_MEDIA_TYPE: Final = "text/plain; charset=utf-8"
WIDTH: Final = 72
_GAP: Final = "  "
# A column of texts becomes no narrower: its words go on in the next line.
_MIN_TEXT_WIDTH: Final = 14


def plain_text(report: Report) -> str:
    """Return the text of a report whose tables are short enough to be in memory."""
    narrow = report.narrow if isinstance(report, ExportReport) else ()
    tables = [_lines_of_table(report, table) for table in narrow or report.tables]
    brief = [report.brief] if isinstance(report, ExportReport) and report.brief else []
    parts = [
        _wrapped(lines_above(report)),
        *tables,
        _wrapped(lines_below(report)),
        _wrapped(brief),
        _wrapped([report.state] if report.state else []),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _wrapped(sentences: Sequence[str]) -> list[str]:
    return [line for sentence in sentences for line in textwrap.wrap(_plain(sentence), WIDTH)]


def _plain(text: str) -> str:
    """Programs for mail break lines at a space that is not to be broken, or show a sign for it."""
    return text.replace(SPACE, " ")


def _lines_of_table(report: Report, table: ReportTable) -> list[str]:
    """The caption and the rows: in columns, or where these are too wide a line for each value."""
    caption = [] if table.caption in ("", report.title, report.subtitle) else _wrapped([table.caption])
    filled = without_empty_columns(table)
    at = [number for number, column in enumerate(filled.columns) if not column.minor]
    columns = [filled.columns[number] for number in at]
    rows = [
        [_plain(format_value(row.values[number], report.language)) for number in at] for row in filled.rows
    ]
    widths = _widths(columns, [[column.short or column.title for column in columns], *rows])
    lines = _in_columns(columns, rows, widths) if widths else _one_by_one(columns, rows)
    return [*caption, *lines]


def _widths(columns: Sequence[Column], lines: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column; empty where they have no room beside each other."""
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    texts = [at for at, column in enumerate(columns) if column.kind is ColumnKind.TEXT]
    while sum(widths) + len(_GAP) * (len(widths) - 1) > WIDTH:
        widest = max(texts, key=lambda at: widths[at], default=None)
        if widest is None or widths[widest] <= _MIN_TEXT_WIDTH:
            return []
        widths[widest] -= 1
    return widths


def _in_columns(columns: Sequence[Column], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    headings = [column.short or column.title for column in columns]
    return [line for cells in (headings, *rows) for line in _lines_of_row(columns, cells, widths)]


def _lines_of_row(columns: Sequence[Column], cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    parts = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
    for line in zip_longest(*parts, fillvalue=""):
        padded = (
            part.rjust(width) if column.kind is ColumnKind.NUMBER else part.ljust(width)
            for column, part, width in zip(columns, line, widths, strict=True)
        )
        yield _GAP.join(padded).rstrip()


def _one_by_one(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> list[str]:
    """Each value in a line of its own after its heading, and an empty line between two rows."""
    lines: list[str] = []
    for row in rows:
        values = [
            f"{column.title}: {cell}" if column.title else cell
            for column, cell in zip(columns, row, strict=True)
            if cell
        ]
        lines += [*([""] if lines else []), *_wrapped(values)]
    return lines
