"""Pages that a phone may keep and show without a connection (`static/js/worker.js`)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.http import HttpResponseBase

_HEADER: Final = "Talon-Offline"


def mark_for_offline(response: HttpResponseBase) -> None:
    """Mark a page that contains nothing about the viewer; what is no page stays unmarked."""
    is_page = response.headers.get("Content-Type", "").startswith("text/html")
    if is_page and response.status_code == HTTPStatus.OK:
        response[_HEADER] = "keep"
