"""A league as it would count, beside how it does, as a report."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Note, Reader, Report, ReportTable, Row
from clubs.reports.tables import ExportReport
from clubs.web.tables import number_columns, text_columns
from tournaments.leagues.page import DivisionPage, LeaguePage, TeamRow
from tournaments.leagues.what_if import SupposedLeague, SupposedMatchTable
from tournaments.leagues.words import shown_points
from tournaments.public.moves import arrow
from tournaments.what_if.report import not_known_of_games, remark_on, rulings_sentence


def supposed_league_report(supposed: SupposedLeague) -> Report:
    """Return the tables of the divisions as they would be, beside the places and the points that count."""
    real, other = LeaguePage(supposed.real), LeaguePage(supposed.supposed)
    return ExportReport(
        title=real.league.name,
        subtitle=_("What if something else had been agreed on"),
        club=real.league.club.name,
        tables=(
            *(_division(*pages) for pages in zip(real.divisions, other.divisions, strict=True)),
            *_games(supposed),
        ),
        notes=tuple(_notes(supposed)),
        language=get_language() or "en",
    )


def _division(real: DivisionPage, other: DivisionPage) -> ReportTable:
    counted = {row.team.pk: row for row in real.lines}
    return ReportTable(
        columns=(
            Column(pgettext("rank", "Place"), ColumnKind.NUMBER, key="place"),
            Column(_("Moved"), ColumnKind.NUMBER, short="↕", key="moved", reader=Reader.PEOPLE),
            *text_columns(team=_("Team")),
            *number_columns(
                match_points=_("Match points"),
                real_place=_("Place as it counts"),
                real_match_points=_("Match points as they count"),
                table_points=_("Table points"),
                difference=pgettext("points", "Difference"),
            ),
        ),
        rows=tuple(_row(counted[row.team.pk], row) for row in other.lines),
        caption=other.title,
        key=f"standings_{other.division.position}",
    )


def _row(real: TeamRow, other: TeamRow) -> Row:
    before, after = real.line.place, other.line.place
    return Row(
        (
            after,
            "" if before is None or after is None else arrow(before - after),
            other.team.name,
            other.line.match_points,
            before,
            real.line.match_points,
            shown_points(other.rules, other.line.table_points),
            other.line.difference,
        )
    )


# Games.


def _games(supposed: SupposedLeague) -> Iterator[ReportTable]:
    """Yield the games that would have come to something else, or of which that is not known."""
    rows = tuple(_game_row(table) for table in supposed.tables if table.is_listed)
    if rows:
        yield ReportTable(
            columns=(
                *text_columns(match=_("Match")),
                *number_columns(table=_("Table")),
                *text_columns(
                    played=_("Totals as played"), supposed=_("Totals as supposed"), remark=_("Remark")
                ),
            ),
            rows=rows,
            caption=_("Games"),
            key="games",
        )


def _game_row(table: SupposedMatchTable) -> Row:
    match = table.match
    return Row(
        (
            f"{match.home.name} – {match.away.name}",
            table.played.number,
            table.played.made,
            _("not known") if table.not_known else table.supposed.made,
            "" if table.game is None else remark_on(table.game),
        )
    )


# Notes.


def _notes(supposed: SupposedLeague) -> Iterator[Note]:
    yield Note(_("Counted as it was played. Nothing of this is stored."), "as_played")
    unknown = sum(table.not_known is not None for table in supposed.tables)
    games = [table.game for table in supposed.tables if table.game is not None and not table.not_known]
    for key, sentence in not_known_of_games(unknown, games):
        yield Note(sentence, key)
    if supposed.rulings_in_points:
        yield Note(rulings_sentence(), "rulings")
