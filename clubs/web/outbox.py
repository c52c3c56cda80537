"""The answer to a device that keeps what it sends until the server has stored it (`static/js/outbox.js`)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

_OUTBOX_HEADER: Final = "Talon-Outbox"


def redirect_to(request: HttpRequest, url: str) -> HttpResponse:
    """A redirect; for a device with an outbox a response that says that it is stored, with the URL."""
    if _OUTBOX_HEADER in request.headers:
        return HttpResponse(status=HTTPStatus.CREATED, headers={"Location": url})
    return redirect(url)
