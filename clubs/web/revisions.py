"""Pages that are fetched again and again: answered with “nothing new” by reading one row.

Knows that what a page shows has a revision, and how a browser says which one it has; must not know what any
page shows. A public page that is answered so holds nothing of the viewer: nobody's session is asked for. A
page of signed-in people names in its tag who looks and by what right. Beside both stands `static/js/live.js`,
which asks again every few seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from clubs.web.page_cache import kept_page
from clubs.web.write_priority import in_turn

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer", bound=HttpResponseBase)
Page = Callable[Concatenate[HttpRequest, Arguments], Answer]


def revised(
    revision: Callable[Arguments, int | None], *, kept: bool = False
) -> Callable[[Page[Arguments, Answer]], Page[Arguments, Answer | HttpResponse]]:
    """Answer 304 while the revision of what a page shows is the one that the browser has.

    `revision` is given what the address says; nothing found is answered 404. It is read before the page
    is, so that a page is never older than its tag. A page that is `kept` is made once for everybody: it must
    follow from its address, its tag and nothing else.
    """

    def asked_first(page: Page[Arguments, Answer]) -> Page[Arguments, Answer | HttpResponse]:
        def answer(
            request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs
        ) -> Answer | HttpResponse:
            number = revision(*args, **kwargs)
            if number is None:
                raise Http404
            tag = tag_of(number)
            unchanged = _unless_new(request, tag)
            if unchanged is not None:
                return _tagged(unchanged, tag)

            def made() -> Answer:
                with in_turn():
                    return page(request, *args, **kwargs)

            return _tagged(kept_page(request, tag, made) if kept else made(), tag)

        update_wrapper(answer, page)
        return answer

    return asked_first


def _unless_new(request: HttpRequest, tag: str) -> HttpResponse | None:
    """The answer to whoever has it already. Most send the tag back as they got it: that needs no parsing."""
    known = request.META.get("HTTP_IF_NONE_MATCH")
    if known is None:
        return None
    return HttpResponseNotModified() if known == tag else get_conditional_response(request, etag=tag)


def tag_of(*state: object) -> str:
    """The name of a page's state. Compressed or not it is the same page, so the tag is a weak one."""
    return f'W/"{"-".join(map(str, state))}-{get_language()}-{settings.RELEASE}"'


def _tagged(response: Answer, tag: str) -> Answer:
    """An answer that a browser may keep, if it asks each time whether it still holds."""
    response["ETag"] = tag
    response["Cache-Control"] = "no-cache"
    return response


def unless_known(request: HttpRequest, tag: str, page: Callable[[], Answer]) -> Answer | HttpResponse:
    """A page of signed-in people, kept by no cache: 304 to a script that has it as the tag says."""
    response = get_conditional_response(request, etag=tag) or page()
    response["ETag"] = tag
    return response
