"""What is meant for a button and is opened by its address says so.

Somebody comes here whose session ended before the button was pressed, and who has signed in since. The answer
of the view has no words, and a browser shows an error of its own in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def told(get_response: GetResponse) -> GetResponse:
    def answered(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.method not in ("GET", "HEAD"):
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return answered
