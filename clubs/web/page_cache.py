"""Public pages that are kept whole and compressed: one rendering for everybody, until what they show changes.

A page is kept by its address and its tag, in the memory of each process, so that it is made at most once in
each while it stands as it does. Knows what may be kept and how it is sent; must not know what a page shows.
What holds anything of the viewer is never kept: that it asked for the session, showed a message or was given
a token for a form is seen, and it is then sent as it was made.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase

Answer = TypeVar("Answer", bound=HttpResponseBase)

CACHE: Final = "pages"
_ENCODING: Final = "gzip"
# Two that ask for the same page at once: the second waits and gets what the first has made.
_MAKING: Final = tuple(Lock() for _lock in range(16))
# Weights by which a client refuses what it names.
_NONE_OF_IT: Final = frozenset({"q=0", "q=0.", "q=0.0", "q=0.00", "q=0.000"})


def kept_page(request: HttpRequest, tag: str, page: Callable[[], Answer]) -> Answer | HttpResponse:
    """The page as it is kept; made, and kept from now on, where it is not."""
    pages, name = caches[CACHE], _name_of(request, tag)
    content = pages.get(name)
    if content is None:
        with _MAKING[int(name[:4], 16) % len(_MAKING)]:
            content = pages.get(name)
            if content is None:
                made = page()
                if not isinstance(made, HttpResponse) or not _may_be_kept(request, made):
                    return made
                content = gzip.compress(made.content, compresslevel=6, mtime=0)
                pages.set(name, content)
    return _sent(request, content)


def _name_of(request: HttpRequest, tag: str) -> str:
    """By the whole address, since a page may lead back to itself; the tag names state and language."""
    return hashlib.sha256(f"{tag} {request.get_full_path()}".encode()).hexdigest()


def _may_be_kept(request: HttpRequest, made: HttpResponse) -> bool:
    """A page like any other, of which nothing has asked who looks."""
    plain = made.status_code == 200 and made.headers.keys() == {"Content-Type"} and not made.cookies
    return plain and not made.streaming and not _knows_viewer(request)


def _knows_viewer(request: HttpRequest) -> bool:
    session, messages = getattr(request, "session", None), getattr(request, "_messages", None)
    return (
        (session is not None and session.accessed)
        or (messages is not None and messages.used)
        or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    )


def _sent(request: HttpRequest, content: bytes) -> HttpResponse:
    """As it is kept to whoever takes it so, and otherwise unpacked."""
    if not _takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
        return HttpResponse(gzip.decompress(content), headers={"Vary": "Accept-Encoding"})
    return HttpResponse(content, headers={"Vary": "Accept-Encoding", "Content-Encoding": _ENCODING})


def _takes_gzip(accepted: str) -> bool:
    """Whether a client names it among what it accepts, and not to refuse it."""
    for wish in accepted.split(","):
        name, _semicolon, weight = wish.partition(";")
        if name.strip().lower() == _ENCODING:
            return weight.replace(" ", "").lower() not in _NONE_OF_IT
    return False
