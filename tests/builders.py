"""Rows for tests, every argument with a default: a test states only what it is about."""

from __future__ import annotations

from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from clubs.backups.state import read_backup
from clubs.books.sealing import create_book
from clubs.books.writing import Author, club_book
from clubs.models import Book, Club, Membership, Player, PlayerName, Role, User
from config import environment

PASSWORD = "eleven red canastas"  # long enough for the product's own validators

numbers = count(1)


def a_club(name: str = "", **fields: Any) -> Club:
    """A club with its book. With `federation=` it belongs to one."""
    club = Club.objects.create(name=name or f"Canasta {next(numbers)}", **fields)
    create_book(Book.Kind.CLUB, club)
    return club


def a_player(name: str = "", *, club: Club | None = None, **fields: Any) -> Player:
    """A player whose home is `club`, and who is a member of it. `name` is "Given Family"."""
    given, _, family = (name or f"Anna Berg{next(numbers)}").partition(" ")
    home = club or a_club()
    fields.setdefault("may_publish", True)
    player = Player.objects.create(given_name=given, family_name=family, home_club=home, **fields)
    PlayerName.objects.create(player=player, given_name=given, family_name=family)
    Membership.objects.create(club=home, player=player, since=date(2026, 1, 1))
    return player


def a_user(
    role: Role.Kind | None = None, *, book: Book | None = None, club: Club | None = None, **fields: Any
) -> User:
    """Somebody with an account; with a role, in `book`, or in the book of `club`, or of a new club."""
    number = next(numbers)
    fields = {
        "email": f"person{number}@example.org",
        "name": f"Person {number}",
        "password": PASSWORD,
    } | fields
    user = User.objects.create_user(**fields)
    if role is not None:
        Role.objects.create(user=user, kind=role, book=book or club_book(club or a_club()))
    return user


def an_author(user: User | None = None, **fields: Any) -> Author:
    return Author(**{"user": user, "origin": "192.0.2.1"} | fields)


def own_places(
    settings: Any, data: Path, copies: Path | None = None, files: str = environment.FOLDER
) -> None:
    """Let all files live in a data folder of this test, or in the database; `settings` is the fixture."""
    settings.DATA_DIR, settings.BACKUP_DIR = data, copies or data / "backups"
    settings.FILES = files
    settings.STORAGES = settings.STORAGES | environment.storages(files, data, settings.BACKUP_DIR)
    # Two tests make a backup of the same name, time and size; an installation never does.
    read_backup.cache_clear()
