"""The slips with the codes of the entries' own pages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.people.names import full_name
from clubs.reports.layouts import Grid
from clubs.reports.numbers import format_day
from clubs.reports.report import Cards, Column, Fact, Report, ReportTable, Row
from tournaments.models import Entry
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.paper import join_parts
from tournaments.papers.source import PaperSource
from tournaments.play.personal_codes import code_of_entry, last_day, personal_path
from tournaments.play.queries import entry_players
from tournaments.public.standings import current_language


def personal_slips(source: PaperSource) -> Cards | None:
    """A slip for each entry that takes part, with its code in letters and as a QR code."""
    entries = [entry for entry in source.entries.values() if entry.state != Entry.State.WITHDRAWN]
    if not entries or not source.event.code_set:
        return None
    published = (drawn.published_at for drawn in source.rounds if drawn.published_at is not None)
    last = last_day(source.event.date, max(published, default=None))
    return Cards(
        title=join_parts(source.event.title, _("Slips with codes")),
        cards=tuple(_slip(source, entry, last) for entry in entries),
        language=current_language(),
    )


def _slip(source: PaperSource, entry: Entry, last: date) -> Report:
    event, language = source.event, current_language()
    heading = _("Player") if event.agreement.players == 1 else _("Pair")
    until = format_day(last, language)
    return Report(
        title=" – ".join(full_name(player) for player in entry_players(entry)),
        subtitle=f"{event.title} · {format_day(event.date, language)}",
        facts=(Fact(heading, entry.number),),
        # Sentences as rows: cards draw them in the largest letters that fit, legible for everybody.
        tables=(
            _lines(_("Your code"), [code_of_entry(event.book_id, entry.pk, event.code_set)]),
            _lines("", _what_to_do(source.absolute(reverse("tournaments:my_code", args=[event.pk])))),
        ),
        notes=(_("The code is valid until %(day)s or longer.") % {"day": until},),
        address=source.absolute(personal_path(event, entry.pk)),
        language=language,
    )


def _what_to_do(address: str) -> list[str]:
    return [
        _("Your own page: your table, your games, your place. Anyone who has the code can check you in."),
        _("Scan the square with the camera of a phone, or type the address and then the code."),
        address,
        _("Without a phone you miss nothing: say at the desk that you have come, and look at the lists."),
    ]


def _lines(heading: str, lines: Iterable[str]) -> ReportTable:
    rows = tuple(Row((line,)) for line in lines)
    return ReportTable(columns=(Column(heading),), rows=rows, layout=Grid(heading=bool(heading)))


PAPER: Final = PaperKind(
    code="personal",
    label=_lazy("Slips with codes"),
    purpose=_lazy(
        "One for each entry, four to a page, to cut apart: the code of its own page, in letters and to scan. "
        "Printed again they have the same codes."
    ),
    stage=PaperStage.BEFORE,
    position=36,
    make=of_event(personal_slips),
    is_available=lambda source, _request: bool(source.event.code_set and source.entries),
    needs=permissions.DIRECTORS,
)
