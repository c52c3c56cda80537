"""A page in words for an address that only a button may open.

A user arrives there whose session ended before the button was pressed and who has signed in again since. The
view answers 405 without a body, for which a browser shows an error of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render


class MethodNotAllowedPageMiddleware:
    """Replace the empty body of a 405 to GET or HEAD by a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.method not in ("GET", "HEAD"):
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page.headers["Allow"] = response.headers["Allow"]
        return page
