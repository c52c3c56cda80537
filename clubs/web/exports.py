"""Exports of a page's report: as a spreadsheet, CSV, JSON or PDF, or as a page to print.

The address of the page with the parameter `as` gives the file, with the filters and the sort of the page: the
right to see the page is the right to export it. A file is written completely before it is sent, to the disk
if it is large: it needs little memory, and a slow client does not keep the database busy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.state import sheet_words, state_of
from clubs.models import Book
from clubs.reports import json, plain, separated
from clubs.reports.codes import report_code, report_line
from clubs.reports.report import Fact, Report, ReportTable, Row
from clubs.reports.tables import (
    AnyTable,
    ExportReport,
    LongTable,
    Values,
    club_of,
    lines_of,
    tables_of,
    without_empty_columns,
)
from clubs.text.alphabet import file_name
from clubs.text.dates import short_datetime
from clubs.web.file_turns import being_made_page, file_turn, with_rests
from clubs.web.format_parameter import FORMAT_PARAMETER
from clubs.web.printed_addresses import printed_address

PRINT_PAGE: Final = "print"
PDF: Final = "pdf"
TEXT: Final = "text"
# A larger file is written to the disk.
MAX_IN_MEMORY: Final = 1 << 20
# A larger one is sent from the disk, and is not kept (`clubs.web.page_cache`).
MAX_IN_ONE_PIECE: Final = 8 << 20
# The rows of a list that paper gets; the files have all of them. So many are drawn in a second.
MAX_PAPER_ROWS: Final = 2000
_MAX_NAME_LENGTH: Final = 60
_CUT: Final = _lazy("The printout shows the first %(most)s rows of a list. The spreadsheet has them all.")
# A phone reads the code of an address of this length from paper.
_MAX_CODED_ADDRESS: Final = 120


@dataclass(frozen=True, slots=True)
class PaperReport:
    """A report with the rows that paper gets, and whether there are more."""

    report: Report
    is_cut: bool


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A format of exported files: its extension, its media type, and the function that writes it.

    The suffix follows the name of a file that has its extension in common with another.
    """

    extension: str
    media_type: str
    write: Callable[[Report, IO[bytes]], None]
    suffix: str = ""


def _as_workbook(report: Report, output: IO[bytes]) -> None:
    # Imported on the first request for a spreadsheet, like the PDF engine.
    from clubs.reports import xlsx

    xlsx.write_xlsx(report, output)


_WORKBOOK: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILE_FORMATS: Final[Mapping[str, FileFormat]] = {
    "xlsx": FileFormat("xlsx", _WORKBOOK, _as_workbook),
    "csv": FileFormat("csv", separated.CSV_MEDIA_TYPE, separated.write_csv),
    "csv-comma": FileFormat(
        "csv", separated.CSV_MEDIA_TYPE, partial(separated.write_csv, style=separated.PLAIN), "-comma"
    ),
    "json": FileFormat("json", json.JSON_MEDIA_TYPE, json.write_json),
}


def export_response(
    request: HttpRequest, report: Callable[[], Report | None], of: Callable[[], Book] | None = None
) -> HttpResponseBase | None:
    """Return the file that the address requests; None if it requests the page, or there is no report.

    It says of which state it is: that of the book `of` which it is, else when it was made.

    While another file is being made it is a page that asks again (`clubs.web.file_turns`).
    """
    name = requested_format(request)
    if not name:
        return None
    with file_turn(request) as is_mine:
        if not is_mine:
            return being_made_page(request)
        document = report()
        if document is None:
            return None
        document = with_state(document, None if of is None else of())
        if name in PAPER_FORMATS:
            return PAPER_FORMATS[name](request, _for_paper(document))
        return file_response(document, FILE_FORMATS[name])


def with_state(report: Report, book: Book | None) -> Report:
    """Return the report with the state of its book, and the moment of that: files are dated with it."""
    state = None if book is None else state_of(book)
    if state is not None:
        report = replace(report, state=report.state or state.sentence, words=report.words or state.words)
        return replace(report, as_of=report.as_of or state.at)
    now = timezone.now()
    made = _("As of %(time)s") % {"time": short_datetime(now)}
    return replace(report, state=report.state or made, as_of=report.as_of or now)


def _for_paper(report: Report) -> PaperReport:
    """Return the rows that paper gets; each format has the same codes."""
    tables, cut = _rows_for_paper(_with_rests(report), MAX_PAPER_ROWS)
    shortened = replace(report, long=()) if isinstance(report, ExportReport) else report
    shortened = replace(shortened, tables=tables)
    words = replace(shortened.words or sheet_words(), sheet_code=report_code(shortened))
    return PaperReport(replace(shortened, words=words), cut)


def requested_format(request: HttpRequest) -> str:
    """Return the format that the address requests; empty for the page."""
    name = request.GET.get(FORMAT_PARAMETER, "")
    return name if name in FILE_FORMATS or name in PAPER_FORMATS else ""


def file_response(report: Report, file_format: FileFormat) -> HttpResponseBase:
    """Return the report as a file to download: in one piece, or from the disk if it is very large."""
    headers = _headers(report, file_format)
    with ExitStack() as until_sent:
        file = until_sent.enter_context(SpooledTemporaryFile(max_size=MAX_IN_MEMORY))
        file_format.write(_with_rests(report), file)
        length = file.tell()
        file.seek(0)
        if length <= MAX_IN_ONE_PIECE:
            headers["Content-Length"] = str(length)
            return HttpResponse(file.read(), headers=headers, content_type=file_format.media_type)
        # A large one is closed with the response.
        until_sent.pop_all()
    # Django guesses the type of a file unless it is told so.
    return FileResponse(file, headers=headers, content_type=file_format.media_type)


def _with_rests(report: Report) -> Report:
    """Return the report with long tables whose rows leave time to others."""
    if not isinstance(report, ExportReport):
        return report
    long = (replace(table, lines=partial(_rested_lines, table)) for table in report.long)
    return replace(report, long=tuple(long))


def _rested_lines(table: LongTable) -> Iterator[Values]:
    return with_rests(table.lines())


def _headers(report: Report, file_format: FileFormat) -> dict[str, str]:
    name = f"{_file_stem(report)}{file_format.suffix}.{file_format.extension}"
    disposition = content_disposition_header(as_attachment=True, filename=name)
    return {"Content-Disposition": disposition or ""}


def _file_stem(report: Report) -> str:
    """Return a name in letters that every system accepts in file names."""
    return file_name(f"{report.title} {report.subtitle}")[:_MAX_NAME_LENGTH].strip("-") or "talon"


def _print_page(request: HttpRequest, paper: PaperReport) -> HttpResponse:
    """Return the whole report as a page to print, without its empty columns."""
    report = paper.report
    drawn = replace(report, tables=tuple(without_empty_columns(table) for table in report.tables))
    context = {"report": drawn, "cut": paper.is_cut, "most": MAX_PAPER_ROWS, "line": report_line(report)}
    return render(request, "reports/paper.html", context)


def _pdf_response(request: HttpRequest, paper: PaperReport) -> HttpResponse:
    """Return the report as a PDF on A4, without its empty columns."""
    # Imported on the first request for a PDF: it is a fifth of all that a worker would import at its start.
    from clubs.reports.pdf.reports import render_report

    report = paper.report
    tables = (_without_repeated_caption(report, table) for table in report.tables)
    drawn = Report(
        title=report.title,
        subtitle=report.subtitle,
        facts=report.facts or _club_facts(report),
        tables=tuple(map(without_empty_columns, tables)),
        notes=report.notes,
        notice=_CUT % {"most": MAX_PAPER_ROWS} if paper.is_cut else "",
        address=report.address or _address_of_page(request),
        state=report.state,
        words=report.words,
        publisher=report.publisher or club_of(report),
        as_of=report.as_of,
        language=report.language,
        hangs_on_wall=report.hangs_on_wall,
    )
    response = HttpResponse(render_report(drawn), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{_file_stem(report)}.pdf"'
    return response


def _text_response(_request: HttpRequest, paper: PaperReport) -> HttpResponse:
    """Return the report as plain text, to be copied from the browser."""
    report = paper.report
    shortened = [_CUT % {"most": MAX_PAPER_ROWS}] if paper.is_cut else []
    drawn = replace(report, notes=(*report.notes, *map(str, shortened)))
    response = HttpResponse(plain.plain_text(drawn), content_type=plain.PLAIN_MEDIA_TYPE)
    response["Content-Disposition"] = f'inline; filename="{_file_stem(report)}.txt"'
    return response


def _address_of_page(request: HttpRequest) -> str:
    """Return the address of the page of a list, with its filters unless a code of them would be too fine."""
    query = request.GET.copy()
    query.pop(FORMAT_PARAMETER, None)
    whole = f"{request.path}?{query.urlencode()}" if query else request.path
    address = printed_address(request, whole)
    return address if len(address) <= _MAX_CODED_ADDRESS else printed_address(request, request.path)


def _without_repeated_caption(report: Report, table: ReportTable) -> ReportTable:
    """Leave out a caption that repeats the heading of the page."""
    return replace(table, caption="") if table.caption in (report.title, report.subtitle) else table


def _club_facts(report: Report) -> tuple[Fact, ...]:
    """Return the club that a list belongs to, for a report without other facts."""
    return (Fact(_("Club"), club_of(report)),) if club_of(report) else ()


def _rows_for_paper(report: Report, limit: int) -> tuple[tuple[ReportTable, ...], bool]:
    """Return the tables with the rows that paper gets, and whether there are more."""
    longer = [_with_rows(table, limit + 1) for table in tables_of(report)]
    tables = tuple(replace(table, rows=table.rows[:limit]) for table in longer)
    return tables, any(len(table.rows) > limit for table in longer)


def _with_rows(table: AnyTable, limit: int) -> ReportTable:
    if isinstance(table, ReportTable):
        return table
    rows = tuple(Row(values) for values in islice(lines_of(table), limit))
    return ReportTable(columns=table.columns, rows=rows, caption=table.caption)


# The formats to look at and to print, instead of downloading.
PAPER_FORMATS: Final[Mapping[str, Callable[[HttpRequest, PaperReport], HttpResponse]]] = {
    PRINT_PAGE: _print_page,
    PDF: _pdf_response,
    TEXT: _text_response,
}

# The parameter that asks for a page as a file, with all its values.
CHOICES: Final = {FORMAT_PARAMETER: frozenset({*FILE_FORMATS, *PAPER_FORMATS})}


def file_links(address: str) -> list[tuple[str, str]]:
    """Return the labels and addresses of the files of a document whose address has a query."""
    labels = {"xlsx": _("As a spreadsheet"), "csv": _("As CSV"), "json": _("As JSON")}
    return [(label, f"{address}&{FORMAT_PARAMETER}={name}") for name, label in labels.items()]


def export_links(request: HttpRequest, *, with_text: bool = False) -> list[tuple[str, str]]:
    """Return the labels and addresses of a page's exports, with its filters and its sort.

    Plain text is offered where somebody sends it on: results, for a mail or a newspaper.
    """
    labels = {
        "xlsx": _("As a spreadsheet"),
        "csv": _("As CSV"),
        "csv-comma": _("As CSV (comma-separated)"),
        "json": _("As JSON, for programs"),
        **({TEXT: _("As text for a mail")} if with_text else {}),
        PDF: _("As PDF"),
        PRINT_PAGE: _("Print"),
    }
    query = request.GET.copy()
    # A file has all rows.
    for name in ("page", FORMAT_PARAMETER):
        query.pop(name, None)
    kept = f"{query.urlencode()}&" if query else ""
    return [(label, f"{request.path}?{kept}{FORMAT_PARAMETER}={name}") for name, label in labels.items()]
