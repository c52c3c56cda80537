"""The pairings of a round by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.names import NameOf, is_named
from clubs.reports.layouts import GRID, LEDGER
from clubs.reports.report import Column, ColumnKind, Report, ReportTable, Row, RowKind
from clubs.text.alphabet import initial
from tournaments.models import Round
from tournaments.papers.catalogue import PaperKind, PaperStage, always, by_alphabet
from tournaments.papers.paper import join_parts, make_paper
from tournaments.papers.source import PaperSource
from tournaments.play.queries import entry_players
from tournaments.public.seats import alphabetical_key, family_name_first
from tournaments.wording.labels import round_label

# So few names fill one sheet with larger letters where no letter stands above each two of them.
_FEW: Final = 24
# The letter above players who may not be named.
_NO_LETTER: Final = "\N{HORIZONTAL ELLIPSIS}"


def pairings_by_name(source: PaperSource, drawn: Round, alphabet: str) -> Report | None:
    """The players in the order of an alphabet; many in groups by the first letter of the family name."""
    seats = sorted(
        (
            (*alphabetical_key(player, alphabet, source.name_of), player, table.pairing.table)
            for table in source.tables(drawn)
            for side in table.sides
            for entry in side.entries
            for player in entry_players(entry)
        ),
        key=lambda seat: seat[:2],
    )
    if not seats:
        return None
    players = [(player, number) for _order, _pk, player, number in seats]
    is_short = len(players) <= _FEW
    rows = (
        (_row(*seat, source.name_of) for seat in players)
        if is_short
        else _rows_by_letter(players, alphabet, source.name_of)
    )
    table = ReportTable(
        columns=(Column(_("Player")), Column(_("Table"), ColumnKind.NUMBER)),
        rows=tuple(rows),
        layout=GRID if is_short else LEDGER,
    )
    subtitle = join_parts(round_label(drawn.number), _("Where do I sit?"))
    return replace(make_paper(source.event, subtitle), tables=(table,))


def _rows_by_letter(
    seats: Iterable[tuple[Player, int | None]], alphabet: str, name_of: NameOf
) -> Iterator[Row]:
    for letter, together in groupby(seats, key=lambda seat: _group_letter(seat[0], alphabet, name_of)):
        yield Row((letter, None), RowKind.HEADING)
        for player, number in together:
            yield _row(player, number, name_of)


def _row(player: Player, table: int | None, name_of: NameOf) -> Row:
    return Row((family_name_first(player, name_of), _("sits out") if table is None else table))


def _group_letter(player: Player, alphabet: str, name_of: NameOf) -> str:
    return initial(player.family_name, alphabet) if is_named(player, name_of) else _NO_LETTER


PAPER: Final = PaperKind(
    code="by-name",
    label=_lazy("Pairings by name"),
    purpose=_lazy("“Where do I sit?”: everybody in alphabetical order, to put up by the door."),
    stage=PaperStage.ROUND,
    position=60,
    make=by_alphabet(pairings_by_name),
    for_wall=True,
    is_available=always,
)
