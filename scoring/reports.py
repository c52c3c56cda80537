"""What a game's documents say, as reports.

Knows stored results and sentences; must not add a point, query anything or know how a report looks.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.report import Column, Fact, Kind, Report, Row, Table
from scoring import reading, words
from scoring.models import Game
from scoring.queries import DealRow


def explained(game: Game, names: Sequence[str], deals: Sequence[DealRow]) -> Report:
    """Every line of every deal, with its sentence and paragraph: one table for each deal."""
    return Report(
        title=words.ruleset_name(game.ruleset),
        facts=(Fact(_("Opened"), date_format(game.opened_at, "DATETIME_FORMAT")),),
        tables=tuple(explained_deal(game, names, row) for row in deals),
        language=get_language() or "en",
    )


def explained_deal(game: Game, names: Sequence[str], row: DealRow) -> Table:
    """A column a side, as on paper; each line's sentence to the left of its points."""
    sides = reading.sides_of(row.version.result)
    lines = [
        Row((words.line_reason(game.ruleset, line), *in_column(at, line.points, len(sides))))
        for at, side in enumerate(sides)
        for line in side.lines
    ]
    return Table(
        caption=_("Deal %(number)s") % {"number": row.deal.number},
        columns=(Column(_("Line")), *(Column(name, Kind.NUMBER) for name in names)),
        rows=(
            *lines,
            Row((_("Deal total"), *(side.total for side in sides)), total=True),
            Row((_("Running total"), *(side.after for side in sides)), total=True),
        ),
    )


def in_column(at: int, points: int, sides: int) -> list[int | None]:
    return [points if side == at else None for side in range(sides)]


def protocol(game: Game, names: Sequence[str], deals: Sequence[DealRow]) -> Report:
    """The protocol as on paper: a column for each side, base, cards, deal total and running total."""
    return Report(
        title=_("Protocol"),
        subtitle=words.ruleset_name(game.ruleset),
        facts=(
            Fact(_("Club"), game.book.club.name),
            Fact(_("Table"), game.label),
            Fact(_("Day"), date_format(game.opened_at, "DATE_FORMAT")),
            Fact(_("Rules, edition"), game.edition),
        ),
        tables=(
            Table(
                columns=(Column(""), *(Column(name, Kind.NUMBER) for name in names)),
                rows=tuple(row for deal in deals for row in protocol_rows(deal)),
            ),
        ),
        signatures=tuple(_("Signature, %(side)s") % {"side": name} for name in names),
        language=get_language() or "en",
    )


def protocol_rows(row: DealRow) -> list[Row]:
    sides = reading.sides_of(row.version.result)
    heading = {"number": row.deal.number}
    return [
        Row((_("Deal %(number)s: base") % heading, *(side.base for side in sides))),
        Row((_("Deal %(number)s: cards") % heading, *(side.cards for side in sides))),
        Row((_("Deal %(number)s: total") % heading, *(side.total for side in sides))),
        Row((_("Running total"), *(side.after for side in sides)), total=True),
    ]
