"""The statements of clubs as files and papers. The sums of a file are those of its page."""

from __future__ import annotations

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Fact, Note, Report, ReportTable, Row, RowKind, Value
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.federation.reports import period_facts
from tournaments.federation.statement import ClubStatement, Statements
from tournaments.wording.money import as_decimal, money


def statements_report(shown: Statements) -> Report:
    """Return a line for each club, and their sums."""
    rows = [Row((one.club.name, *_counts(one))) for one in shown.clubs]
    return ExportReport(
        title=_("Statements"),
        subtitle=shown.federation.name,
        club=shown.federation.name,
        facts=(*period_facts(shown.since, shown.until), _currency(shown)),
        tables=(
            ReportTable(
                columns=(
                    *text_columns(club=_("Club")),
                    *number_columns(
                        events=_("Events"),
                        entries=_("Entries"),
                        starts=_("Starts"),
                        licences=_("Licences"),
                        due=_("To pay"),
                    ),
                ),
                rows=(*rows, Row((_("Total"), *_totals(shown)), RowKind.TOTAL)),
                key="clubs",
            ),
        ),
        notes=(_start_note(),),
        language=get_language() or "en",
    )


def _currency(shown: Statements) -> Fact:
    return Fact(_("Currency"), shown.currency, key="currency")


def _counts(one: ClubStatement) -> tuple[Value, ...]:
    return (len(one.events), one.entries, one.starts, one.licences, as_decimal(one.due))


def _totals(shown: Statements) -> tuple[Value, ...]:
    clubs = shown.clubs
    return (
        *(sum(len(one.events) for one in clubs), sum(one.entries for one in clubs)),
        *(sum(one.starts for one in clubs), sum(one.licences for one in clubs)),
        as_decimal(sum(one.due for one in clubs)),
    )


def _start_note() -> Note:
    return Note(
        _(
            "A start is a player in an event. Licences are those that are valid on the last day, "
            "by home club."
        ),
        "starts",
    )


def statement_report(shown: Statements, one: ClubStatement) -> Report:
    """Return the statement of a club: its events, and what is to be paid."""
    return ExportReport(
        title=_("Statement"),
        subtitle=one.club.name,
        club=shown.federation.name,
        facts=(
            *period_facts(shown.since, shown.until),
            Fact(_("To pay"), money(one.due, shown.currency), key="due", exact=as_decimal(one.due)),
        ),
        tables=(_fees(shown, one), _events(one)),
        notes=(_start_note(),),
        language=get_language() or "en",
    )


def _fees(shown: Statements, one: ClubStatement) -> ReportTable:
    terms = shown.terms
    lines = (
        (_("Events"), len(one.events), terms.per_event, one.for_events),
        (_("Starts"), one.starts, terms.per_start, one.for_starts),
        (_("Licences"), one.licences, terms.per_licence, one.for_licences),
    )
    rows = [
        Row((label, count, as_decimal(price), as_decimal(amount))) for label, count, price, amount in lines
    ]
    return ReportTable(
        columns=(
            *text_columns(what=_("What")),
            *number_columns(count=_("Number"), price=_("Price")),
            Column(pgettext("cash", "Amount"), ColumnKind.NUMBER, key="amount"),
        ),
        rows=(*rows, Row((_("To pay"), None, None, as_decimal(one.due)), RowKind.TOTAL)),
        caption=_("Fees in %(currency)s") % {"currency": shown.currency},
        key="fees",
    )


def _events(one: ClubStatement) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(date=_("Date"), event=_("Event")),
            *number_columns(entries=_("Entries"), starts=_("Starts")),
        ),
        rows=tuple(Row((each.event.date, each.event.name, each.entries, each.starts)) for each in one.events),
        caption=_("Events"),
        key="events",
    )
