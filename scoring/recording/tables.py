"""The tables of a club: their labels, PINs and current games."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import DIRECTORS, RECORDERS
from clubs.books.refusals import NotNow
from clubs.books.writing import (
    Author,
    Facts,
    LoggedAct,
    Submission,
    Writing,
    club_book,
    retried,
    writing,
)
from clubs.models import Book, Club
from scoring.models import PIN_DIGITS, Game, Table, random_secret
from scoring.recording.session import open_game_for

_TABLE_GONE: Final = _lazy("This table has been deleted.")


@retried
def create_tables(by: Author, club: Club, labels: Sequence[str], key: UUID) -> list[Table]:
    """Return the tables of a club with these labels; create those that do not exist."""
    submission = Submission(key=key, content={"tables": list(labels)})
    with writing(club_book(club), by, needs=DIRECTORS, submission=submission) as act:
        if act.earlier is not None:
            return list(club.tables.filter(label__in=labels))
        existing = set(club.tables.values_list("label", flat=True))
        pins = _free_pins()
        created = Table.objects.bulk_create(
            Table(club=club, label=label, pin=next(pins)) for label in labels if label not in existing
        )
        if not created:
            act.mark_repeat()
            return list(club.tables.filter(label__in=labels))
        act.log("tables.made", club, after={"tables": [table.label for table in created]})
        _give_games(act, club, created)
        return list(club.tables.filter(label__in=labels))


# A game that was opened before the club had its table is found by the table when it is made, for so long.
_WAITS_FOR_TABLE: Final = timedelta(days=1)


def _give_games(act: Writing, club: Club, created: Sequence[Table]) -> None:
    """Give new tables the games that are played there already: the round was published before."""
    waiting = Game.objects.filter(
        book__club=club,
        book__kind=Book.Kind.TOURNAMENT,
        label__in=[table.label for table in created],
        table=None,
        over=False,
        state=Game.State.OPEN,
        other_result="",
        opened_at__gte=act.by.at - _WAITS_FOR_TABLE,
    ).exclude(written_on=Game.WrittenOn.PAPER)
    # The newest of a label is the last one, and stays.
    games = {game.label: game for game in waiting.select_related("book").order_by("opened_at", "pk")}
    for table in created:
        if table.label in games:
            game = games[table.label]
            with writing(game.book, act.by, needs=RECORDERS) as in_event:
                assign_table_in(in_event, table, game)


@retried
def delete_table(by: Author, table: Table) -> None:
    """Delete a table at which no game is."""
    with writing(club_book(table.club), by, needs=DIRECTORS) as act:
        now = Table.objects.select_for_update(of=("self",)).filter(pk=table.pk).first()
        if now is None:
            raise NotNow(_TABLE_GONE)
        if now.game_id is not None:
            raise NotNow(_lazy("A game is at this table. Set another one, or none, first."))
        act.log("table.deleted", now, before={"table": now.label})
        now.delete()


@retried
def delete_tables(by: Author, club: Club, labels: Collection[str]) -> None:
    """Delete those of the tables that have no game."""
    with writing(club_book(club), by, needs=DIRECTORS) as act:
        free = club.tables.select_for_update(of=("self",)).filter(label__in=labels, game=None)
        gone = [table.label for table in free.order_by("pk")]
        if not gone:
            raise NotNow(_lazy("These tables have been deleted, or have games."))
        act.log("tables.deleted", club, before={"tables": [*gone]})
        free.delete()


def make_table_in(act: Writing, label: str, made_for: str, number: int) -> Table:
    """Make a table for one game, in an open book: its address opens the game, and no card is printed of it.

    One that is left of this label is taken again. People read what it was made for, and its number there.
    """
    club, names = act.book.club, {"made_for": made_for, "made_number": number}
    found = Table.objects.filter(club=club, label=label).first()
    if found is None:
        return Table.objects.create(club=club, label=label, pin=next(_free_pins()), **names)
    found.made_for, found.made_number = made_for, number
    found.save(update_fields=[*names])
    return found


def drop_table_in(act: Writing, label: str) -> None:
    """Delete a table that was made for one game of an open book, unless another game is there by now."""
    table = Table.objects.select_related("game").filter(club=act.book.club_id, label=label).first()
    if table is None or (table.game is not None and table.game.book_id != act.book.pk):
        return
    if table.game is not None:
        assign_table_in(act, table, None)
    table.delete()


def _free_pins() -> Iterator[str]:
    """Yield random PINs that no table has."""
    taken = set(Table.objects.values_list("pin", flat=True))
    while True:
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        if pin not in taken:
            taken.add(pin)
            yield pin


@retried
def renew_cards(by: Author, club: Club, key: UUID, event: Book | None = None) -> None:
    """Give all tables of a club new PINs and addresses, as before every event; the old ones stop working.

    The new cards are good for one `event`, or until they are renewed.
    """
    content: Facts = {"pins": club.pk, "event": None if event is None else event.pk}
    with writing(
        club_book(club), by, needs=DIRECTORS, submission=Submission(key=key, content=content)
    ) as act:
        if act.earlier is None:
            if event is not None and event.club_id != club.pk:
                raise PermissionDenied
            _new_cards(club, event)
            act.log("tables.pins_renewed", club, after={"cards_for": content["event"]})


def _new_cards(club: Club, event: Book | None) -> None:
    pins, tables = _free_pins(), list(club.tables.all())
    for table in tables:
        table.pin, table.secret, table.card_for = next(pins), random_secret(), event
    Table.objects.bulk_update(tables, ["pin", "secret", "card_for"])


@retried
def assign_table(by: Author, table: Table, game: Game | None) -> Table:
    """Assign a game to a table, or free the table. A game is played at a table of its own club."""
    moved = game or table.game
    if moved is None:
        return table
    if table.club_id != moved.book.club_id:
        raise PermissionDenied
    with open_game_for(moved, by, needs=RECORDERS) as opened:
        if game is not None and opened.game.is_on_paper:
            raise NotNow(_lazy("This game is written on paper: no phone opens it."))
        now = Table.objects.filter(pk=table.pk).values_list("game", flat=True)
        if not now:
            raise NotNow(_TABLE_GONE)
        if now[0] == (game and game.pk):
            opened.act.mark_repeat()
            return table
        return assign_table_in(opened.act, table, game)


def assign_table_in(act: Writing, table: Table, game: Game | None) -> Table:
    """Assign a game to a table, or free it, in an open book."""
    if game is not None:
        Table.objects.filter(game=game).exclude(pk=table.pk).update(game=None)
    before, table.game = table.game_id, game
    table.save(update_fields=["game"])
    act.log_all([_assigned(table, before)])
    return table


def free_tables_in(act: Writing) -> None:
    """Free every table at which a game of an open book is played."""
    for table in Table.objects.filter(game__book=act.book).order_by("pk"):
        assign_table_in(act, table, None)


def pass_table_on_in(act: Writing, ended: Game) -> None:
    """Give the table of a game that has ended to a later one of its book that waits for it, if there is one.

    It waits where a round was published while this game was still being played.
    """
    table = Table.objects.filter(game=ended).first()
    if table is None:
        return
    waiting = Game.objects.filter(
        book=ended.book_id,
        label=table.label,
        table=None,
        over=False,
        state=Game.State.OPEN,
        other_result="",
        pk__gt=ended.pk,
    ).exclude(written_on=Game.WrittenOn.PAPER)
    game = waiting.order_by("pk").first()
    if game is not None:
        assign_table_in(act, table, game)


def assign_new_games_in(games: Mapping[Table, Game]) -> Mapping[Game, LoggedAct]:
    """Assign games that were just opened, each to its table, in one statement; return the acts to log."""
    before = {table: table.game_id for table in games}
    for table, game in games.items():
        table.game = game
    Table.objects.bulk_update(games, ["game"])
    return {game: _assigned(table, before[table]) for table, game in games.items()}


def _assigned(table: Table, before: int | None) -> LoggedAct:
    facts: Facts = {"table": table.logged_name, "game": table.game_id}
    return LoggedAct("table.set", table, before={"game": before}, after=facts)
