"""Pages that are polled: a page that has not changed is a 304 after one query for its revision.

A public page that is answered in this way contains nothing about the viewer and reads no session. The tag of
a page for signed-in users names the viewer and the viewer's roles. `static/js/live.js` polls both kinds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from clubs.db.write_priority import yield_to_writers
from clubs.web.page_cache import cached_page

_P = ParamSpec("_P")
_Response = TypeVar("_Response", bound=HttpResponseBase)
_View = Callable[Concatenate[HttpRequest, _P], _Response]


def cached_by_revision(
    revision: Callable[_P, int | None], *, whole_page: bool = False
) -> Callable[[_View[_P, _Response]], _View[_P, _Response | HttpResponse]]:
    """Decorate a view: answer 304 while the browser has the page of the present revision.

    `revision` gets the arguments of the view; None is a 404. It is read before the page is rendered, so that
    a page is never older than its tag. With `whole_page` the server caches the page for all viewers: it must
    depend on its address and its tag alone.
    """

    def decorate(view: _View[_P, _Response]) -> _View[_P, _Response | HttpResponse]:
        def wrapper(request: HttpRequest, /, *args: _P.args, **kwargs: _P.kwargs) -> _Response | HttpResponse:
            number = revision(*args, **kwargs)
            if number is None:
                raise Http404
            tag = etag_for(number)
            unchanged = _not_modified(request, tag)
            if unchanged is not None:
                return _with_etag(unchanged, tag)

            def render() -> _Response:
                with yield_to_writers():
                    return view(request, *args, **kwargs)

            return _with_etag(cached_page(request, tag, render) if whole_page else render(), tag)

        update_wrapper(wrapper, view)
        return wrapper

    return decorate


def _not_modified(request: HttpRequest, tag: str) -> HttpResponse | None:
    """Return a 304 if the browser has the page. Most send the tag back unchanged: that needs no parsing."""
    browser_tag = request.META.get("HTTP_IF_NONE_MATCH")
    if browser_tag is None:
        return None
    return HttpResponseNotModified() if browser_tag == tag else get_conditional_response(request, etag=tag)


def etag_for(*state: object) -> str:
    """Return the tag of a page's state. It is a weak one: compressed or not, the page is the same."""
    return f'W/"{"-".join(map(str, state))}-{get_language()}-{settings.RELEASE}"'


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
