"""The part of the booklet on rulings, penalties and awards, each with its paragraph and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, Value
from clubs.text.dates import short_datetime
from clubs.web.tables import text_columns
from scoring.game.rulings import decided_by, desk_user_name
from scoring.models import Adjustment, Ruling
from tournaments.models import EventAdjustment
from tournaments.papers.paper import make_paper
from tournaments.papers.source import PaperSource
from tournaments.play.played_pairings import PlayedPairing
from tournaments.public.event_view import EventView
from tournaments.public.rulings import is_in_removed_round
from tournaments.public.standings import points_by_agreement, round_number_column
from tournaments.public.statistics import names_at_side
from tournaments.public.tables import cited_paragraph, event_charge_kind


def rulings_report(source: PaperSource, rulings: Iterable[Ruling]) -> Report | None:
    """The rulings, with what was charged in games and in the standings; None if there is nothing."""
    view = source.view
    played = {
        meeting.game_id: (round_record.round.number, meeting)
        for round_record in view.record.rounds
        for meeting in round_record.pairings
    }
    tables = [
        _rulings_table(rulings),
        _game_charges_table(view, played, source.charges.in_games),
        *([] if view.hidden else [_standings_charges_table(view, source.charges.in_standings)]),
    ]
    filled = [table for table in tables if table.rows]
    return make_paper(source.event, _("Rulings and penalties"), *filled) if filled else None


# The number of the round and the pairing of each game.
_PlayedGames = Mapping[int | None, tuple[int, PlayedPairing]]


def _place_columns() -> tuple[Column, ...]:
    return round_number_column(), *(Column(title, ColumnKind.NUMBER) for title in (_("Table"), _("Deal")))


def _rulings_table(rulings: Iterable[Ruling]) -> ReportTable:
    """The rulings with their jurors, also those of removed rounds."""
    return ReportTable(
        columns=(
            *_place_columns(),
            *text_columns(_("Decision"), _("Paragraph"), _("Who decided"), _("When")),
        ),
        rows=tuple(
            Row(
                (
                    ruling.game.pairing.round.number,
                    ruling.game.pairing.table,
                    ruling.deal.number if ruling.deal else None,
                    _decision_text(ruling),
                    cited_paragraph(ruling.rule),
                    decided_by(ruling, desk_user_name),
                    short_datetime(ruling.at),
                )
            )
            for ruling in rulings
        ),
        caption=_("Rulings"),
    )


def _decision_text(ruling: Ruling) -> str:
    if is_in_removed_round(ruling.game.pairing):
        return _("%(decision)s (the round was removed)") % {"decision": ruling.text}
    return ruling.text


def _game_charges_table(view: EventView, played: _PlayedGames, charges: Iterable[Adjustment]) -> ReportTable:
    return ReportTable(
        columns=(
            *_place_columns(),
            Column(_("Side")),
            Column(_("Points"), ColumnKind.NUMBER),
            *text_columns(_("Reason"), _("Paragraph"), _("When")),
        ),
        rows=tuple(
            Row(
                (
                    *_place_values(played, charge.game_id, charge.deal.number if charge.deal else None),
                    names_at_side(view, played[charge.game_id][1], charge.side),
                    charge.points,
                    charge.reason,
                    cited_paragraph(charge.rule),
                    short_datetime(charge.at),
                )
            )
            for charge in charges
            if charge.game_id in played
        ),
        caption=_("Penalties and awards in games"),
    )


def _place_values(played: _PlayedGames, game: int, deal: int | None) -> tuple[Value, ...]:
    number, meeting = played[game]
    return number, meeting.table, deal


def _standings_charges_table(view: EventView, charges: Sequence[EventAdjustment]) -> ReportTable:
    """The charges in the standings; where something was carried over, each with what it is."""
    kinds = [event_charge_kind(charge) for charge in charges] if view.carried else []
    return ReportTable(
        columns=(
            Column(_("Entry")),
            Column(_("Amount"), ColumnKind.NUMBER),
            *text_columns(_("Counts towards")),
            *(text_columns(_("Kind")) if kinds else ()),
            *text_columns(_("Reason"), _("Paragraph"), _("When")),
        ),
        rows=tuple(
            Row(
                (
                    view.entries[charge.entry.number].name,
                    _charge_amount(view, charge),
                    str(charge.get_unit_display()),
                    *kinds[at : at + 1],
                    charge.reason,
                    cited_paragraph(charge.rule),
                    short_datetime(charge.at),
                )
            )
            for at, charge in enumerate(charges)
        ),
        caption=_("Penalties and awards in the standings"),
    )


def _charge_amount(view: EventView, charge: EventAdjustment) -> Value:
    in_points = charge.unit == EventAdjustment.Unit.POINTS
    return points_by_agreement(view.agreement, charge.amount) if in_points else charge.amount
