"""Lists with a search field."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from clubs.reports.report import Report
from clubs.web import exports

_LIST_TEMPLATE = "clubs/people/_found.html"


def search_response(
    request: HttpRequest,
    context: Mapping[str, object],
    page: Callable[[], HttpResponse],
    report: Callable[[], Report],
) -> HttpResponseBase:
    """Return a search as a file, as the list alone (to htmx, while the user types), or as the whole page."""
    if (file := exports.export_response(request, report)) is not None:
        return file
    typing = bool(getattr(request, "htmx", False))
    response = render(request, _LIST_TEMPLATE, dict(context)) if typing else page()
    patch_vary_headers(response, ["HX-Request"])
    return response
