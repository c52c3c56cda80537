"""A ranking as a file: its list, what each event gave, and the agreement as numbers for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Fact, Note, Reader, Report, ReportTable, Row, Value
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.core.ranking import PERCENT
from tournaments.core.series.result import EveningResult
from tournaments.core.series.table import EveningPoints
from tournaments.models import Ranking
from tournaments.rankings.page import ExplainedRanking, RankingPage, RankingRow
from tournaments.rankings.words import describe_ranking, percent
from tournaments.series.reports import counting_columns, counting_values, result_columns, result_values
from tournaments.series.words import shown


def ranking_report(page: RankingPage, *, for_people: bool) -> Report:
    """Return the list of a day; files that are read by machines have each event of each line too."""
    return ExportReport(
        title=page.ranking.name,
        subtitle="" if page.part is None else page.part.label,
        club=page.ranking.club.name,
        facts=(
            Fact(_("Day of the list"), page.on, key="on"),
            Fact(_("Events"), len(page.counted.events), key="events"),
            Fact(_("Compared with"), page.compared_with, key="compared_with"),
        ),
        tables=(_list(page),)
        if for_people
        else (_list(page), _events(page), _results(page), _agreement(page)),
        notes=tuple(Note(one, "rule") for one in describe_ranking(page.ranking)),
        language=get_language() or "en",
    )


def _list(page: RankingPage) -> ReportTable:
    return ReportTable(
        columns=(
            *number_columns(place=pgettext("rank", "Place")),
            Column(_("Up or down"), key="move_sign", reader=Reader.PEOPLE),
            *text_columns(name=_("Name"), club=_("Club")),
            *number_columns(points=_("Points")),
            *number_columns(counting=_("Events that count"), played=_("Events")),
            *text_columns(grade=pgettext("ranking", "Title"), remark=_("Remark")),
            Column(_("Places up"), ColumnKind.NUMBER, key="move", reader=Reader.FILES),
            Column("", ColumnKind.NUMBER, key="licence", reader=Reader.PROGRAMS),
        ),
        rows=tuple(
            Row(tuple(_list_values(page, line)), players=(("players", line.players),)) for line in page.lines
        ),
        caption=_("Ranking"),
        key="list",
    )


def _list_values(page: RankingPage, row: RankingRow) -> Iterator[Value]:
    line, move = row.line, row.move
    yield from (line.place, "" if move is None else move.sign, row.name, row.person.club_name)
    yield from (shown(line.total), row.counting, len(line.evenings), row.grade, row.remark)
    yield from (None if move is None else move.places, int(page.counted.has_licence(line.key)))


def _events(page: RankingPage) -> ReportTable:
    rules = page.ranking.agreed
    return ReportTable(
        columns=(
            *number_columns(evening=_("Number")),
            *text_columns(event=_("Event"), date=_("Date"), club=_("Club"), event_class=_("Class")),
            *number_columns(class_weight=_("Weight of the class"), year_weight=_("Weight of the year")),
            Column("", ColumnKind.NUMBER, key="event_id", reader=Reader.PROGRAMS),
        ),
        rows=tuple(
            Row(
                (
                    *(number, one.event.name, one.event.date, one.event.club.name, one.event_class.value),
                    *(rules.weight_of(one.event_class), rules.years[one.terms.period], one.event.pk),
                )
            )
            for number, one in enumerate(page.counted.events, 1)
        ),
        caption=_("Events"),
        key="events",
    )


def _results(page: RankingPage) -> ReportTable:
    return ReportTable(
        columns=(*result_columns(), *number_columns(valid_licence=_("Valid licence"))),
        rows=tuple(
            Row(values)
            for number, row in enumerate(page.lines, 1)
            for values in _result_rows(page, number, row)
        ),
        caption=_("Results"),
        key="results",
    )


def _result_rows(page: RankingPage, number: int, row: RankingRow) -> Iterator[tuple[Value, ...]]:
    for cell in row.line.evenings:
        yield (*result_values(number, row.name, cell), 1)
    for one in page.counted.without_licence.get(row.line.key, ()):
        yield (*result_values(number, row.name, _worth_nothing(one.event, one.result)), 0)


def _worth_nothing(event: int, result: EveningResult) -> EveningPoints:
    return EveningPoints(event, result, 0, 0, counts=False)


def _agreement(page: RankingPage) -> ReportTable:
    """Return what was agreed on, for whoever counts it again."""
    rules = page.ranking.agreed
    return ReportTable(
        columns=(
            *counting_columns(),
            *number_columns(
                championship=_("Championships"), own=_("Own events"), club=_("Events of the clubs")
            ),
            *text_columns(years=_("Weights of the years, the latest first")),
            *number_columns(
                rolling=_("Years go back from the day of the list"), first_month=_("First month")
            ),
            *text_columns(licence=_("Licence"), titles=_("Titles")),
        ),
        rows=(
            Row(
                (
                    *counting_values(rules.counting),
                    *(rules.championship, rules.own, rules.club, " ".join(map(str, rules.years))),
                    *(int(rules.rolling), rules.first_month, rules.licence.value),
                    "; ".join(f"{shown(grade.least)} {grade.name}" for grade in rules.grades),
                )
            ),
        ),
        caption=_("How it is counted"),
        key="agreement",
    )


# One line.


def explained_report(explained: ExplainedRanking) -> Report:
    """Return why somebody has these points."""
    page = explained.page
    return ExportReport(
        title=explained.shown.name,
        subtitle=page.ranking.name,
        club=page.ranking.club.name,
        facts=(
            Fact(_("Day of the list"), page.on, key="on"),
            Fact(_("Points"), shown(explained.line.total), key="points"),
            Fact(pgettext("rank", "Place"), explained.place, key="place", exact=explained.line.place),
        ),
        tables=(_explained_table(explained),),
        notes=tuple(Note(one, "rule") for one in describe_ranking(page.ranking)),
        language=get_language() or "en",
    )


def _explained_table(explained: ExplainedRanking) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(event=_("Event"), date=_("Date"), event_class=_("Class")),
            *text_columns(place=pgettext("rank", "Place"), made=_("Points of the event")),
            *text_columns(weights=_("Weight"), points=_("Points"), state=_("Counts or dropped")),
        ),
        rows=tuple(
            Row(
                (
                    *(one.ranked.event.name, one.ranked.event.date, one.event_class),
                    *(one.place, one.made, one.weights or percent(PERCENT), one.points, one.state),
                )
            )
            for one in explained.events
        ),
        caption=_("Events"),
        key="events",
    )


# Lists of rankings.


def list_of_rankings(rankings: Sequence[Ranking], club: str) -> Report:
    """Return the rankings of a club."""
    return ExportReport(
        title=_("Rankings"),
        club=club,
        tables=(
            ReportTable(
                columns=text_columns(ranking=_("Name"), shown=_("Public")),
                rows=tuple(Row((one.name, _("yes") if one.public else _("no"))) for one in rankings),
                key="rankings",
            ),
        ),
        language=get_language() or "en",
    )
