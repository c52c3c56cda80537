"""The roll of champions, the records and the year of a club as files and on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Note, Report, ReportTable, Row, RowKind, Value
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.history.club_history import ClubHistory
from tournaments.history.records_page import GameRecords
from tournaments.history.roll_page import RollPage, ShownCompetition, ShownTitles, ShownVictory
from tournaments.history.year_page import YearPage
from tournaments.leagues.words import league_start_sentence

# So many of those with the most titles get onto the wall.
_ON_THE_WALL = 10


def _report(
    history: ClubHistory, title: str, subtitle: str, tables: Sequence[ReportTable], *notes: Note
) -> Report:
    return ExportReport(
        title=title,
        subtitle=subtitle,
        club=history.club.name,
        tables=tuple(table for table in tables if table.rows),
        notes=notes,
        language=get_language() or "en",
    )


# The roll.


def roll_report(page: RollPage, *, for_people: bool) -> Report:
    """Return the roll: the paper to hang on the wall, or for machines every event that somebody has won."""
    subtitle = " · ".join(part for part in (str(page.year or ""), page.game) if part)
    titles = titles_table(page.titles)
    if not for_people:
        return _report(
            page.history, _("Roll of champions"), subtitle, (_victories_table(page.victories), titles)
        )
    champions = [one for one in page.competitions if any(year.line.gives_title for year in one.years)]
    most = [one for one in page.titles if one.count.titles][:_ON_THE_WALL]
    tables = (_champions_table(champions), titles_table(most))
    return replace(_report(page.history, _("Roll of champions"), subtitle, tables), hangs_on_wall=True)


def _champions_table(competitions: Sequence[ShownCompetition]) -> ReportTable:
    """Return who has the titles of each competition, year by year, under its name."""
    return ReportTable(
        columns=text_columns(year=_("Year"), champions=_("Champions")),
        rows=tuple(row for one in competitions for row in _rows_of(one)),
        key="champions",
    )


def _rows_of(one: ShownCompetition) -> Iterator[Row]:
    yield Row((one.title, ""), kind=RowKind.HEADING)
    for year in one.years:
        if year.line.gives_title:
            names = f"{year.champions} ({year.remark})" if year.remark else year.champions
            yield Row((str(year.line.year), names))


def _victories_table(victories: Sequence[ShownVictory]) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(
                event=_("Event"), date=_("Date"), club=_("Club"), game=_("Game"), winners=_("Winners")
            ),
            *text_columns(remark=_("Remark")),
        ),
        rows=tuple(Row((*_victory_values(one),)) for one in victories),
        caption=_("Winners"),
        key="winners",
    )


def _victory_values(one: ShownVictory) -> Iterator[Value]:
    yield from (one.name, one.day, one.club, one.game, one.winners)
    remarks = (one.kind, _("shared") if one.victory.is_shared else "")
    yield ", ".join(filter(None, remarks))


def titles_table(titles: Sequence[ShownTitles]) -> ReportTable:
    """Return how many titles each has, those with the most first."""
    return ReportTable(
        columns=(
            *text_columns(name=_("Name")),
            *number_columns(titles=_("Titles"), shared=_("Shared titles"), evenings=_("Other events won")),
        ),
        rows=tuple(
            Row((one.player.name, one.count.titles, one.count.shared, one.count.evenings)) for one in titles
        ),
        caption=_("Titles"),
        key="titles",
    )


# Records.


def records_report(history: ClubHistory, label: str, games: Sequence[GameRecords]) -> Report:
    return _report(history, _("Records"), label, (records_table(games),))


def records_table(games: Sequence[GameRecords]) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(game=_("Game"), record=_("What")),
            *number_columns(amount=_("Amount")),
            *text_columns(names=_("Who"), event=_("Event"), date=_("Date"), remark=_("Remark")),
        ),
        rows=tuple(
            Row((game.game, one.label, one.figure, one.who, one.where, one.day, one.remark))
            for game in games
            for one in game.records
        ),
        caption=_("Records"),
        key="records",
    )


# A year.


def year_report(page: YearPage, *, for_people: bool) -> Report:
    """Return the paper for the annual meeting: new players stand in a line; for machines, in a table."""
    tables = (
        _figures_table(page),
        _months_table(page),
        _year_champions(page),
        records_table(page.records),
        _faithful_table(page),
        _jubilees_table(page),
        *(() if for_people else (_new_table(page),)),
    )
    title = _("The year %(year)s") % {"year": page.year}
    return _report(page.history, title, "", tables, *_notes(page, for_people=for_people))


def _notes(page: YearPage, *, for_people: bool) -> Iterator[Note]:
    if for_people and page.new:
        names = ", ".join(one.name for one in page.new)
        yield Note(_("New players: %(names)s") % {"names": names}, "new_players")
    yield Note(_("A start is a place that a player has taken at an event whose results are shown."), "starts")
    if page.counted.figures.leagues.matches:
        yield Note(league_start_sentence(), "league_starts")
    if page.unnamed:
        yield Note(_unnamed_sentence(page.unnamed), "unnamed")


def _unnamed_sentence(number: int) -> str:
    return ngettext("%(count)s new player is not named.", "%(count)s new players are not named.", number) % {
        "count": number
    }


def _figures_table(page: YearPage) -> ReportTable:
    now, before = str(page.year), str(page.year - 1)
    return ReportTable(
        columns=(
            Column("", key="what"),
            Column(now, ColumnKind.NUMBER, key="now"),
            Column(before, ColumnKind.NUMBER, key="before"),
        ),
        rows=tuple(Row((one.label, one.now, one.before)) for one in page.figures),
        caption=_("In figures"),
        key="figures",
    )


def _months_table(page: YearPage) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(month=_("Month")),
            *number_columns(events=_("Events"), starts=_("Starts of players")),
        ),
        rows=tuple(Row((one.name, one.events, one.starts)) for one in page.months if one.events),
        caption=_("Month by month"),
        key="months",
    )


def _year_champions(page: YearPage) -> ReportTable:
    return ReportTable(
        columns=text_columns(competition=_("Competition"), champions=_("Champions"), remark=_("Remark")),
        rows=tuple(Row((one.title, year.champions, year.remark)) for one in page.roll for year in one.years),
        caption=_("Champions"),
        key="champions",
    )


def _faithful_table(page: YearPage) -> ReportTable:
    return ReportTable(
        columns=(*text_columns(name=_("Name")), *number_columns(events=_("Events"))),
        rows=tuple(Row((one.player.name, one.number)) for one in page.faithful),
        caption=_("Most faithful"),
        key="faithful",
    )


def _jubilees_table(page: YearPage) -> ReportTable:
    return ReportTable(
        columns=(
            *text_columns(name=_("Name")),
            *number_columns(number=_("Which event of the player")),
            *text_columns(event=_("Event"), date=_("Date")),
        ),
        rows=tuple(Row((one.player.name, one.number, one.event, one.day)) for one in page.jubilees),
        caption=_("Jubilees"),
        key="jubilees",
    )


def _new_table(page: YearPage) -> ReportTable:
    return ReportTable(
        columns=text_columns(name=_("Name")),
        rows=tuple(Row((one.name,)) for one in page.new),
        caption=_("New players"),
        key="new_players",
    )
