"""Whoever has just sent something sees it on the next page.

For a moment others may get the page from before (`clubs.web.page_cache`). A cookie of some seconds, set by
the answer to what was sent, says that this browser may not; it names nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

_COOKIE: Final = "talon_sent"
# Longer than any page may lag behind.
_SECONDS: Final = 10
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class OwnWritesMiddleware:
    """Mark a browser for some seconds after what it sent has been accepted."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method not in _SAFE_METHODS and response.status_code < HTTPStatus.BAD_REQUEST:
            response.set_cookie(
                _COOKIE,
                "1",
                max_age=_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def has_just_sent(request: HttpRequest) -> bool:
    """Return whether this browser sent something a moment ago."""
    return _COOKIE in request.COOKIES
