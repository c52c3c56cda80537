"""The dates of a federation as a file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.report import Fact, Report, ReportTable, Row, Value
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from scoring.wording import labels
from tournaments.federation.queries import ListedDate
from tournaments.federation.words import clash_text


def calendar_report(dates: Sequence[ListedDate], club: str) -> Report:
    """Return the calendar as everybody sees it."""
    names = labels.ruleset_names()
    return _report(
        club,
        ReportTable(
            columns=text_columns(
                first_day=_("First day"),
                last_day=_("Last day"),
                name=_("Event"),
                club=_("Club"),
                place=_("Place"),
                kind=_("Kind"),
                game=_("Game"),
            ),
            rows=tuple(Row(_public_values(one, str(names.get(one.date.ruleset, "")))) for one in dates),
            key="dates",
        ),
    )


def _public_values(one: ListedDate, game: str) -> tuple[Value, ...]:
    day = one.date
    return (day.first_day, day.last_day, day.name, day.club.name, day.place, day.get_kind_display(), game)


def dates_report(dates: Sequence[ListedDate], club: str) -> Report:
    """Return all dates with their states and what is in their way."""
    return _report(
        club,
        ReportTable(
            columns=(
                *text_columns(
                    first_day=_("First day"),
                    last_day=_("Last day"),
                    name=_("Event"),
                    club=_("Club"),
                    place=_("Place"),
                    kind=_("Kind"),
                ),
                *number_columns(tables=_("Tables expected")),
                *text_columns(state=_("State"), answer=_("Answer"), clashes=_("In the way")),
            ),
            rows=tuple(Row(_values(one)) for one in dates),
            key="dates",
        ),
    )


def _values(one: ListedDate) -> tuple[Value, ...]:
    day = one.date
    return (
        *(day.first_day, day.last_day, day.name, day.club.name, day.place, day.get_kind_display()),
        *(day.tables, day.get_state_display(), day.answer, "; ".join(map(clash_text, one.clashes))),
    )


def _report(club: str, table: ReportTable) -> Report:
    return ExportReport(title=_("Calendar"), club=club, tables=(table,), language=get_language() or "en")


def period_facts(since: date, until: date) -> tuple[Fact, ...]:
    return (Fact(_("From"), since, key="since"), Fact(_("Until"), until, key="until"))
