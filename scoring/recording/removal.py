"""Deleting the games of a trial with everything recorded about them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction

from clubs.books.writing import Writing
from clubs.models import Book
from scoring.models import Adjustment, DealVersion, Game, Photo, Ruling, WrittenWarning

if TYPE_CHECKING:
    from django.core.files.storage import Storage


def remove_games_in(act: Writing, book: Book) -> None:
    """Delete all games of a book that is a trial; their photographs go when the transaction is committed.

    `act` is open in the book of the club, which logs it.
    """
    if not book.trial or book.club_id != act.book.club_id:
        raise ValueError("only the games of a trial are deleted")
    games = Game.objects.filter(book=book)
    images = [photo.image for photo in Photo.objects.filter(game__in=games)]
    # First what protects others of these rows, so that the database is sure that nothing is left behind.
    WrittenWarning.objects.filter(game__in=games).delete()
    Adjustment.objects.filter(game__in=games).delete()
    DealVersion.objects.filter(deal__game__in=games).delete()
    Ruling.objects.filter(game__in=games).delete()
    games.delete()
    if images:
        names = [str(image.name) for image in images]
        transaction.on_commit(partial(_remove_files, images[0].storage, names), robust=True)


def _remove_files(storage: Storage, names: Sequence[str]) -> None:
    for name in names:
        storage.delete(name)
