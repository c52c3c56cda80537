"""The code by which somebody looks at a sign-up, changes it or cancels it.

It follows from the key of the form and the secret of the installation, so that a form that is sent twice gets
the same code again. The database has its digest alone.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final
from uuid import UUID

from django.conf import settings

from clubs.accounts.verbs import legible
from clubs.models import Book

_ROUNDS: Final = 20_000
CODE_LENGTH: Final = 12
_GROUP: Final = 4


def code_of(book: Book, key: UUID) -> str:
    """Return the code of a sign-up by the key of its form: three groups of four letters and digits."""
    text = f"talon sign-up {book.pk}/{key}".encode()
    return legible(hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).digest())


def tidy_code(typed: str) -> str:
    """Return a code as it was given out; "" for what is none."""
    letters = "".join(letter for letter in typed.casefold() if letter.isascii() and letter.isalnum())
    if len(letters) != CODE_LENGTH:
        return ""
    return "-".join(letters[start : start + _GROUP] for start in range(0, CODE_LENGTH, _GROUP))


def digest_of_code(event: int, code: str) -> str:
    """Return what the database keeps of a code of this event."""
    salt = f"tournaments.signup {event}".encode()
    return hashlib.pbkdf2_hmac("sha256", code.encode(), salt, _ROUNDS).hex()
