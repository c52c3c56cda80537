"""The files of the cash: an evening, a season, a receipt. The sums of a file are those of its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Fact, Report, ReportTable, Row, RowKind, Value
from clubs.reports.tables import ExportReport
from clubs.web.tables import local_time, number_columns, text_columns
from tournaments.cash.page import CashDesk, DeskRow
from tournaments.cash.season import DebtRow, EveningSums
from tournaments.cash.words import entry_label, person_of
from tournaments.core.cash import Drawer
from tournaments.models import CashEntry, Tournament
from tournaments.wording.money import as_decimal, money


def _sum_columns() -> tuple[Column, ...]:
    return number_columns(
        opening=_("In the drawer at the beginning"),
        taken=_("Taken"),
        given=_("Given back"),
        expected=_("Expected"),
        counted=_("Counted"),
        difference=pgettext("cash", "Difference"),
    )


def _sum_values(drawer: Drawer) -> tuple[Value, ...]:
    sums = (drawer.opening, drawer.taken, drawer.given, drawer.expected, drawer.counted, drawer.difference)
    return tuple(None if one is None else as_decimal(one) for one in sums)


def evening_report(event: Tournament, desk: CashDesk) -> Report:
    """The evening: the line to the cashier, everybody, and every entry, also those that were taken back."""
    line = ReportTable(columns=_sum_columns(), rows=(Row(_sum_values(desk.drawer)),), key="drawer")
    return ExportReport(
        title=_("Cash"),
        subtitle=event.title,
        club=event.club.name,
        facts=(Fact(_("Date"), event.date, key="date"), Fact(_("Currency"), desk.currency, key="currency")),
        tables=(line, _people(desk.rows), entries_table(desk.entries)),
        language=get_language() or "en",
    )


def _people(rows: Sequence[DeskRow]) -> ReportTable:
    return ReportTable(
        caption=_("Everybody"),
        key="people",
        columns=(
            *text_columns(name=_("Name"), state=_("The evening")),
            *number_columns(owed=_("Owes"), punches=_("Punches left")),
        ),
        rows=tuple(
            Row((row.name, row.state, as_decimal(row.account.sums.owed), row.account.sums.uses))
            for row in rows
        ),
    )


def entries_table(entries: Iterable[CashEntry]) -> ReportTable:
    """Every entry, with who entered it and whether it was taken back."""
    return ReportTable(
        caption=_("Entries of the cash"),
        key="entries",
        columns=(
            *number_columns(number=_("Number")),
            *text_columns(at=_("Time"), who=_("Name"), what=_("What")),
            *number_columns(
                charge=_("Costs"), taken=_("Taken"), given=_("Given back"), drawer=_("In the drawer")
            ),
            *text_columns(author=_("Entered by"), taken_back=_("Withdrawn")),
        ),
        rows=tuple(_entry_row(row) for row in entries),
    )


def _entry_row(row: CashEntry) -> Row:
    in_drawer = as_decimal(row.drawer) if row.kind in CashEntry.OF_DRAWER else None
    return Row(
        (
            row.number,
            local_time(row.at),
            person_of(row),
            entry_label(row),
            as_decimal(row.charge),
            as_decimal(row.taken),
            as_decimal(row.given),
            in_drawer,
            "" if row.author is None else row.author.name,
            None if row.taken_back_at is None else local_time(row.taken_back_at),
        )
    )


def season_report(
    club: str, currency: str, evenings: Sequence[EveningSums], debts: Sequence[DebtRow]
) -> Report:
    """A season: a line for each evening, and who owes or has a card now."""
    return ExportReport(
        title=_("Cash"),
        subtitle=club,
        club=club,
        facts=(Fact(_("Currency"), currency, key="currency"),),
        tables=(_evenings(evenings), _debts(debts)),
        language=get_language() or "en",
    )


def _evenings(evenings: Sequence[EveningSums]) -> ReportTable:
    return ReportTable(
        caption=_("Evenings"),
        key="evenings",
        columns=(*text_columns(date=_("Date"), event=_("Event")), *_sum_columns()),
        rows=tuple(Row((one.event.date, one.event.title, *_sum_values(one.drawer))) for one in evenings),
    )


def _debts(debts: Sequence[DebtRow]) -> ReportTable:
    return ReportTable(
        caption=_("Debts and cards"),
        key="debts",
        columns=(
            *text_columns(name=_("Name")),
            *number_columns(owed=_("Owes"), punches=_("Punches left")),
            *text_columns(card=_("Season card until")),
        ),
        rows=tuple(
            Row((one.name, as_decimal(one.account.sums.owed), one.account.sums.uses, one.account.card_until))
            for one in debts
        ),
    )


def receipt(event: Tournament, rows: Sequence[CashEntry], currency: str) -> Report:
    """A receipt for what somebody paid or was given back, with a line for each entry and their sum."""
    last = rows[-1]
    facts = [
        Fact(_("Receipt"), ", ".join(f"{event.pk}-{row.number}" for row in rows)),
        Fact(_("Date"), local_time(last.at)),
        Fact(_("Event"), event.title),
    ]
    if person_of(last):
        facts.append(Fact(_("Name"), person_of(last)))
    lines = [Row((_receipt_label(row), money(row.taken - row.given, currency))) for row in rows]
    if len(rows) > 1:
        total = sum(row.taken - row.given for row in rows)
        lines.append(Row((_("Total"), money(total, currency)), RowKind.TOTAL))
    is_valid = all(row.stands for row in rows)
    return Report(
        title=event.club.name,
        subtitle=_("Receipt"),
        facts=tuple(facts),
        tables=(
            ReportTable(
                columns=(Column(_("What")), Column(pgettext("cash", "Amount"), ColumnKind.NUMBER)),
                rows=tuple(lines),
            ),
        ),
        notes=() if is_valid else (_("Withdrawn: this receipt is not valid."),),
        language=get_language() or "en",
    )


def _receipt_label(row: CashEntry) -> str:
    return _("The evening") if row.kind in CashEntry.FEES else entry_label(row)
