"""The pages of contents of a booklet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row
from tournaments.models import Tournament
from tournaments.papers.paper import make_paper

if TYPE_CHECKING:
    from clubs.reports.pdf.booklet import ContentsEntry


def contents_report(event: Tournament, entries: Sequence[ContentsEntry]) -> Report:
    """The parts of a booklet and their chapters, with the pages on which they begin."""
    rows = (
        Row((entry.label, "", entry.page) if entry.is_section else ("", entry.label, entry.page))
        for entry in entries
    )
    columns = (Column(_("Contents")), Column(""), Column(_("Page"), ColumnKind.NUMBER))
    return make_paper(event, _("The whole event"), ReportTable(columns=columns, rows=tuple(rows)))
