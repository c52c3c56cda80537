"""What the phones of a table may still do: everything, read only, or nothing once its event is over."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

from clubs.models import Book
from scoring.models import Game, Table


class Phones(Enum):
    WRITE = "write"
    READ = "read"
    CLOSED = "closed"


def phones_of(*, is_official: bool, is_shown: bool) -> Phones:
    """Return what phones may do with a game: its event is over, or at least its results are shown."""
    if is_official:
        return Phones.CLOSED
    return Phones.READ if is_shown else Phones.WRITE


def phones_at(game: Game, book: Book, now: datetime) -> Phones:
    """Return what phones may do with a game of a book, by the game and the book as they are."""
    is_over = book.phones_until is not None and book.phones_until <= now
    return phones_of(
        is_official=is_over or game.state == Game.State.OFFICIAL, is_shown=book.phones_until is not None
    )


def has_card_stopped(table: Table, now: datetime) -> bool:
    """Tell whether the card of a table was for an event that is over."""
    event = table.card_for
    return event is not None and event.phones_until is not None and event.phones_until <= now
