"""The bracket of a knock-out."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.report import Report
from tournaments.papers.catalogue import PaperKind, PaperRequest, PaperStage, of_event
from tournaments.papers.paper import make_paper
from tournaments.papers.source import PaperSource
from tournaments.public.bracket import BracketView, bracket_table
from tournaments.public.bracket_picture import picture_on_paper
from tournaments.public.result_notes import result_state_notes


def bracket_paper(source: PaperSource) -> Report | None:
    """The picture, and below it the list; None before the first round and while the standings are hidden."""
    bracket = None if source.view.hidden else BracketView.of(source.view)
    if bracket is None:
        return None
    notes = result_state_notes(source.view)
    table = bracket_table(bracket.shown())
    return replace(
        make_paper(source.event, table.caption, notes=notes),
        tables=(replace(table, caption=""),),
        picture=picture_on_paper(bracket.picture()),
    )


def _is_drawn(source: PaperSource, _request: PaperRequest) -> bool:
    is_knock_out = source.view.agreement.bracket is not None
    return is_knock_out and bool(source.view.record.rounds) and not source.view.hidden


PAPER: Final = PaperKind(
    code="bracket",
    label=_lazy("Bracket"),
    purpose=_lazy("Who meets whom in the knock-out, and who went on: for the wall."),
    stage=PaperStage.AFTER,
    position=95,
    make=of_event(bracket_paper),
    is_available=_is_drawn,
)
