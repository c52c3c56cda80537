"""The written warnings, each on a sheet of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.people.names import full_name
from clubs.reports.report import Fact, Report, Sheets
from clubs.text.dates import short_datetime
from scoring.models import WrittenWarning
from scoring.wording.citations import citation_for
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.paper import join_parts, paper_facts, text_table
from tournaments.papers.protocol_lines import number_in_event
from tournaments.papers.source import PaperSource
from tournaments.public.standings import current_language


def warning_sheets(source: PaperSource) -> Sheets | None:
    """A sheet for each warning that was not revoked: to be signed and handed to the player."""
    sheets = tuple(_warning_sheet(source, warning) for warning in source.warnings)
    if not sheets:
        return None
    title = join_parts(source.event.title, _("Written warnings"))
    return Sheets(title=title, sheets=sheets, language=current_language())


def _warning_sheet(source: PaperSource, warning: WrittenWarning) -> Report:
    name = full_name(warning.player)
    return Report(
        title=source.event.title,
        subtitle=join_parts(_("Written warning"), name),
        facts=(*paper_facts(source.event), *_facts(warning)),
        tables=(text_table(_("Grounds"), warning.text),),
        signatures=(
            _("Given by: %(name)s") % {"name": warning.author.name},
            _("Received by: %(name)s") % {"name": name},
        ),
        language=current_language(),
    )


def _facts(warning: WrittenWarning) -> Iterator[Fact]:
    """Whom the warning is for, where it was given and when, and by which paragraph."""
    pairing = warning.game.pairing
    yield Fact(_("Player"), f"{full_name(warning.player)} ({warning.player.home_club.name})", alone=True)
    yield Fact(_("Round"), number_in_event(pairing.round))
    yield Fact(_("Table"), pairing.table)
    citation = citation_for(warning.game.ruleset, warning.rule)
    if citation is not None:
        yield Fact(_("Paragraph"), citation.label)
    yield Fact(_("When"), short_datetime(warning.at))


PAPER: Final = PaperKind(
    code="warning-sheets",
    label=_lazy("Written warnings"),
    purpose=_lazy(
        "Each warning on a sheet of its own: to sign and to give to the player. Nobody else is shown them."
    ),
    stage=PaperStage.AFTER,
    position=134,
    make=of_event(warning_sheets),
    is_available=lambda source, _request: bool(source.warnings),
    needs=permissions.IN_CHARGE,
)
