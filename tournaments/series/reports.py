"""A series as a file: its table, what each evening gave, and the agreement as numbers for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Fact, Note, Reader, Report, ReportTable, Row, Value
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.core.series.rules import SeriesRules
from tournaments.core.series.table import EveningPoints
from tournaments.models import Series
from tournaments.series.page import MAX_COLUMNS, ExplainedLine, SeriesPage, SeriesRow, ShownEvening
from tournaments.series.words import describe, figure, shown


def series_report(page: SeriesPage, *, for_people: bool) -> Report:
    """Return the table of a series; files that are read by machines have each evening of each entry too."""
    return ExportReport(
        title=page.series.name,
        subtitle=_stage(page),
        club=page.series.club.name,
        facts=_facts(page),
        tables=(_standings(page),) if for_people else tuple(make(page) for make in _FOR_MACHINES),
        notes=(*_bracket_note(page), *(Note(one, "rule") for one in describe(page.series))),
        language=get_language() or "en",
    )


def _stage(page: SeriesPage) -> str:
    if page.last is None:
        return _("Before the first evening")
    words = {"number": page.last.number, "event": evening_name(page.last)}
    return _("After evening %(number)s: %(event)s") % words


def evening_name(evening: ShownEvening) -> str:
    return f"{evening.event.name}, {date_format(evening.event.date, 'SHORT_DATE_FORMAT')}"


def _facts(page: SeriesPage) -> tuple[Fact, ...]:
    state = _("closed") if page.series.is_closed else _("goes on")
    return (
        Fact(_("Evenings"), page.counted.after, key="evenings"),
        Fact(_("State"), state, key="state", exact="closed" if page.series.is_closed else "open"),
    )


def _bracket_note(page: SeriesPage) -> tuple[Note, ...]:
    return (Note(_("Points in brackets are dropped."), "dropped"),) if page.has_dropped else ()


def _agreement(page: SeriesPage) -> ReportTable:
    """Return what was agreed on, for whoever counts it again."""
    rules = page.series.agreed
    return ReportTable(
        columns=(*text_columns(who=_("Who gathers points")), *counting_columns()),
        rows=(Row((page.series.who, *counting_values(rules))),),
        caption=_("How it is counted"),
        key="agreement",
    )


def counting_columns() -> tuple[Column, ...]:
    """Return the columns of what says how points are given, and which of them count."""
    return (
        *text_columns(way=_("What gives points"), place_points=_("Points of the places, from the first on")),
        *number_columns(
            others=_("Everybody further back"),
            shares_points=_("A shared place shares its points"),
            full=_("Points for the maximum"),
            of_possible=_("The maximum is what could be made"),
        ),
        *text_columns(counted=_("Which evenings of a player or pair count")),
        *number_columns(
            how_many=_("How many evenings"),
            average=_("Average in place of the sum"),
            minimum=_("Evenings needed for a place"),
            bonus=_("Bonus for each evening played"),
        ),
    )


def counting_values(rules: SeriesRules) -> tuple[Value, ...]:
    numbers = rules.numbers
    return (
        *(rules.way, " ".join(str(shown(points)) for points in numbers.place_points)),
        *(shown(numbers.others), int(numbers.shares_points), shown(numbers.full), int(numbers.of_possible)),
        *(rules.counted.value, rules.how_many, int(rules.average), rules.minimum, shown(rules.bonus)),
    )


# The table.


def _standings(page: SeriesPage) -> ReportTable:
    evenings = page.counted_evenings
    return ReportTable(
        columns=(
            *number_columns(place=pgettext("rank", "Place")),
            *text_columns(name=_("Name")),
            *number_columns(points=_("Points"), counted_points=_("Of evenings"), bonus=_("Bonus")),
            *number_columns(played=_("Evenings")),
            Column(_("Evening by evening"), key="course", reader=Reader.PEOPLE),
            *text_columns(remark=_("Remark")),
            *(
                Column(evening_name(one), ColumnKind.NUMBER, key=f"evening_{one.number}", reader=Reader.FILES)
                for one in evenings
            ),
            Column(_("Dropped evenings"), key="dropped", reader=Reader.FILES),
        ),
        rows=tuple(
            Row(tuple(_standing_values(line)), players=(("players", line.players),)) for line in page.lines
        ),
        caption=_("Standings"),
        key="standings",
    )


def _standing_values(line: SeriesRow) -> Iterator[Value]:
    one = line.line
    yield from (one.place, line.name, shown(one.total), shown(one.counted), shown(one.bonus))
    course = " · ".join(map(_course_cell, line.cells)) if len(line.cells) <= MAX_COLUMNS else ""
    yield from (len(one.evenings), course, line.remark)
    yield from (None if cell is None else shown(cell.points) for cell in line.cells)
    yield ", ".join(str(cell.evening + 1) for cell in line.cells if cell is not None and not cell.counts)


def _course_cell(cell: EveningPoints | None) -> str:
    if cell is None:
        return "–"
    return figure(cell.points) if cell.counts else f"({figure(cell.points)})"


# Evening by evening.


def _evenings(page: SeriesPage) -> ReportTable:
    return ReportTable(
        columns=(
            *number_columns(evening=_("Evening")),
            *text_columns(event=_("Event"), date=_("Date"), club=_("Club")),
            Column("", ColumnKind.NUMBER, key="event_id", reader=Reader.PROGRAMS),
        ),
        rows=tuple(
            Row((one.number, one.event.name, one.event.date, one.event.club.name, one.event.pk))
            for one in page.counted_evenings
        ),
        caption=_("Evenings"),
        key="evenings",
    )


def _results(page: SeriesPage) -> ReportTable:
    return ReportTable(
        columns=result_columns(),
        rows=tuple(
            Row(result_values(number, line.name, cell))
            for number, line in enumerate(page.lines, 1)
            for cell in line.cells
            if cell is not None
        ),
        caption=_("Results of the evenings"),
        key="results",
    )


def result_columns() -> tuple[Column, ...]:
    """Return the columns of a result: where it was, what it was of, and what it gave."""
    return (
        *number_columns(line=_("Line")),
        *text_columns(name=_("Name")),
        *number_columns(
            evening=_("Evening"),
            place=pgettext("rank", "Place"),
            sharing=_("Entries in this place"),
            entries=_("Entries"),
            made=_("Points of the evening"),
            best=_("Best result"),
            possible=_("What could be made"),
            points=_("Points"),
            counts=_("Counts"),
        ),
    )


def result_values(line: int, name: str, cell: EveningPoints) -> tuple[Value, ...]:
    result = cell.result
    return (
        *(line, name, cell.evening + 1),
        *(result.place, result.sharing, result.of, shown(result.points), shown(result.best)),
        *(None if result.possible is None else shown(result.possible), shown(cell.points), int(cell.counts)),
    )


_FOR_MACHINES: Final = (_standings, _evenings, _results, _agreement)


# One line.


def line_report(explained: ExplainedLine) -> Report:
    """Return why an entry has its points."""
    return ExportReport(
        title=explained.shown.name,
        subtitle=explained.page.series.name,
        club=explained.page.series.club.name,
        facts=(
            Fact(_("Points"), shown(explained.line.total), key="points"),
            Fact(pgettext("rank", "Place"), explained.place, key="place", exact=explained.line.place),
            Fact(_("Of evenings"), shown(explained.line.counted), key="counted_points"),
            Fact(_("Bonus"), shown(explained.line.bonus), key="bonus"),
        ),
        tables=(_explained_table(explained),),
        notes=tuple(Note(one, "rule") for one in describe(explained.page.series)),
        language=get_language() or "en",
    )


def _explained_table(explained: ExplainedLine) -> ReportTable:
    return ReportTable(
        columns=(
            *number_columns(evening=_("Evening")),
            *text_columns(event=_("Event"), date=_("Date"), place=pgettext("rank", "Place")),
            *number_columns(made=_("Points of the evening"), points=_("Points")),
            *text_columns(state=_("Counts or dropped")),
        ),
        rows=tuple(
            Row(
                (
                    *(one.evening.number, one.evening.event.name, one.evening.event.date, one.place),
                    *(shown(cell.result.points), shown(cell.points), one.state),
                )
            )
            for one, cell in zip(explained.evenings, explained.line.evenings, strict=True)
        ),
        caption=_("Evenings"),
        key="evenings",
    )


# Lists of series.


def list_of_series(series: Sequence[Series], club: str) -> Report:
    """Return the series of a club."""
    return ExportReport(
        title=_("Series"),
        club=club,
        tables=(
            ReportTable(
                columns=text_columns(
                    series=_("Name"), since=_("From"), until=_("Until"), shown=_("Public"), state=_("State")
                ),
                rows=tuple(
                    Row(
                        (
                            *(one.name, one.since, one.until),
                            _("yes") if one.public else _("no"),
                            _("closed") if one.is_closed else _("goes on"),
                        )
                    )
                    for one in series
                ),
                key="series",
            ),
        ),
        language=get_language() or "en",
    )
