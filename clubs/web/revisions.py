"""Pages that are polled: a page that has not changed is a 304 after one query for its revision.

A public page that is answered in this way contains nothing about the viewer and reads no session. The tag of
a page for signed-in users names the viewer and the viewer's roles. `static/js/live.js` polls both kinds.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Mapping
from functools import update_wrapper
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeVar

from django.conf import settings
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
    HttpResponsePermanentRedirect,
    QueryDict,
)
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from clubs.db.single_row import Revision
from clubs.db.write_priority import yield_to_writers
from clubs.web.format_parameter import FORMAT_PARAMETER
from clubs.web.hall import is_in_hall
from clubs.web.page_cache import (
    LAG_HEADER,
    Sent,
    WantedPage,
    cached_file,
    cached_page,
    note_revision,
    uncached_file,
    uncached_page,
)

_P = ParamSpec("_P")
_Response = TypeVar("_Response", bound=HttpResponseBase)
_View = Callable[Concatenate[HttpRequest, _P], _Response]

# In the tag of a page as the hall sees it.
_IN_HALL: Final = "hall"
_LEADING_ZEROS: Final = re.compile(r"/0+(?=\d)")
_NO_CHOICES: Final[Mapping[str, Collection[str]]] = {}


def cached_by_revision(
    revision: Callable[_P, int | str | None],
) -> Callable[[_View[_P, _Response]], _View[_P, _Response | HttpResponse]]:
    """Decorate a view: answer 304 while the browser has the page of the present revision.

    `revision` gets the arguments of the view; None is a 404. It is read before the page is rendered, so that
    a page is never older than its tag.
    """

    def decorate(view: _View[_P, _Response]) -> _View[_P, _Response | HttpResponse]:
        def wrapper(request: HttpRequest, /, *args: _P.args, **kwargs: _P.kwargs) -> _Response | HttpResponse:
            number = revision(*args, **kwargs)
            if number is None:
                raise Http404
            tag = public_tag(request, number)
            unchanged = _not_modified(request, tag)
            if unchanged is not None:
                return _for_its_readers(request, _with_etag(unchanged, tag))
            with yield_to_writers():
                answer = _with_etag(view(request, *args, **kwargs), tag)
            return _for_its_readers(request, answer)

        update_wrapper(wrapper, view)
        return wrapper

    return decorate


def kept_by_revision(
    revision: Callable[_P, Revision | None],
    *,
    choices: Mapping[str, Collection[str]] = _NO_CHOICES,
    free: Collection[str] = (),
    is_file: bool = False,
) -> Callable[[_View[_P, HttpResponseBase]], _View[_P, HttpResponseBase]]:
    """Decorate a view as `cached_by_revision` does, and keep its page for all viewers of this machine.

    The page must depend on its address and its tag alone; the tag says whether it was asked for in the hall,
    where it may show other names. `choices` are the parameters of the address with their values: each
    combination is a page that is kept. A page with one of the parameters `free`, such as a search, is
    rendered for its viewer. The view sees no other parameter. A page that is asked for as a file, or with
    `is_file`, is made when it is its turn (`clubs.web.file_turns`).
    """

    asked = _Parameters(choices, free, is_file)

    def decorate(view: _View[_P, HttpResponseBase]) -> _View[_P, HttpResponseBase]:
        def wrapper(request: HttpRequest, /, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponseBase:
            as_of = time.monotonic()
            current = revision(*args, **kwargs)
            if current is None:
                raise Http404
            subject, tag = (revision, *args, *kwargs.values()), public_tag(request, current.number)
            wanted = WantedPage(subject, current, tag, as_of)
            note_revision(wanted)
            answer = _kept_answer(request, wanted, asked, lambda: view(request, *args, **kwargs))
            return _for_its_readers(request, answer)

        update_wrapper(wrapper, view)
        return wrapper

    return decorate


class _Parameters(NamedTuple):
    """The parameters that the address of a page may have, and whether it is a file in any case."""

    choices: Mapping[str, Collection[str]]
    free: Collection[str]
    is_file: bool


def _kept_answer(
    request: HttpRequest, wanted: WantedPage, asked: _Parameters, render: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Return the page that is kept, or the one that is rendered now; 304 if the browser has it."""
    unchanged = _not_modified(request, wanted.tag)
    if unchanged is not None:
        return _with_etag(unchanged, wanted.tag)
    if _LEADING_ZEROS.search(request.path):  # another address of the same page
        return HttpResponsePermanentRedirect(_LEADING_ZEROS.sub("/", request.path))
    parameters = _reduce_query(request, asked.choices, asked.free)
    respond = _responder(
        as_file=asked.is_file or FORMAT_PARAMETER in parameters, is_kept=parameters.isdisjoint(asked.free)
    )
    return _as_answer(request, respond(request, wanted, render))


def _responder(*, as_file: bool, is_kept: bool) -> Callable[..., Sent]:
    if as_file:
        return cached_file if is_kept else uncached_file
    return cached_page if is_kept else uncached_page


def _reduce_query(
    request: HttpRequest, choices: Mapping[str, Collection[str]], free: Collection[str]
) -> set[str]:
    """Take every unknown word out of the address that the view sees; return the parameters that are left."""
    if not request.META.get("QUERY_STRING"):
        return set()
    query = QueryDict(mutable=True)
    for name in (*choices, *free):
        value = request.GET.get(name, "")
        if value and (name in free or value in choices[name]):
            query[name] = value
    request.META["QUERY_STRING"] = query.urlencode()
    request.GET = query  # type: ignore[assignment]  # as Django makes it, but with fewer words
    return set(query)


def _as_answer(request: HttpRequest, sent: Sent) -> HttpResponseBase:
    """Add its tag to a response; 304 if the browser has this page, which may lag behind for a moment."""
    if sent.tag is None:
        return sent.response
    unchanged = _not_modified(request, sent.tag) if LAG_HEADER in sent.response else None
    if unchanged is None:
        return _with_etag(sent.response, sent.tag)
    unchanged[LAG_HEADER] = sent.response[LAG_HEADER]
    return _with_etag(unchanged, sent.tag)


def _not_modified(request: HttpRequest, tag: str) -> HttpResponse | None:
    """Return a 304 if the browser has the page. Most send the tag back unchanged: that needs no parsing."""
    browser_tag = request.META.get("HTTP_IF_NONE_MATCH")
    if browser_tag is None:
        return None
    return HttpResponseNotModified() if browser_tag == tag else get_conditional_response(request, etag=tag)


def etag_for(*state: object) -> str:
    """Return the tag of a page's state. It is a weak one: compressed or not, the page is the same."""
    return f'W/"{"-".join(map(str, state))}-{get_language()}-{settings.RELEASE}"'


def public_tag(request: HttpRequest, number: int | str) -> str:
    """Return the tag of a public page: in the hall it is another one than outside."""
    return etag_for(number, _IN_HALL) if is_in_hall(request) else etag_for(number)


def _for_its_readers(request: HttpRequest, response: _Response) -> _Response:
    """Let no cache between keep what was sent into the hall: it could send it to others."""
    if is_in_hall(request) and response.has_header("ETag"):
        response["Cache-Control"] = "private, no-cache"
    return response


def _with_etag(response: _Response, tag: str) -> _Response:
    """Let a browser store the response, if it revalidates it each time."""
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    return response


def page_or_304(request: HttpRequest, tag: str, page: Callable[[], _Response]) -> _Response | HttpResponse:
    """Return a page of signed-in users, which no cache stores; 304 to a script that has it."""
    response = get_conditional_response(request, etag=tag) or page()
    response["ETag"] = tag
    return response
