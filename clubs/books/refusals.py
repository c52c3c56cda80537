"""The exceptions by which a verb refuses an act.

Most refusals are a Django ValidationError with the message at a field, so that a form shows it there.
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
    """An act that cannot be done as requested."""

    @property
    def sentences(self) -> Iterable[str]:
        """Return the reasons in the reader's language."""
        return ()


class NotNow(Refusal):
    """The act is not possible in the present state; the message is the reason in the reader's language."""

    def __init__(self, message: _StrOrPromise) -> None:
        super().__init__(message)
        self.message = message

    @property
    def sentences(self) -> Iterable[str]:
        return (str(self.message),)


class NeedsSomebodyElse(NotNow):
    """The author plays at the table of the decision: somebody else decides, if anybody is there."""


class Outdated(Exception):
    """Somebody else has changed meanwhile what the act is about."""


class Conflict(Outdated):
    """The row has changed since the form was opened. `now` is the row in its present state."""

    def __init__(self, now: Club | Player) -> None:
        super().__init__()
        self.now = now


def validation_error(field: str | None, message: _StrOrPromise, code: str = "refused") -> ValidationError:
    """Return the refusal of an act, at a field or as a whole."""
    error = ValidationError(message, code=code)
    return ValidationError({field: [error]}) if field else error


@contextmanager
def unique(field: str, message: _StrOrPromise) -> Iterator[None]:
    """Turn the violation of a unique constraint inside the block into a refusal at the field."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if not _breaks_unique_constraint(error):
            raise
        raise validation_error(field, message, code="taken") from error


def _breaks_unique_constraint(error: IntegrityError) -> bool:
    cause = error.__cause__
    codes = {getattr(cause, "sqlstate", None), getattr(cause, "sqlite_errorname", None)}
    return not codes.isdisjoint(_UNIQUE_VIOLATION)
