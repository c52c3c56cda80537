"""The rules in force, to hang on the wall."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Report
from tournaments.papers.catalogue import PaperKind, PaperStage, always, of_event
from tournaments.papers.paper import chair_line, director_facts
from tournaments.papers.source import PaperSource
from tournaments.public import rules_in_force


def rules_paper(source: PaperSource) -> Report:
    """The rules in force, who watches over them, and a line for the chair of the jury to approve them."""
    report = rules_in_force.rules_as_lists(source.event, source.view.field)
    tables = tuple(table for table in report.tables if table.rows)
    facts = (*report.facts, *director_facts(source))
    return replace(report, facts=facts, tables=tables, signatures=(chair_line(source),))


PAPER: Final = PaperKind(
    code="rules",
    label=_lazy("Rules in force"),
    purpose=_lazy("The rules everybody plays by, with a line for the jury chair: to put up on the wall."),
    stage=PaperStage.BEFORE,
    position=20,
    make=of_event(rules_paper),
    is_available=always,
)
