"""The tables of a club: what their printed QR codes name, their PINs, and the game played at them.

Knows tables; must not know what is played at them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from uuid import UUID

from django.core.exceptions import PermissionDenied

from clubs.books.permissions import DIRECTORS, RECORDERS
from clubs.books.writing import Author, Sending, Writing, of_club, retried, writing
from clubs.models import Club
from scoring.models import Game, Table
from scoring.recording.session import playing

PIN_DIGITS = 6


@retried
def make_tables(by: Author, club: Club, labels: Sequence[str], key: UUID) -> list[Table]:
    """Tables of a club with these labels; those that are there already stay as they are."""
    sending = Sending(key=key, content={"tables": list(labels)})
    with writing(of_club(club), by, needs=DIRECTORS, sending=sending) as act:
        if act.earlier is not None:
            return list(club.tables.filter(label__in=labels))
        there = set(club.tables.values_list("label", flat=True))
        pins = _free_pins()
        made = Table.objects.bulk_create(
            Table(club=club, label=label, pin=next(pins)) for label in labels if label not in there
        )
        if not made:
            act.was_done_before()
            return list(club.tables.filter(label__in=labels))
        act.log("tables.made", club, after={"tables": [table.label for table in made]})
        return list(club.tables.filter(label__in=labels))


def _free_pins() -> Iterator[str]:
    """PINs by chance that no table has."""
    taken = set(Table.objects.values_list("pin", flat=True))
    while True:
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        if pin not in taken:
            taken.add(pin)
            yield pin


@retried
def renew_pins(by: Author, club: Club, key: UUID) -> None:
    """New PINs for all tables of a club, as for every event: who knew the old ones no longer comes in."""
    with writing(
        of_club(club), by, needs=DIRECTORS, sending=Sending(key=key, content={"pins": club.pk})
    ) as act:
        if act.earlier is None:
            _new_pins(club)
            act.log("tables.pins_renewed", club)


def _new_pins(club: Club) -> None:
    pins, tables = _free_pins(), list(club.tables.all())
    for table in tables:
        table.pin = next(pins)
    Table.objects.bulk_update(tables, ["pin"])


@retried
def set_table(by: Author, table: Table, game: Game | None) -> Table:
    """Say which game is played at a table now; none: the table is free. A club's games use its own tables."""
    moved = game or table.game
    if moved is None:
        return table
    if table.club_id != moved.book.club_id:
        raise PermissionDenied
    with playing(moved, by, needs=RECORDERS) as play:
        if Table.objects.filter(pk=table.pk, game=game).exists():
            play.act.was_done_before()
            return table
        return set_table_in(play.act, table, game)


def set_table_in(act: Writing, table: Table, game: Game | None) -> Table:
    """The same within a book that is being written."""
    if game is not None:
        Table.objects.filter(game=game).exclude(pk=table.pk).update(game=None)
    table.game = game
    table.save(update_fields=["game"])
    act.log("table.set", table, after={"table": table.label, "game": game.pk if game else None})
    return table
