"""Files that were sent and are being looked at: kept for a day, under a name that only their sender has."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import IO, TYPE_CHECKING, Final

from django.core import signing
from django.core.files.storage import default_storage

from clubs.files.areas import area
from clubs.models import Club, User

if TYPE_CHECKING:
    from django.core.files.base import File

_FOLDER: Final = "incoming/"
_DAY: Final = 86_400
_SALT: Final = "clubs.files.incoming"


def keep_incoming(file: File[bytes], club: Club, user: User, at: datetime, suffix: str = ".zip") -> str:
    """Keep a file that was sent, and return what its sender names it by; those of before are removed."""
    remove_old_files(at)
    name = f"{_FOLDER}{int(at.timestamp())}-{secrets.token_hex(16)}{suffix}"
    return signing.dumps([default_storage.save(name, file), club.pk, user.pk], salt=_SALT)


def remove_old_files(now: datetime) -> None:
    """Remove the files that were sent more than a day ago and are not taken in."""
    for file in area("default").files(deep=True):
        if file.name.startswith(_FOLDER):
            sent, _dash, _rest = file.name.removeprefix(_FOLDER).partition("-")
            if int(sent) < now.timestamp() - _DAY:
                default_storage.delete(file.name)


@contextmanager
def open_incoming(token: str, club: Club, user: User) -> Iterator[IO[bytes] | None]:
    """Open the file that this user sent for this club; None if it is no longer here."""
    name = _name_of(token, club, user)
    if name is None or not default_storage.exists(name):
        yield None
        return
    with default_storage.open(name) as file:
        yield file


def forget_incoming(token: str, club: Club, user: User) -> None:
    """Remove a file that was taken in."""
    name = _name_of(token, club, user)
    if name is not None:
        default_storage.delete(name)


def _name_of(token: str, club: Club, user: User) -> str | None:
    try:
        name, for_club, by_user = signing.loads(token, salt=_SALT, max_age=_DAY)
    except signing.BadSignature:
        return None
    return str(name) if (for_club, by_user) == (club.pk, user.pk) else None
