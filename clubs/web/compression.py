"""Compresses the pages that no cache keeps: those of a table, of a list, of signed-in users.

Pages that are kept are compressed once for all (`clubs.web.page_cache`). A page with a token gets a header of
random length, so that its size tells nothing of what is in it.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

from clubs.web.page_cache import accepts_gzip

# What fits one packet takes as long without.
_LEAST_BYTES: Final = 1000
_MAX_RANDOM_BYTES: Final = 100


class CompressPagesMiddleware:
    """Send a page compressed to a browser that accepts it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponse) or not _is_plain_page(response):
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        if accepts_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            response.content = compress_string(response.content, max_random_bytes=_MAX_RANDOM_BYTES)
            response["Content-Encoding"] = "gzip"
            response["Content-Length"] = str(len(response.content))
        return response


def _is_plain_page(response: HttpResponse) -> bool:
    return (
        response.status_code == HTTPStatus.OK
        and response.get("Content-Type", "").startswith("text/html")
        and not response.has_header("Content-Encoding")
        and len(response.content) >= _LEAST_BYTES
    )
