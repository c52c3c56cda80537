"""The rulings in full, each on a sheet of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext

from clubs.books import permissions
from clubs.people.names import full_name
from clubs.reports.report import Column, ColumnKind, Fact, Report, ReportTable, Row, Sheets
from clubs.text.dates import short_datetime
from scoring.game.rulings import RulingDescription, describe_rulings, desk_user_name
from scoring.models import Ruling
from scoring.store.game_queries import side_names
from scoring.wording import labels
from scoring.wording.labels import SIDE_LETTERS
from tournaments.papers.catalogue import PaperKind, PaperStage, of_event
from tournaments.papers.paper import director_line, join_parts, paper_facts, text_table
from tournaments.papers.protocol_lines import number_in_event
from tournaments.papers.source import PaperSource
from tournaments.public.standings import current_language


def ruling_sheets(source: PaperSource) -> Sheets | None:
    """A sheet for each ruling that was not revoked: to be signed, handed out and kept."""
    sheets = tuple(_ruling_sheet(source, ruling) for ruling in source.full_rulings)
    if not sheets:
        return None
    title = join_parts(source.event.title, _("Rulings"))
    return Sheets(title=title, sheets=sheets, language=current_language())


def _ruling_sheet(source: PaperSource, ruling: Ruling) -> Report:
    names = side_names(ruling.game, full_name)
    (described,) = describe_rulings(ruling.game, names, [ruling], desk_user_name)
    pairing = ruling.game.pairing
    return Report(
        title=source.event.title,
        subtitle=join_parts(
            _("Ruling %(number)s") % {"number": ruling.number},
            _("Round %(number)s") % {"number": number_in_event(pairing.round)},
            _("Table %(number)s") % {"number": pairing.table},
        ),
        facts=(*paper_facts(source.event), *_facts(names, described, ruling)),
        tables=(text_table(_("Ruling"), ruling.text), *_charges(described)),
        signatures=tuple(_signatures(source, ruling)),
        language=current_language(),
    )


def _facts(names: list[str], described: RulingDescription, ruling: Ruling) -> Iterator[Fact]:
    """The case: who plays, which deal it is about, who decided, when, and by which paragraph."""
    yield from (Fact(letter, name, alone=True) for letter, name in zip(SIDE_LETTERS, names, strict=False))
    if described.deal is not None:
        yield Fact(_("Deal"), described.deal)
    if described.outcome:
        yield Fact(pgettext("ruling", "Outcome"), described.outcome)
    if described.citation is not None:
        yield Fact(_("Paragraph"), described.citation.label)
    yield Fact(_("When"), short_datetime(described.at))
    yield Fact(pgettext("ruling", "Decided by"), described.decided_by, alone=True)
    for recusal in described.recusals:
        yield Fact(_("Not eligible"), f"{recusal.name}: {recusal.reason}", alone=True)
    yield Fact(_("Entered by"), ruling.author.name)


def _charges(described: RulingDescription) -> Iterator[ReportTable]:
    """The points that the ruling takes or gives, with those that count in the running total of a deal."""
    standing = [charge for charge in described.charges if not charge.is_cancelled]
    if standing:
        yield ReportTable(
            columns=(Column(_("Side")), Column(_("Points"), ColumnKind.NUMBER), Column(_("Counts towards"))),
            rows=tuple(
                Row(
                    (
                        charge.side,
                        labels.signed_points(charge.points),
                        _("points of the deal") if charge.is_of_deal else _("points of the game"),
                    )
                )
                for charge in standing
            ),
            caption=_("Penalties and awards"),
        )


def _signatures(source: PaperSource, ruling: Ruling) -> Iterator[str]:
    """Who decided signs, and the director."""
    for juror in ruling.jurors.all():
        if not juror.is_recused:
            yield _("Member of the jury: %(name)s") % {"name": desk_user_name(juror.user)}
    yield director_line(source)


PAPER: Final = PaperKind(
    code="ruling-sheets",
    label=_lazy("Rulings in full"),
    purpose=_lazy(
        "Each ruling on a sheet of its own, with lines for those who decided: to sign and to hand out."
    ),
    stage=PaperStage.AFTER,
    position=132,
    make=of_event(ruling_sheets),
    is_available=lambda source, _request: bool(source.charges.rulings),
    needs=permissions.IN_CHARGE,
)
