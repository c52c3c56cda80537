"""Cards and slips for the tables of an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.people.names import full_name
from clubs.reports.layouts import WRITING_GRID
from clubs.reports.numbers import format_day
from clubs.reports.report import Cards, Column, ColumnKind, Fact, Report, ReportTable, Row
from scoring.core import house_rules
from scoring.printing import table_cards
from scoring.store.sheets import load_ruleset
from scoring.wording.labels import SIDE_LETTERS
from tournaments.models import Round
from tournaments.papers.paper import join_parts, names_of_sides, occupied_tables, sides_with_handicaps
from tournaments.papers.source import PaperSource
from tournaments.play.queries import PairingWithSides
from tournaments.public.event_view import EventView
from tournaments.public.standings import current_language
from tournaments.wording.labels import round_label

_SLIPS_ON_A_PAGE: Final = 4


def cards_for_tables(source: PaperSource) -> Cards | None:
    """A card for each table of the club: its code, its PIN, and the values of the event's game."""
    event = source.event
    rules = house_rules.with_options(load_ruleset(event.ruleset), tuple(sorted(event.options.items())))
    pin_address = source.absolute(reverse("scoring:pin"))
    cards = tuple(
        table_cards.table_card(
            table,
            rules,
            event.club.name,
            source.absolute(reverse("scoring:table", args=[table.secret])),
            pin_address,
        )
        for table in source.tables_of_club
    )
    if not cards:
        return None
    return Cards(
        title=join_parts(event.title, _("Table cards")),
        cards=cards,
        across=1,
        down=2,
        language=current_language(),
    )


def empty_result_slips(source: PaperSource) -> Cards:
    """A page of slips to be filled in by hand, with lines for the names."""
    letters = SIDE_LETTERS[: source.event.agreement.sides]
    sides = (Fact(_("Side %(number)s") % {"number": letter}, "", alone=True) for letter in letters)
    head = Fact(_("Round"), ""), Fact(_("Table"), ""), *sides
    signatures = tuple(_("Signature, %(side)s") % {"side": letter} for letter in letters)
    card = replace(_slip(source.view, _("Result slip"), letters), facts=head, signatures=signatures)
    title = join_parts(source.event.title, _("Result slips"))
    return Cards(title=title, cards=(card,) * _SLIPS_ON_A_PAGE, language=current_language())


def result_slips(
    source: PaperSource, drawn: Round, tables: Sequence[PairingWithSides] | None = None
) -> Cards | None:
    """A slip with the names for each table of a round, or for the given tables."""
    cards = tuple(
        replace(
            _slip(
                source.view,
                "\n".join(_round_and_table(drawn, table)),
                names_of_sides(table, full_name),
                sides_with_handicaps(table, full_name),
            ),
            address=_game_address(source, table),
        )
        for table in (occupied_tables(source, drawn) if tables is None else tables)
    )
    if not cards:
        return None
    title = join_parts(source.event.title, _("Result slips"), round_label(drawn.number))
    return Cards(title=title, cards=cards, language=current_language())


def slip_title(drawn: Round, table: PairingWithSides) -> str:
    return join_parts(*_round_and_table(drawn, table))


def _round_and_table(drawn: Round, table: PairingWithSides) -> tuple[str, str]:
    return round_label(drawn.number), _("Table %(number)s") % {"number": table.pairing.table}


def _slip(view: EventView, title: str, sides: Sequence[str], rows: Sequence[str] = ()) -> Report:
    """One slip, with blanks for the result and lines for the signatures of the sides.

    `rows` has the sides with their handicaps, which are no part of the total that is written.
    """
    with_handicap = bool(rows) and list(rows) != list(sides)
    columns = (Column(_("Side")), *(Column(name, ColumnKind.NUMBER) for name in slip_figures(view)))
    blank = ("",) * (len(columns) - 1)
    return Report(
        title=title,
        subtitle=f"{view.event.title} · {format_day(view.event.date, current_language())}",
        tables=(
            ReportTable(
                columns=columns,
                rows=tuple(Row((side, *blank)) for side in rows or sides),
                layout=WRITING_GRID,
            ),
        ),
        notes=(
            *([_("In brackets: the handicap. The total is written without it.")] if with_handicap else []),
            _("Signed by the sides; to the desk as soon as the game is over."),
        ),
        signatures=tuple(sides),
        language=current_language(),
    )


def slip_figures(view: EventView) -> Iterator[str]:
    """The figures of each side: a difference between two sides, and points where they are not the total."""
    yield _("Total")
    if view.agreement.sides == 2:
        yield _("Difference")
    if not view.agreement.scheme.counts_points_made:
        yield _("Points")


def _game_address(source: PaperSource, table: PairingWithSides) -> str:
    """The address in the code of a slip; empty before the round is published."""
    game = table.pairing.game_id
    return source.absolute(reverse("scoring:game", args=[game])) if game is not None else ""
