"""Ratings as files: the list of a club, and the games of a player with what each has changed."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from clubs.reports.report import Column, ColumnKind, Fact, Note, Reader, Report, ReportTable, Row, RowPlayer
from clubs.reports.tables import ExportReport, LongTable, Values
from clubs.web.tables import number_columns, text_columns
from tournaments.ratings.page import PlayerRating, RatingList, ShownStep
from tournaments.ratings.words import describe, shown, uncertainty


def list_report(ratings: RatingList) -> Report:
    """Return the ratings of a club."""
    return ExportReport(
        title=_("Ratings"),
        club=ratings.club.name,
        tables=(_list(ratings),),
        notes=tuple(Note(one, "rule") for one in describe()),
        language=get_language() or "en",
    )


def _list(ratings: RatingList) -> ReportTable:
    return ReportTable(
        columns=(
            *number_columns(place=pgettext("rank", "Place")),
            *text_columns(name=_("Name"), club=_("Club")),
            *number_columns(rating=_("Rating"), uncertainty=_("Uncertainty"), games=_("Games")),
            *text_columns(last=_("Last game")),
        ),
        rows=tuple(
            Row(
                (
                    *(line.place, line.player.name, line.player.home_club.name),
                    *(line.rating, line.uncertainty, line.games, line.last),
                ),
                players=(("players", (RowPlayer(line.player.pk, line.player.name),)),),
            )
            for line in ratings.lines
        ),
        caption=_("Ratings"),
        key="ratings",
    )


def rating_report(rating: PlayerRating) -> Report:
    """Return the rating of a player, its course, and all games."""
    return ExportReport(
        title=rating.player.name,
        subtitle=_("Rating"),
        club=rating.player.home_club.name,
        facts=tuple(_facts(rating)),
        tables=(course_table(rating),),
        long=(_games(rating),),
        notes=tuple(Note(one, "rule") for one in describe()),
        language=get_language() or "en",
    )


def _facts(rating: PlayerRating) -> Iterator[Fact]:
    if rating.skill is not None:
        yield Fact(_("Rating"), shown(rating.skill), key="rating")
        yield Fact(_("Uncertainty"), uncertainty(rating.skill), key="uncertainty")
    yield Fact(_("Games"), rating.games, key="games")


def course_table(rating: PlayerRating) -> ReportTable:
    """Return the figures of the plot."""
    return ReportTable(
        columns=(
            *text_columns(date=_("Date")),
            *number_columns(rating=_("Rating"), uncertainty=_("Uncertainty")),
        ),
        rows=tuple(Row((one.day, one.rating, one.uncertainty)) for one in rating.course),
        caption=_("Over time"),
        key="course",
    )


def _games(rating: PlayerRating) -> LongTable:
    return LongTable(
        columns=(
            *text_columns(
                date=_("Date"),
                event=_("Event"),
                partners=_("Partners"),
                opponents=_("Opponents"),
                outcome=_("Result"),
            ),
            Column(_("Expected"), ColumnKind.NUMBER, key="expected"),
            *number_columns(change=_("Change"), rating=_("Rating")),
            Column(_("Number of the game"), ColumnKind.NUMBER, key="game", reader=Reader.FILES),
        ),
        lines=lambda: map(_game_values, rating.steps(rating.places)),
        caption=_("Games"),
        key="games",
    )


def _game_values(step: ShownStep) -> Values:
    expected = None if step.expected is None else Decimal(f"{step.expected:.2f}")
    return (
        *(step.day, step.where, step.partners, step.opponents, step.outcome),
        *(expected, step.change, step.after, step.game),
    )
