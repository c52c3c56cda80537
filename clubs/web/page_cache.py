"""A cache of whole public pages, compressed: one rendering for all viewers and processes of this machine.

A page is rendered by one thread at a time, again when its revision has changed. Meanwhile others get the
rendering before, marked as such, if it was the present one less than `MAX_LAG` seconds ago and nothing has
been hidden since. A page that contains anything about the viewer is never cached: the code notices that the
page has read the session, shown a message or got a token for a form, and sends it uncached.

Proved with Django 5.2.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeGuard

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import get_language

from clubs.db.machine_locks import MachineLock
from clubs.db.single_row import Revision
from clubs.db.write_priority import yield_to_writers
from clubs.web.file_turns import being_made_page, file_turn
from clubs.web.hall import is_in_hall
from clubs.web.offline import mark_for_offline
from clubs.web.own_writes import has_just_sent
from clubs.web.page_store import KeptPage, PageStore, page_store

# Seconds by which a page may lag behind while the next one is rendered.
MAX_LAG: Final = 2.0
# The header of such a page.
LAG_HEADER: Final = "Talon-Lag"
# Seconds until a page is rendered twice rather than waited for.
_MAX_WAIT: Final = 10.0
# So many pages can be rendered at once on a machine; two that share a lock take turns.
_LOCKS: Final = 64
_MAX_SIGHTINGS: Final = 2000
_ENCODING: Final = "gzip"
# The highest level of the quick method: the next one saves a twentieth of the bytes and takes twice as long,
# Python's default of 6 a tenth in three to four times the time.
_LEVEL: Final = 3
# What is compressed already.
_COMPRESSED_TYPES: Final = ("application/pdf", "application/vnd.")
_KEPT_HEADERS: Final = frozenset({"Content-Type", "Content-Disposition", "Content-Length"})
# The number of the revision in our tags, no longer than a row of the database can have.
_TAG: Final = re.compile(r'W/"(\d{1,19})-')
# Weights by which a client refuses an encoding.
_ZERO_WEIGHTS: Final = frozenset({"q=0", "q=0.", "q=0.0", "q=0.00", "q=0.000"})


@dataclass(frozen=True, slots=True)
class WantedPage:
    """A page of the present revision, whose number was read after the moment `as_of`."""

    # Whatever else has the same revision.
    subject: Hashable
    revision: Revision
    tag: str
    as_of: float


class Sent(NamedTuple):
    """A response, and the tag of what it contains; None if it is not what was wanted."""

    response: HttpResponseBase
    tag: str | None


def cached_page(request: HttpRequest, wanted: WantedPage, render: Callable[[], HttpResponseBase]) -> Sent:
    """Return the page from the cache; render and keep it if it is missing."""
    store = page_store()
    if store is None:
        return uncached_page(request, wanted, render)
    key = _page_key(request)
    page = store.find(key, wanted.tag)
    if _is_present(page, wanted):
        return _as_sent(request, page)
    earlier = page if page is not None and _may_lag(request, wanted, page) else None
    with MachineLock(f"rendering-{int(key[:4], 16) % _LOCKS}") as lock:
        is_renderer = lock.acquire(0 if earlier else _MAX_WAIT)
        page = store.find(key, wanted.tag)
        if _is_present(page, wanted):
            return _as_sent(request, page)  # another has rendered it
        with yield_to_writers(may_wait=earlier is None) as may_render:
            if earlier is not None and not (is_renderer and may_render):
                return _as_sent(request, earlier, lags=True)
            return _rendered(request, wanted, render, store, key)


def uncached_page(request: HttpRequest, wanted: WantedPage, render: Callable[[], HttpResponseBase]) -> Sent:
    """Return a page of which there may be any number, such as that of a search."""
    with yield_to_writers():
        return Sent(_packed(request, render(), wanted)[0], wanted.tag)


def cached_file(request: HttpRequest, wanted: WantedPage, render: Callable[[], HttpResponseBase]) -> Sent:
    """Return the file from the cache; make and keep it if it is missing and nobody makes another one."""
    store = page_store()
    if store is None:
        return uncached_file(request, wanted, render)
    key = _page_key(request)
    page = store.find(key, wanted.tag)
    if _is_present(page, wanted):
        return _as_sent(request, page)
    with file_turn(request) as is_mine:
        page = store.find(key, wanted.tag)
        if _is_present(page, wanted):
            return _as_sent(request, page)  # another has made it
        if not is_mine:
            return Sent(being_made_page(request), None)
        return _rendered(request, wanted, render, store, key)


def uncached_file(request: HttpRequest, wanted: WantedPage, render: Callable[[], HttpResponseBase]) -> Sent:
    """Return a file of which there may be any number, such as that of a filtered list."""
    with file_turn(request) as is_mine:
        if not is_mine:
            return Sent(being_made_page(request), None)
        return Sent(_packed(request, render(), wanted)[0], wanted.tag)


def _is_present(page: KeptPage | None, wanted: WantedPage) -> TypeGuard[KeptPage]:
    """Whether a rendering is of the present revision, or of one that came since that was read."""
    return page is not None and page.number >= wanted.revision.number


def _rendered(
    request: HttpRequest,
    wanted: WantedPage,
    render: Callable[[], HttpResponseBase],
    store: PageStore,
    key: str,
) -> Sent:
    response, page = _packed(request, render(), wanted)
    if page is not None:
        store.keep(key, page)
        mark_for_offline(response)
    return Sent(response, wanted.tag)


def _page_key(request: HttpRequest) -> str:
    """Use the whole address, since a page may link back to itself; the hall has renderings of its own."""
    reader = "hall" if is_in_hall(request) else "outside"
    name = f"{settings.RELEASE} {reader} {get_language()} {request.get_full_path()}"
    return hashlib.sha256(name.encode()).hexdigest()


# Which rendering may be shown while the next one is made.


class _Sightings:
    """When each revision was last read from the database as the present one, as far as this process knows."""

    def __init__(self) -> None:
        self._by_subject: dict[Hashable, dict[int, float]] = {}

    def note(self, subject: Hashable, number: int, as_of: float) -> None:
        seen = self._by_subject.get(subject)
        if seen is None:
            if len(self._by_subject) >= _MAX_SIGHTINGS:
                self._by_subject.clear()
            self._by_subject[subject] = {number: as_of}
        elif number in seen:
            seen[number] = as_of
        else:
            recent = {old: at for old, at in list(seen.items()) if as_of - at <= MAX_LAG}
            self._by_subject[subject] = {**recent, number: as_of}

    def last(self, subject: Hashable, number: int) -> float:
        return self._by_subject.get(subject, {}).get(number, 0.0)


_sightings = _Sightings()


def note_revision(wanted: WantedPage) -> None:
    """Remember that this revision was the present one."""
    _sightings.note(wanted.subject, wanted.revision.number, wanted.as_of)


def _may_lag(request: HttpRequest, wanted: WantedPage, page: KeptPage) -> bool:
    last_present = max(page.as_of, _sightings.last(wanted.subject, page.number))
    return (
        page.number >= wanted.revision.oldest_shown
        and time.monotonic() - last_present <= MAX_LAG
        and not has_just_sent(request)
        and page.number >= _number_known_to(request)
    )


def _number_known_to(request: HttpRequest) -> int:
    """Return the revision that the browser has: another machine may have rendered a later one already."""
    return max(map(int, _TAG.findall(request.META.get("HTTP_IF_NONE_MATCH", ""))), default=0)


# A rendering as it is kept and sent.


def _packed(
    request: HttpRequest, response: HttpResponseBase, wanted: WantedPage
) -> tuple[HttpResponseBase, KeptPage | None]:
    """Return a response as it is sent, and as it is kept if it is the same for all viewers."""
    if not isinstance(response, HttpResponse) or not _is_cacheable(request, response):
        return response, None
    headers = {name: value for name, value in response.items() if name != "Content-Length"}
    content = response.content
    if not headers.get("Content-Type", "").startswith(_COMPRESSED_TYPES):
        headers["Content-Encoding"] = _ENCODING
        content = gzip.compress(content, compresslevel=_LEVEL, mtime=0)
    page = KeptPage(wanted.tag, wanted.revision.number, wanted.as_of, headers, content)
    return _content_response(request, page), page


def _is_cacheable(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether a response is a plain page or file that does not depend on the viewer."""
    plain = (
        response.status_code == 200
        and response.headers.keys() <= _KEPT_HEADERS
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


def _as_sent(request: HttpRequest, page: KeptPage, *, lags: bool = False) -> Sent:
    response = _content_response(request, page)
    mark_for_offline(response)
    if lags:
        response[LAG_HEADER] = "1"
    return Sent(response, page.tag)


def _content_response(request: HttpRequest, page: KeptPage) -> HttpResponse:
    """Send the page as it is kept, unpacked for a client that does not accept gzip."""
    if "Content-Encoding" not in page.headers:
        return HttpResponse(page.content, headers=page.headers)
    headers = {**page.headers, "Vary": "Accept-Encoding"}
    if accepts_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
        return HttpResponse(page.content, headers=headers)
    del headers["Content-Encoding"]
    return HttpResponse(gzip.decompress(page.content), headers=headers)


def accepts_gzip(accepted: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip."""
    for item in accepted.split(","):
        name, _semicolon, weight = item.partition(";")
        if name.strip().lower() == _ENCODING:
            return weight.replace(" ", "").lower() not in _ZERO_WEIGHTS
    return False
