"""What a page gives besides itself: its report as a spreadsheet, as CSV, as JSON, or on paper.

The page's own address with `as` gives the file: whoever may see the page may take what it shows, with its
filters and its sort, and nobody else. A file is made whole before any of it is sent, on the disk once it is
large: it needs no memory, and nobody's slow line holds the database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.reports import json, separated
from clubs.reports.report import Report, Row, Table
from clubs.reports.tables import AnyTable, lines_of, tables_of

PARAMETER: Final = "as"
PAPER: Final = "print"
# What is larger lies on the disk while it is made and sent.
IN_MEMORY: Final = 1 << 20
# A list that is longer fills no more paper than this: the files have all of it.
MOST_ON_PAPER: Final = 2000
LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Form:
    """A form that a report can take: how its files end, what they are, and who writes them."""

    ending: str
    media_type: str
    write: Callable[[Report, IO[bytes]], None]


def as_workbook(report: Report, into: IO[bytes]) -> None:
    # Loaded by who asks for a spreadsheet first, as the one that draws PDF is.
    from clubs.reports import xlsx

    xlsx.write(report, into)


WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS: Final[Mapping[str, Form]] = {
    "xlsx": Form("xlsx", WORKBOOK, as_workbook),
    "csv": Form("csv", separated.MEDIA_TYPE, separated.write),
    "csv-comma": Form("csv", separated.MEDIA_TYPE, partial(separated.write, style=separated.PLAIN)),
    "json": Form("json", json.MEDIA_TYPE, json.write),
}


def asked(request: HttpRequest, report: Callable[[], Report | None]) -> HttpResponseBase | None:
    """What the address asks for besides the page; None where that is the page, or nothing is told there."""
    wanted = request.GET.get(PARAMETER, "")
    if wanted not in FORMS and wanted != PAPER:
        return None
    told = report()
    if told is None:
        return None
    return on_paper(request, told) if wanted == PAPER else sent(told, FORMS[wanted])


def sent(report: Report, form: Form) -> HttpResponseBase:
    """The report as a file to keep: from memory, or from the disk where it is long."""
    made = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (a long one is closed with the answer)
    form.write(report, made)
    length = made.tell()
    made.seek(0)
    if length > IN_MEMORY:
        return FileResponse(made, headers=headers(report, form))
    with made:
        return HttpResponse(made.read(), headers={**headers(report, form), "Content-Length": str(length)})


def headers(report: Report, form: Form) -> dict[str, str]:
    said = content_disposition_header(as_attachment=True, filename=f"{name_of(report)}.{form.ending}")
    return {"Content-Type": form.media_type, "Content-Disposition": said or ""}


def name_of(report: Report) -> str:
    """Letters that every system can keep a file under."""
    return slugify(f"{report.title} {report.subtitle}")[:LONGEST_NAME].strip("-") or "talon"


def on_paper(request: HttpRequest, report: Report) -> HttpResponse:
    """The whole report as a page to print."""
    whole = [held(table) for table in tables_of(report)]
    tables = tuple(replace(table, rows=table.rows[:MOST_ON_PAPER]) for table in whole)
    context = {"report": replace(report, tables=tables), "cut": tables != tuple(whole)}
    return render(request, "reports/paper.html", {**context, "most": MOST_ON_PAPER})


def held(table: AnyTable) -> Table:
    """A table's rows, read so far that it is seen whether there are more than paper gets."""
    if isinstance(table, Table):
        return table
    rows = tuple(Row(values) for values in islice(lines_of(table), MOST_ON_PAPER + 1))
    return Table(columns=table.columns, rows=rows, caption=table.caption)


def ways(request: HttpRequest) -> list[tuple[str, str]]:
    """What else a page can be taken as, each with its address: with the filters and the sort of the page."""
    named = {
        "xlsx": _("As spreadsheet"),
        "csv": _("As CSV"),
        "csv-comma": _("As CSV with commas"),
        PAPER: _("Print"),
    }
    return [(label, address_of(request, form)) for form, label in named.items()]


def address_of(request: HttpRequest, form: str) -> str:
    """The page itself, all of its rows: a file knows no pages."""
    query = request.GET.copy()
    query.pop("page", None)
    query[PARAMETER] = form
    return f"{request.path}?{query.urlencode()}"
