"""How an act says that it cannot be done as asked.

A refusal is Django's ValidationError with the message at the field, so that a form shows it where it was
typed. This module knows how databases report a broken unique constraint; it must not know any verb.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

    from clubs.models import Club, Player

_UNIQUE_VIOLATION = frozenset({"23505", "SQLITE_CONSTRAINT_UNIQUE"})


class Refusal(Exception):
    """An act cannot be done as asked."""

    @property
    def sentences(self) -> Iterable[str]:
        """Why, in the reader's language."""
        return ()


class NotNow(Refusal):
    """The act is not possible as things stand; the message says why, in the reader's language."""

    def __init__(self, message: _StrOrPromise) -> None:
        super().__init__(message)
        self.message = message

    @property
    def sentences(self) -> Iterable[str]:
        return (str(self.message),)


class Conflict(Exception):
    """Somebody else changed the row after the form was opened. `now` is the row as it stands."""

    def __init__(self, now: Club | Player) -> None:
        super().__init__()
        self.now = now


def refused(field: str | None, message: _StrOrPromise, code: str = "refused") -> ValidationError:
    """A refusal at a field, or of the act as a whole."""
    error = ValidationError(message, code=code)
    return ValidationError({field: [error]}) if field else error


@contextmanager
def unique(field: str, message: _StrOrPromise) -> Iterator[None]:
    """Write something that must be unique; what somebody else took meanwhile is a refusal at the field."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if not _breaks_unique_constraint(error):
            raise
        raise refused(field, message, code="taken") from error


def _breaks_unique_constraint(error: IntegrityError) -> bool:
    cause = error.__cause__
    spoken = {getattr(cause, "sqlstate", None), getattr(cause, "sqlite_errorname", None)}
    return not spoken.isdisjoint(_UNIQUE_VIOLATION)
