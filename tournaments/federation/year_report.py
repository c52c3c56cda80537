"""A federation's year as a paper: numbers, clubs, champions, rankings and the calendar."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Note, Report, ReportTable, Row
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.federation.year import FederationYear
from tournaments.leagues.words import league_start_sentence
from tournaments.models import CalendarDate


def year_report(shown: FederationYear) -> Report:
    """Return the year of a federation."""
    tables = (_numbers(shown), _clubs(shown), _champions(shown), _leaders(shown), _calendar(shown))
    return ExportReport(
        title=_("The year %(year)s") % {"year": shown.year},
        subtitle=shown.federation.name,
        club=shown.federation.name,
        tables=tuple(table for table in tables if table.rows),
        notes=(
            Note(_("Members and licences are those at the end of the year, or of today."), "today"),
            Note(_("A start is a player in an event; deals are those of events."), "starts"),
            *([Note(league_start_sentence(), "league_starts")] if _has_leagues(shown) else ()),
        ),
        language=get_language() or "en",
    )


def _numbers(shown: FederationYear) -> ReportTable:
    every = shown.everybody
    lines = (
        (_("Clubs"), len(shown.clubs)),
        (_("Memberships in its clubs"), sum(one.members for one in shown.clubs)),
        (_("Licences"), sum(one.licences for one in every)),
        (_("Events"), sum(len(one.events) for one in every)),
        (_("Events of the federation itself"), len(shown.own.events)),
        (_("Entries"), sum(one.entries for one in every)),
        (_("Starts"), sum(one.starts for one in every)),
        (_("Deals"), shown.deals),
        (_("Written warnings"), shown.warnings),
        *(_of_leagues(shown) if _has_leagues(shown) else ()),
    )
    return ReportTable(
        columns=(*text_columns(what=_("What")), *number_columns(count=pgettext("how many", "Number"))),
        rows=tuple(map(Row, lines)),
        caption=_("In numbers"),
        key="numbers",
    )


def _has_leagues(shown: FederationYear) -> bool:
    return any(one.leagues.matches for one in shown.everybody)


def _of_leagues(shown: FederationYear) -> Iterator[tuple[str, int]]:
    every = shown.everybody
    yield _("League matches"), sum(one.leagues.matches for one in every)
    yield _("Starts in leagues"), sum(one.leagues.starts for one in every)


def _clubs(shown: FederationYear) -> ReportTable:
    has_leagues = _has_leagues(shown)
    rows = [
        Row(
            (
                *(one.name, one.members, one.licences, len(one.events), one.entries, one.starts),
                *(one.leagues if has_leagues else ()),
            )
        )
        for one in shown.clubs
    ]
    leagues = {"league_matches": _("League matches"), "league_starts": _("Starts in leagues")}
    return ReportTable(
        columns=(
            *text_columns(club=_("Club")),
            *number_columns(
                members=_("Members"),
                licences=_("Licences"),
                events=_("Events"),
                entries=_("Entries"),
                starts=_("Starts"),
                **(leagues if has_leagues else {}),
            ),
        ),
        rows=tuple(rows),
        caption=_("Clubs"),
        key="clubs",
    )


def _champions(shown: FederationYear) -> ReportTable:
    return ReportTable(
        columns=text_columns(date=_("Date"), event=_("Event"), winners=_("Winners")),
        rows=tuple(Row((one.day, one.name, one.winners)) for one in shown.champions),
        caption=_("Champions"),
        key="champions",
    )


def _leaders(shown: FederationYear) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(list=_("List"), name=_("Name")),
            *number_columns(place=pgettext("rank", "Place"), points=_("Points")),
        ),
        rows=tuple(Row((line.of, line.name, line.place, line.points)) for line in shown.leaders),
        caption=_("Rankings and series"),
        key="leaders",
    )


def _calendar(shown: FederationYear) -> ReportTable:
    states = [
        (CalendarDate.State(code).label, shown.dates[code])
        for code in CalendarDate.State.values
        if shown.dates.get(code)
    ]
    if not states:
        return ReportTable(columns=text_columns(state=_("Dates")), rows=(), key="calendar")
    lines = (
        *((str(label), count) for label, count in states),
        (_("of the approved ones held"), shown.held),
        (_("events called off"), shown.called_off),
    )
    return ReportTable(
        columns=(*text_columns(state=_("Dates")), *number_columns(count=pgettext("how many", "Number"))),
        rows=tuple(map(Row, lines)),
        caption=_("Calendar"),
        key="calendar",
    )
