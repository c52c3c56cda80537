"""A league as a file: the tables of its divisions; one division with all that it is counted from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Fact, Note, Reader, Report, ReportTable, Row, Value
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.core.leagues.match import TeamSide
from tournaments.core.leagues.match_results import TableScore
from tournaments.core.leagues.rules import LeagueRules
from tournaments.leagues.match_page import MatchPage
from tournaments.leagues.page import DivisionPage, LeaguePage, MatchRow, TeamPage, TeamRow
from tournaments.leagues.words import COUNTING, describe, shown_points
from tournaments.models import League, MatchTable

_CODES: Final = {TeamSide.HOME: "home", TeamSide.AWAY: "away"}


def _notes(rules: LeagueRules) -> tuple[Note, ...]:
    return tuple(Note(one, "rule") for one in describe(rules))


def _state_fact(league: League) -> Fact:
    return Fact(_("State"), str(league.get_state_display()), key="state", exact=league.state)


def league_report(page: LeaguePage) -> Report:
    """Return the tables of all divisions."""
    return ExportReport(
        title=page.league.name,
        club=page.league.club.name,
        facts=(_state_fact(page.league),),
        tables=tuple(_standings(one, key=f"standings_{one.division.position}") for one in page.divisions),
        notes=_notes(page.counted.rules),
        language=get_language() or "en",
    )


def division_report(page: DivisionPage, *, for_people: bool) -> Report:
    """Return a division; files that are read by machines have each match with its tables too."""
    league = page.league.league
    makers = (_standings, _matches) if for_people else _FOR_MACHINES
    return ExportReport(
        title=page.title,
        subtitle=league.name if page.title != league.name else "",
        club=league.club.name,
        facts=(_state_fact(league),),
        tables=tuple(make(page) for make in makers),
        notes=_notes(page.league.rules),
        language=get_language() or "en",
    )


def _standings(page: DivisionPage, key: str = "standings") -> ReportTable:
    return ReportTable(
        columns=(
            *number_columns(place=pgettext("rank", "Place")),
            *text_columns(name=_("Team")),
            *number_columns(
                played=_("Matches"),
                wins=_("Won"),
                draws=_("Drawn"),
                losses=_("Lost"),
                match_points=_("Match points"),
                table_points=_("Table points"),
                table_points_against=_("Table points against"),
                difference=pgettext("points", "Difference"),
            ),
            *text_columns(remark=_("Remark")),
            *(
                Column("", ColumnKind.NUMBER, key=code, reader=Reader.PROGRAMS)
                for code in ("team", "shared", "struck_out", "walkovers")
            ),
            Column("", key="decided_by", reader=Reader.PROGRAMS),
        ),
        rows=tuple(Row(tuple(_standing_values(row))) for row in page.lines),
        caption=page.title if key != "standings" else _("Standings"),
        key=key,
    )


def _standing_values(row: TeamRow) -> Iterator[Value]:
    line = row.line
    yield from (line.place, row.team.name, line.played, line.wins, line.draws, line.losses)
    yield line.match_points
    yield from (shown_points(row.rules, points) for points in (line.table_points, line.table_points_against))
    yield from (line.difference, row.remark, row.team.number)
    yield from (int(line.shared), int(line.struck_out), line.walkovers, line.decided_by)


def _matches(page: DivisionPage) -> ReportTable:
    sides = [(side, code) for side, code in _CODES.items()]
    return ReportTable(
        columns=(
            *number_columns(round=_("Round"), match=_("Match")),
            *text_columns(
                date=_("Date"),
                time=_("Time"),
                home_team=_("Home team"),
                away_team=_("Away team"),
                result=_("Result"),
                remark=_("Remark"),
                place=_("Venue"),
            ),
            *(
                Column("", ColumnKind.NUMBER, key=f"{code}_{name}", reader=Reader.PROGRAMS)
                for _side, code in sides
                for name in ("match_points", "table_points", "difference")
            ),
            *(Column("", ColumnKind.NUMBER, key=code, reader=Reader.PROGRAMS) for code in ("home", "away")),
            *(
                Column("", key=key, reader=Reader.PROGRAMS)
                for key in ("kind", "at_fault", "counting", "state", "planned_day", "last_day")
            ),
        ),
        rows=tuple(Row(tuple(_match_values(one))) for drawn in page.rounds for one in drawn.matches),
        caption=_("Matches"),
        key="matches",
    )


def _match_values(row: MatchRow) -> Iterator[Value]:
    match, counted = row.match, row.played.counted
    starts = "" if match.starts is None else f"{match.starts:%H:%M}"
    yield from (match.round, match.number, match.day, starts, match.home.name, match.away.name)
    yield from (row.result, row.standing, match.place)
    for side in _CODES:
        worth = None if counted.score is None else counted.score.of(side)
        yield None if worth is None else worth.match_points
        yield None if worth is None else shown_points(row.rules, worth.table_points)
        yield None if worth is None else worth.difference
    yield from (match.home.number, match.away.number)
    played = counted.match
    yield None if played.kind is None else played.kind.value
    yield None if played.at_fault is None else _CODES[played.at_fault]
    yield from (counted.counting.value, match.state, match.planned_day, match.last_day)


def _results(page: DivisionPage) -> ReportTable:
    """Return each table of each match, with what it gave."""
    return ReportTable(
        columns=(
            *number_columns(
                match=_("Match"), table=_("Table"), home_pair=_("Home pair"), away_pair=_("Away pair")
            ),
            *text_columns(kind_of_result=_("Kind of result")),
            *number_columns(home_total=_("Points of the home pair"), away_total=_("Points of the away pair")),
            *number_columns(home_points=_("Table points, home"), away_points=_("Table points, away")),
            *number_columns(home_difference=_("Difference, home"), away_difference=_("Difference, away")),
            Column("", key="kind", reader=Reader.PROGRAMS),
            Column("", key="at_fault", reader=Reader.PROGRAMS),
        ),
        rows=tuple(
            Row(_result_values(row, score))
            for drawn in page.rounds
            for row in drawn.matches
            for score in (row.played.counted.score.tables if row.played.counted.score else ())
            if row.played.counted.match.tables
        ),
        caption=_("Results at the tables"),
        key="results",
    )


def _result_values(row: MatchRow, score: TableScore) -> tuple[Value, ...]:
    table = score.table
    totals = table.totals or (None, None)
    return (
        *(row.match.number, table.number, table.home_pair, table.away_pair),
        *(str(MatchTable.Kind(table.kind.value).label), *totals),
        *(shown_points(row.rules, worth.points) for worth in score.worths),
        *(worth.difference for worth in score.worths),
        table.kind.value,
        None if table.at_fault is None else _CODES[table.at_fault],
    )


def _teams(page: DivisionPage) -> ReportTable:
    return ReportTable(
        columns=(
            *number_columns(team=_("Number")),
            *text_columns(name=_("Team"), club=_("Club"), home_place=_("Place of home matches")),
            *number_columns(withdrawn=_("Withdrawn")),
        ),
        rows=tuple(
            Row(
                (
                    *(team.number, team.name, team.club.name if team.club else "", team.place),
                    int(team.is_withdrawn),
                )
            )
            for team in page.counted.teams.values()
        ),
        caption=_("Teams"),
        key="teams",
    )


def _charges(page: DivisionPage) -> ReportTable:
    own = [charge for charge in page.league.charges if charge.team_id in page.counted.teams]
    return ReportTable(
        columns=number_columns(
            team=_("Team"),
            match_points=_("Match points"),
            table_points=_("Table points"),
            difference=pgettext("points", "Difference"),
        ),
        rows=tuple(
            Row(
                (
                    page.counted.teams[one.team_id].number,
                    one.match_points,
                    shown_points(page.league.rules, one.table_points),
                    one.difference,
                )
            )
            for one in own
        ),
        caption=_("Changes of points"),
        key="charges",
    )


def _agreement(page: DivisionPage) -> ReportTable:
    """Return what was agreed on, for anyone who counts it again."""
    rules = page.league.rules
    values: dict[str, Value] = {
        "tables": rules.tables,
        "pair_size": rules.pair_size,
        "opponents": rules.opponents,
        "legs": rules.legs,
        "margin": rules.margin,
        "walkover_percent": rules.walkover_percent,
        "win": rules.win,
        "draw": rules.draw,
        "loss": rules.loss,
        "bound": rules.numbers.bound,
        "cap": rules.numbers.cap if "cap" in rules.agreed_scheme.scheme.numbers else None,
        "meeting": rules.meeting.value,
        "scheme": rules.scheme,
        "decision": rules.decision,
        "chain": " ".join(rules.chain),
        "withdrawn": rules.withdrawn.value,
        "bands": " ".join(map(str, rules.numbers.bands)),
    }
    return ReportTable(
        columns=tuple(
            Column(
                name,
                ColumnKind.TEXT if isinstance(value, str) else ColumnKind.NUMBER,
                key=name,
                reader=Reader.FILES,
            )
            for name, value in values.items()
        ),
        rows=(Row(tuple(values.values())),),
        caption=_("How it is counted"),
        key="agreement",
    )


_FOR_MACHINES: Final = (_standings, _matches, _results, _teams, _charges, _agreement)


# A team, and a match.


def team_report(page: TeamPage) -> Report:
    league = page.division.league.league
    return ExportReport(
        title=page.team.name,
        subtitle=league.name,
        club=league.club.name,
        facts=(
            Fact(pgettext("rank", "Place"), page.row.line.place, key="place"),
            Fact(_("Match points"), page.row.line.match_points, key="match_points"),
        ),
        tables=(
            ReportTable(
                columns=text_columns(
                    date=_("Date"),
                    home=_("Home team"),
                    away=_("Away team"),
                    result=_("Result"),
                    remark=_("Remark"),
                ),
                rows=tuple(
                    Row((one.match.day, one.match.home.name, one.match.away.name, one.result, one.standing))
                    for one in page.matches
                ),
                caption=_("Matches"),
                key="matches",
            ),
        ),
        language=get_language() or "en",
    )


def match_report(page: MatchPage, league: League) -> Report:
    match = page.match
    return ExportReport(
        title=f"{match.home.name} – {match.away.name}",
        subtitle=league.name,
        club=league.club.name,
        facts=(
            Fact(_("Date"), match.day, key="date"),
            Fact(_("Result"), page.row.result, key="result"),
            Fact(_("State"), str(COUNTING[page.row.played.counted.counting]), key="counting"),
        ),
        tables=(
            ReportTable(
                columns=(
                    *number_columns(table=_("Table")),
                    *text_columns(
                        home=_("Home pair"), away=_("Away pair"), totals=_("Points"), points=_("Table points")
                    ),
                    *number_columns(difference=pgettext("points", "Difference")),
                ),
                rows=tuple(
                    Row(
                        (
                            *(one.number, one.home, one.away, one.totals, one.points),
                            one.score.worths[TeamSide.HOME].difference,
                        )
                    )
                    for one in page.tables
                ),
                caption=_("Tables"),
                key="tables",
            ),
        ),
        notes=(Note(page.why, "decided"),) if page.why else (),
        language=get_language() or "en",
    )


# Lists.


def list_of_leagues(leagues: Sequence[League], club: str) -> Report:
    """Return the leagues of a club."""
    return ExportReport(
        title=_("Leagues"),
        club=club,
        tables=(
            ReportTable(
                columns=text_columns(
                    league=_("Name"), since=_("From"), until=_("Until"), shown=_("Public"), state=_("State")
                ),
                rows=tuple(
                    Row(
                        (
                            *(one.name, one.since, one.until),
                            _("yes") if one.public else _("no"),
                            str(one.get_state_display()),
                        )
                    )
                    for one in leagues
                ),
                key="leagues",
            ),
        ),
        language=get_language() or "en",
    )


def list_of_teams(page: LeaguePage) -> Report:
    """Return the teams of a league with their divisions."""
    return ExportReport(
        title=_("Teams"),
        subtitle=page.league.name,
        club=page.league.club.name,
        tables=(
            ReportTable(
                columns=(
                    *number_columns(number=_("Number")),
                    *text_columns(
                        team=_("Team"), division=_("Division"), club=_("Club"), captain=_("Captain")
                    ),
                ),
                rows=tuple(
                    Row(
                        (
                            *(team.number, team.name, team.division.name),
                            *(team.club.name if team.club else "", team.captain_name),
                        )
                    )
                    for team in page.counted.teams.values()
                ),
                key="teams",
            ),
        ),
        language=get_language() or "en",
    )
