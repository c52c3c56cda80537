"""The statements of clubs as files and papers. The sums of a file are those of its page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Fact, Note, Report, ReportTable, Row, RowKind, Value
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.core.statements import Correction, StatedEvent, StatedKind, StatementContent
from tournaments.federation.content import read_content
from tournaments.federation.reports import period_facts
from tournaments.federation.statement import ClubStatement, Statements
from tournaments.leagues.words import league_start_sentence
from tournaments.models import IssuedStatement
from tournaments.wording.money import as_decimal, money

# All clubs.


def statements_report(shown: Statements) -> Report:
    """Return a line for each club, and their sums."""
    rows = [Row((one.club.name, *_counts(one.content), one.numbers)) for one in shown.clubs]
    return ExportReport(
        title=_("Statements"),
        subtitle=shown.federation.name,
        club=shown.federation.name,
        facts=(*period_facts(shown.since, shown.until), _currency(shown.currency)),
        tables=(
            ReportTable(
                columns=(
                    *text_columns(club=_("Club")),
                    *number_columns(
                        events=_("Events"),
                        entries=_("Entries"),
                        starts=_("Starts"),
                        licences=_("Licences"),
                        corrections=_("Corrections"),
                        due=_("To pay"),
                    ),
                    *text_columns(issued=_("Issued as")),
                ),
                rows=(*rows, Row((_("Total"), *_totals(shown), ""), RowKind.TOTAL)),
                key="clubs",
            ),
        ),
        notes=tuple(_notes(event for one in shown.clubs for event in _rows_of(one.content))),
        language=get_language() or "en",
    )


def _rows_of(content: StatementContent) -> Sequence[StatedEvent | Correction]:
    return *content.events, *content.corrections


def _currency(currency: str) -> Fact:
    return Fact(_("Currency"), currency, key="currency")


def _counts(one: StatementContent) -> tuple[Value, ...]:
    amounts = (as_decimal(one.for_corrections), as_decimal(one.due))
    return (len(one.events), one.entries, one.starts, one.licences, *amounts)


def _totals(shown: Statements) -> tuple[Value, ...]:
    clubs = [one.content for one in shown.clubs]
    return (
        *(sum(len(one.events) for one in clubs), sum(one.entries for one in clubs)),
        *(sum(one.starts for one in clubs), sum(one.licences for one in clubs)),
        as_decimal(sum(one.for_corrections for one in clubs)),
        as_decimal(sum(one.due for one in clubs)),
    )


def _notes(rows: Iterable[StatedEvent | Correction]) -> Iterator[Note]:
    """Yield what a start is, in leagues too where one is among what is stated."""
    yield Note(
        _(
            "A start is a player in an event. Licences are those that are valid on the last day, by home "
            "club; each is stated once a year."
        ),
        "starts",
    )
    if _has_league(rows):
        yield Note(_("A closed league counts as an event, on the day of its last match."), "leagues")
        yield Note(league_start_sentence(), "league_starts")


def _has_league(rows: Iterable[StatedEvent | Correction]) -> bool:
    return any(one.kind is StatedKind.LEAGUE for one in rows)


def _kind_of(one: StatedEvent | Correction) -> str:
    return _("League") if one.kind is StatedKind.LEAGUE else _("Event")


# One statement.


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPaper:
    """A statement as its paper shows it: counted now, or issued."""

    content: StatementContent
    since: date
    until: date
    # Empty before it is issued.
    number: str = ""
    issued_on: date | None = None
    # The number of what it takes back, or of what has taken it back.
    credits: str = ""
    credited_by: str = ""
    reason: str = ""

    @property
    def title(self) -> str:
        if self.credits:
            return _("Credit note %(number)s") % {"number": self.number}
        return _("Statement %(number)s") % {"number": self.number} if self.number else _("Statement")

    @property
    def sign(self) -> int:
        """What a credit note says is less to pay."""
        return -1 if self.credits else 1

    @property
    def due(self) -> int:
        return self.sign * self.content.due

    @property
    def due_text(self) -> str:
        return money(self.due, self.content.currency)


def paper_of(counted: ClubStatement, since: date, until: date) -> StatementPaper:
    """Return the paper of what is counted now."""
    return StatementPaper(content=counted.content, since=since, until=until)


def paper_of_issued(issued: IssuedStatement) -> StatementPaper:
    """Return the paper of what was issued: it says what it said then, and what has become of it."""
    note = getattr(issued, "credit_note", None)
    return StatementPaper(
        content=read_content(issued.content),
        since=issued.since,
        until=issued.until,
        number=issued.label,
        issued_on=issued.issued_on,
        credits="" if issued.credits is None else issued.credits.label,
        credited_by="" if note is None else note.label,
        reason=issued.reason,
    )


def statement_report(paper: StatementPaper) -> Report:
    """Return the statement of a club: its events, what has changed before, and what is to be paid."""
    tables = (_fees(paper), _events(paper.content), _corrections(paper.content))
    return ExportReport(
        title=paper.title,
        subtitle=paper.content.club,
        club=paper.content.federation,
        facts=tuple(_facts(paper)),
        tables=tuple(table for table in tables if table.rows),
        notes=tuple(_notes(_rows_of(paper.content))),
        language=get_language() or "en",
    )


def _facts(paper: StatementPaper) -> Iterator[Fact]:
    if paper.issued_on is not None:
        yield Fact(_("Number"), paper.number, key="number")
        yield Fact(_("Issued on"), paper.issued_on, key="issued_on")
    yield from period_facts(paper.since, paper.until)
    if paper.credits:
        yield Fact(_("Withdraws"), paper.credits, key="credits")
        yield Fact(_("Reason"), paper.reason, key="reason")
    if paper.credited_by:
        yield Fact(_("Withdrawn by"), paper.credited_by, key="credited_by")
    yield Fact(_("To pay"), paper.due_text, key="due", exact=as_decimal(paper.due))


def _fees(paper: StatementPaper) -> ReportTable:
    content, fees, sign = paper.content, paper.content.fees, paper.sign
    lines = (
        (_("Events"), len(content.events), fees.per_event, content.for_events),
        (_("Starts"), content.starts, fees.per_start, content.for_starts),
        (_("Licences"), content.licences, fees.per_licence, content.for_licences),
    )
    rows = [
        Row((label, sign * count, as_decimal(price), as_decimal(sign * amount)))
        for label, count, price, amount in lines
    ]
    if content.corrections:
        rows.append(Row((_("Corrections"), None, None, as_decimal(sign * content.for_corrections))))
    return ReportTable(
        columns=(
            *text_columns(what=_("What")),
            *number_columns(count=pgettext("how many", "Number"), price=_("Price")),
            Column(pgettext("cash", "Amount"), ColumnKind.NUMBER, key="amount"),
        ),
        rows=(*rows, Row((_("To pay"), None, None, as_decimal(paper.due)), RowKind.TOTAL)),
        caption=_("Fees in %(currency)s") % {"currency": content.currency},
        key="fees",
    )


def _events(content: StatementContent) -> ReportTable:
    """Return what is stated; with its kind where a league is among it."""
    has_league = _has_league(content.events)
    return ReportTable(
        columns=(
            *text_columns(date=_("Date"), event=_("Event")),
            *(text_columns(kind=_("Kind")) if has_league else ()),
            *number_columns(entries=_("Entries"), starts=_("Starts")),
        ),
        rows=tuple(
            Row((one.day, one.name, *([_kind_of(one)] if has_league else ()), one.entries, one.starts))
            for one in content.events
        ),
        caption=_("Events"),
        key="events",
    )


def _corrections(content: StatementContent) -> ReportTable:
    """Return what has changed of earlier statements; what there is less of is below zero."""
    has_league = _has_league(content.corrections)
    return ReportTable(
        columns=(
            *text_columns(event=_("Event")),
            *(text_columns(kind=_("Kind")) if has_league else ()),
            Column(_("Statement"), key="statement", minor=True),
            Column(_("Date"), key="date", minor=True),
            *number_columns(
                events=_("Events"),
                entries=_("Entries"),
                starts=_("Starts"),
                amount=pgettext("cash", "Amount"),
            ),
        ),
        rows=tuple(
            Row(
                (
                    *(one.name, *([_kind_of(one)] if has_league else ())),
                    *(one.number, one.day, one.events, one.entries, one.starts),
                    as_decimal(one.amount),
                )
            )
            for one in content.corrections
        ),
        caption=_("Corrections of earlier statements"),
        key="corrections",
    )


# The list of what was issued.


def issued_report(club: str, issued: Sequence[IssuedStatement]) -> Report:
    """Return statements and credit notes, the latest number first."""
    return ExportReport(
        title=_("Issued statements"),
        subtitle=club,
        club=club,
        tables=(
            ReportTable(
                columns=(
                    *text_columns(
                        number=_("Number"),
                        issued_on=_("Issued on"),
                        club=_("Club"),
                        since=_("From"),
                        until=_("Until"),
                        state=_("State"),
                    ),
                    *number_columns(due=_("To pay")),
                    *text_columns(currency=_("Currency")),
                ),
                rows=tuple(
                    Row(
                        (
                            *(one.label, one.issued_on, one.club.name, one.since, one.until),
                            *(state_of_issued(one), as_decimal(one.amount), one.currency),
                        )
                    )
                    for one in issued
                ),
                key="issued",
            ),
        ),
        language=get_language() or "en",
    )


def state_of_issued(issued: IssuedStatement) -> str:
    """Say what a statement takes back, or what has taken it back."""
    if issued.credits is not None:
        return _("withdraws %(number)s") % {"number": issued.credits.label}
    note = getattr(issued, "credit_note", None)
    return "" if note is None else _("withdrawn by %(number)s") % {"number": note.label}
