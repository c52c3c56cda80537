"""A cache of whole public pages, compressed: one rendering for all viewers until the page's tag changes.

A page is cached by its address and its tag, in the memory of each process. A page that contains anything
about the viewer is never cached: the code notices that the page has read the session, shown a message or got
a token for a form, and sends it uncached. Proved with Django 5.2.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase

_Response = TypeVar("_Response", bound=HttpResponseBase)

CACHE_ALIAS: Final = "pages"
_ENCODING: Final = "gzip"
# Of two simultaneous requests for a page the second waits and gets what the first has rendered.
_RENDER_LOCKS: Final = tuple(Lock() for _lock in range(16))
# Weights by which a client refuses an encoding.
_ZERO_WEIGHTS: Final = frozenset({"q=0", "q=0.", "q=0.0", "q=0.00", "q=0.000"})


def cached_page(request: HttpRequest, tag: str, page: Callable[[], _Response]) -> _Response | HttpResponse:
    """Return the page from the cache; render and cache it if it is missing."""
    pages, key = caches[CACHE_ALIAS], _cache_key(request, tag)
    content = pages.get(key)
    if content is None:
        with _RENDER_LOCKS[int(key[:4], 16) % len(_RENDER_LOCKS)]:
            content = pages.get(key)
            if content is None:
                response = page()
                if not isinstance(response, HttpResponse) or not _is_cacheable(request, response):
                    return response
                content = gzip.compress(response.content, compresslevel=6, mtime=0)
                pages.set(key, content)
    return _content_response(request, content)


def _cache_key(request: HttpRequest, tag: str) -> str:
    """Use the whole address, since a page may link back to itself; the tag names state and language."""
    return hashlib.sha256(f"{tag} {request.get_full_path()}".encode()).hexdigest()


def _is_cacheable(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether a response is a plain page that does not depend on the viewer."""
    plain = (
        response.status_code == 200
        and response.headers.keys() == {"Content-Type"}
        and not response.cookies
        and not response.streaming
    )
    return plain and not _depends_on_viewer(request)


def _depends_on_viewer(request: HttpRequest) -> bool:
    session, messages = getattr(request, "session", None), getattr(request, "_messages", None)
    return (
        (session is not None and session.accessed)
        or (messages is not None and messages.used)
        or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    )


def _content_response(request: HttpRequest, content: bytes) -> HttpResponse:
    """Send the compressed page, unpacked for a client that does not accept gzip."""
    if not _accepts_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
        return HttpResponse(gzip.decompress(content), headers={"Vary": "Accept-Encoding"})
    return HttpResponse(content, headers={"Vary": "Accept-Encoding", "Content-Encoding": _ENCODING})


def _accepts_gzip(accepted: str) -> bool:
    for item in accepted.split(","):
        name, _semicolon, weight = item.partition(";")
        if name.strip().lower() == _ENCODING:
            return weight.replace(" ", "").lower() not in _ZERO_WEIGHTS
    return False
