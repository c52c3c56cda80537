"""The sections and finals of an event as tables: on its page, as files and on paper."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Note, Report, ReportTable, Row, Value
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.public.standings import (
    entry_heading,
    ranks_by_own_points,
    scheme_points,
    tie_break_column,
)
from tournaments.sections.page import PartsPage, ShownPart, short_name


def parts_report(page: PartsPage) -> Report:
    """Return the places over all first, where there are finals, and then those of each part."""
    return ExportReport(
        title=page.event.title,
        subtitle=_("Sections and finals"),
        club=page.event.club.name,
        facts=(),
        tables=tuple(_tables(page)),
        notes=_notes(page),
        language=get_language() or "en",
    )


def _tables(page: PartsPage) -> Iterator[ReportTable]:
    if page.overall:
        yield _overall_table(page)
    for part in (*page.finals, *page.sections):
        if part.view.counts and not part.view.hidden:
            yield _part_table(part)


def _overall_table(page: PartsPage) -> ReportTable:
    return ReportTable(
        columns=(
            *number_columns(place=pgettext("rank", "Place")),
            *text_columns(name=_("Name")),
            Column(_("Played last in"), key="part", minor=True),
            Column(_("Place there"), ColumnKind.NUMBER, key="place_there", minor=True),
        ),
        rows=tuple(
            Row((row.place, row.name, row.part, row.place_there), address=row.address) for row in page.overall
        ),
        caption=_("Places over all"),
        key="overall",
    )


def _part_table(part: ShownPart) -> ReportTable:
    view = part.view
    return ReportTable(
        columns=(
            *number_columns(place=pgettext("rank", "Place")),
            Column(entry_heading(view), key="name"),
            *number_columns(points=_("Points")),
            tie_break_column(view),
            *((Column(_("Final"), key="final", minor=True),) if part.goes_on else ()),
        ),
        rows=tuple(_part_rows(part)),
        caption=short_name(view.event),
        key=f"part_{view.event.pk}",
    )


def _part_rows(part: ShownPart) -> Iterator[Row]:
    view, by_own = part.view, ranks_by_own_points(part.view)
    for placing in view.placings:
        total = placing.totals
        values: tuple[Value, ...] = (
            placing.place,
            view.entries[total.entry].name,
            scheme_points(view, total.points),
            total.own if by_own else total.difference,
            *((part.goes_on.get(total.entry, ""),) if part.goes_on else ()),
        )
        yield Row(values, address=view.entry_address(total.entry))


def _notes(page: PartsPage) -> tuple[Note, ...]:
    if not page.hides_places:
        return ()
    return (Note(_("Places of a part that hides its standings are shown when it is over."), "hidden"),)
