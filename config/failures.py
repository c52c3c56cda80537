"""What a visitor sees when a request fails on our side, and what the log says about it.

Django calls `server_error` for each exception that no view has handled, wherever it was raised: in a view, a
template or a middleware. While the database does not answer, that is said, and what was sent is offered for
sending again, so that nobody types it twice. A page that is made here asks nobody for anything.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
import time
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

_RETRY_SECONDS: Final = 5
_LOG_SECONDS: Final = 10.0  # between two lines of one process about the same failure
_DISK_FULL_STATE: Final = "53100"  # SQLSTATE of PostgreSQL
_FORM: Final = "application/x-www-form-urlencoded"


class _Failure(StrEnum):
    """How the database fails."""

    SILENT = "silent"
    FULL = "full"


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page of an exception: 503 while the database does not answer, otherwise 500."""
    failure = _failure_of(sys.exception())
    status = HTTPStatus.SERVICE_UNAVAILABLE if failure else HTTPStatus.INTERNAL_SERVER_ERROR
    if request.headers.get("HX-Request"):
        content = render_to_string("components/message.html", {"level": "error", "text": _sentence(failure)})
    elif failure:
        content = render_to_string("503.html", {"failure": failure, "again": _Again.of(request)})
    else:
        content = render_to_string("500.html")
    response = HttpResponse(content, status=status, headers={"Cache-Control": "no-store"})
    if failure:
        response.headers["Retry-After"] = str(_RETRY_SECONDS)
    return response


def _failure_of(error: BaseException | None) -> _Failure | None:
    """Return how the database fails; None if the error is another one."""
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    cause = error.__cause__
    is_full = (
        getattr(cause, "sqlstate", None) == _DISK_FULL_STATE
        or getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    )
    return _Failure.FULL if is_full else _Failure.SILENT


def _sentence(failure: _Failure | None) -> str:
    """Return what is said at the foot of a page that stays open."""
    if failure is _Failure.FULL:
        return _("The disk of the server is full: nothing was stored. Tell the person who runs the server.")
    if failure is _Failure.SILENT:
        return _("The database does not answer at the moment. Wait a few seconds and try again.")
    return _(
        "Something broke on our side. Try again; if it happens again, tell the person who runs the server."
    )


@dataclass(frozen=True, slots=True)
class _Again:
    """The same request once more: a link, or a form with the fields that were sent.

    Files cannot be sent back to the browser, and passwords should not be.
    """

    address: str
    is_form: bool
    fields: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, request: HttpRequest) -> _Again:
        if request.method in ("GET", "HEAD"):
            return cls(request.get_full_path(), is_form=False)
        return cls(request.get_full_path(), is_form=True, fields=_sent_fields(request))

    @property
    def is_stored_once(self) -> bool:
        """Whether the key of the form keeps it from being stored twice."""
        return any(name == "key" for name, _value in self.fields)


def _sent_fields(request: HttpRequest) -> tuple[tuple[str, str], ...]:
    """Return the fields of a form; none if they cannot be sent again as they were."""
    if request.content_type != _FORM:
        return ()
    try:
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
    except (SuspiciousOperation, UnreadablePostError):
        return ()
    return () if any("password" in name for name, _value in fields) else tuple(fields)


class DatabaseFailureFilter(logging.Filter):
    """Let one line about a failing database through every few seconds, without a traceback.

    While a hall polls, each of its requests would leave one.
    """

    def __init__(self) -> None:
        super().__init__()
        self.silent_until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if _failure_of(error) is None:
            return True
        if time.monotonic() < self.silent_until:
            return False
        self.silent_until = time.monotonic() + _LOG_SECONDS
        _shorten(record, error)
        return True


def _shorten(record: logging.LogRecord, error: Any) -> None:
    reason = " ".join(str(error).split())
    record.msg, record.args = "%s: %s", (record.getMessage(), reason)
    record.exc_info = record.exc_text = None
