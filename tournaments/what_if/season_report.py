"""A season as it would count, beside how it does, as a report."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Note, Reader, Report, ReportTable, Row
from clubs.reports.tables import ExportReport
from tournaments.public.moves import arrow
from tournaments.series.page import SeriesPage, SeriesRow
from tournaments.series.words import shown
from tournaments.what_if.season import SupposedSeason


def season_report(supposed: SupposedSeason, real: SeriesPage, other: SeriesPage) -> Report:
    """Return the table as it would be, beside the places and the points that count."""
    return ExportReport(
        title=real.series.name,
        subtitle=_("What if something else had been agreed on"),
        club=real.series.club.name,
        tables=(_table(real, other),),
        notes=tuple(_notes(supposed)),
        language=get_language() or "en",
    )


def _table(real: SeriesPage, other: SeriesPage) -> ReportTable:
    counted = {row.key: row for row in real.lines}
    return ReportTable(
        columns=(
            Column(pgettext("rank", "Place"), ColumnKind.NUMBER, key="place"),
            Column(_("Moved"), ColumnKind.NUMBER, short="↕", key="moved", reader=Reader.PEOPLE),
            Column(_("Name"), key="name"),
            Column(_("Points"), ColumnKind.NUMBER, key="points"),
            Column(_("Place as it counts"), ColumnKind.NUMBER, key="real_place"),
            Column(_("Points as they count"), ColumnKind.NUMBER, key="real_points"),
        ),
        rows=tuple(_row(counted.get(row.key), row) for row in other.lines),
        key="places",
    )


def _row(real: SeriesRow | None, other: SeriesRow) -> Row:
    before, after = None if real is None else real.line.place, other.line.place
    return Row(
        (
            after,
            "" if before is None or after is None else arrow(before - after),
            other.name,
            shown(other.line.total),
            before,
            None if real is None else shown(real.line.total),
        )
    )


def _notes(supposed: SupposedSeason) -> Iterator[Note]:
    yield Note(_("Counted as it was played. Nothing of this is stored."), "as_played")
    if supposed.as_they_are:
        names = ", ".join(event.name for event in supposed.as_they_are)
        sentence = _("These evenings count as they do, since nothing else is known of them: %(events)s.")
        yield Note(sentence % {"events": names}, "as_they_are")
