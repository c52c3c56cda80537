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
from django.utils.translation import gettext as _

from clubs.reports import json, separated
from clubs.reports.report import Fact, Report, Row, Table
from clubs.reports.tables import AnyTable, club_of, lines_of, tables_of, without_empty
from clubs.text.alphabet import file_name

PARAMETER: Final = "as"
PAPER: Final = "print"
PDF: Final = "pdf"
# What is larger lies on the disk while it is made and sent.
IN_MEMORY: Final = 1 << 20
# A list that is longer fills no more paper than this: the files have all of it. It is drawn in a second.
MOST_ON_PAPER: Final = 2000
_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Form:
    """A form that a report can take: how its files end, what they are, and who writes them."""

    ending: str
    media_type: str
    write: Callable[[Report, IO[bytes]], None]


def _as_workbook(report: Report, into: IO[bytes]) -> None:
    # Loaded by who asks for a spreadsheet first, as the one that draws PDF is.
    from clubs.reports import xlsx

    xlsx.write(report, into)


_WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS: Final[Mapping[str, Form]] = {
    "xlsx": Form("xlsx", _WORKBOOK, _as_workbook),
    "csv": Form("csv", separated.MEDIA_TYPE, separated.write),
    "csv-comma": Form("csv", separated.MEDIA_TYPE, partial(separated.write, style=separated.PLAIN)),
    "json": Form("json", json.MEDIA_TYPE, json.write),
}


def asked(request: HttpRequest, report: Callable[[], Report | None]) -> HttpResponseBase | None:
    """What the address asks for besides the page; None where that is the page, or nothing is told there."""
    wanted = request.GET.get(PARAMETER, "")
    if wanted not in FORMS and wanted not in ON_A4:
        return None
    told = report()
    if told is None:
        return None
    return ON_A4[wanted](request, told) if wanted in ON_A4 else sent(told, FORMS[wanted])


def sent(report: Report, form: Form) -> HttpResponseBase:
    """The report as a file to keep: from memory, or from the disk where it is long."""
    made = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (a long one is closed with the answer)
    form.write(report, made)
    length = made.tell()
    made.seek(0)
    if length > IN_MEMORY:
        return FileResponse(made, headers=_headers(report, form))
    with made:
        return HttpResponse(made.read(), headers={**_headers(report, form), "Content-Length": str(length)})


def _headers(report: Report, form: Form) -> dict[str, str]:
    said = content_disposition_header(as_attachment=True, filename=f"{_name_of(report)}.{form.ending}")
    return {"Content-Type": form.media_type, "Content-Disposition": said or ""}


def _name_of(report: Report) -> str:
    """Letters that every system can keep a file under."""
    return file_name(f"{report.title} {report.subtitle}")[:_LONGEST_NAME].strip("-") or "talon"


def _on_paper(request: HttpRequest, report: Report) -> HttpResponse:
    """The whole report as a page to print, with the columns in which something stands."""
    tables, cut = _held(report, MOST_ON_PAPER)
    drawn = replace(report, tables=tuple(without_empty(table) for table in tables))
    context = {"report": drawn, "cut": cut, "most": MOST_ON_PAPER}
    return render(request, "reports/paper.html", context)


def _as_pdf(_request: HttpRequest, report: Report) -> HttpResponse:
    """The report drawn on A4, with the columns in which something stands."""
    # Loaded by who asks for paper first: it is a fifth of all that a worker would load at its start.
    from clubs.reports.pdf import pdf

    tables, cut = _held(report, MOST_ON_PAPER)
    said = _("Paper has the first %(most)s rows of a list. The spreadsheet has all of them.")
    drawn = Report(
        title=report.title,
        subtitle=report.subtitle,
        facts=report.facts or _club_facts(report),
        tables=tuple(without_empty(_captioned_apart(report, table)) for table in tables),
        notes=report.notes,
        ahead=said % {"most": MOST_ON_PAPER} if cut else "",
        language=report.language,
    )
    response = HttpResponse(pdf(drawn), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{_name_of(report)}.pdf"'
    return response


def _captioned_apart(report: Report, table: Table) -> Table:
    """A caption that only says the heading of the page once more is left out."""
    return replace(table, caption="") if table.caption in (report.title, report.subtitle) else table


def _club_facts(report: Report) -> tuple[Fact, ...]:
    """Whose a list is, where it says nothing else of itself."""
    return (Fact(_("Club"), club_of(report)),) if club_of(report) else ()


def _held(report: Report, most: int) -> tuple[tuple[Table, ...], bool]:
    """The tables with as many rows as paper gets, and whether there are more."""
    read = [_read_of(table, most + 1) for table in tables_of(report)]
    tables = tuple(replace(table, rows=table.rows[:most]) for table in read)
    return tables, any(len(table.rows) > most for table in read)


def _read_of(table: AnyTable, most: int) -> Table:
    if isinstance(table, Table):
        return table
    rows = tuple(Row(values) for values in islice(lines_of(table), most))
    return Table(columns=table.columns, rows=rows, caption=table.caption)


# The forms that are looked at and printed instead of kept.
ON_A4: Final[Mapping[str, Callable[[HttpRequest, Report], HttpResponse]]] = {PAPER: _on_paper, PDF: _as_pdf}


def ways(request: HttpRequest) -> list[tuple[str, str]]:
    """What else a page can be taken as, each with its address: with the filters and the sort of the page."""
    named = {
        "xlsx": _("As spreadsheet"),
        "csv": _("As CSV"),
        "csv-comma": _("As CSV with commas"),
        PDF: _("As PDF"),
        PAPER: _("Print"),
    }
    return [(label, _address_of(request, form)) for form, label in named.items()]


def _address_of(request: HttpRequest, form: str) -> str:
    """The page itself, all of its rows: a file knows no pages."""
    query = request.GET.copy()
    query.pop("page", None)
    query[PARAMETER] = form
    return f"{request.path}?{query.urlencode()}"
