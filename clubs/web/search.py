"""A list with a search field: the whole page, or by htmx the list alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from clubs.reports.report import Report
from clubs.web import exports

_LIST = "clubs/people/_found.html"


def searched(
    request: HttpRequest,
    context: Mapping[str, object],
    page: Callable[[], HttpResponse],
    report: Callable[[], Report],
) -> HttpResponseBase:
    """Answer a search: as somebody types only the list comes, otherwise the page, or a file."""
    if (taken := exports.asked(request, report)) is not None:
        return taken
    typing = bool(getattr(request, "htmx", False))
    response = render(request, _LIST, dict(context)) if typing else page()
    patch_vary_headers(response, ["HX-Request"])
    return response
