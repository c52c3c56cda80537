"""How much may be sent to a page: 1 MB with a form, more where a view says so and to signed-in users only.

The server asks before it receives a large body (`config/serving/bridge.py`); so nothing of a body is stored
that the page does not take.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, TypeVar

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)

MEGABYTE: Final = 1 << 20
FORM_BYTES: Final = MEGABYTE
# With this key in its environ a request has no body yet and asks how large it may be. The answer has status
# 100 and this header, or it is the page for somebody who may not send so much.
ASKS_FOR_LIMIT: Final = "talon.asks_for_limit"
LIMIT_HEADER: Final = "Talon-Body-Limit"

_ATTRIBUTE: Final = "body_limit"
_View = TypeVar("_View", bound=Callable[..., HttpResponseBase])


@dataclass(frozen=True, slots=True)
class BodyLimit:
    """The largest body of a view, and the sentence for a larger one."""

    max_bytes: int
    too_large: str | Promise = ""


_FORM_LIMIT: Final = BodyLimit(FORM_BYTES)


def takes_up_to(max_bytes: int, too_large: str | Promise = "") -> Callable[[_View], _View]:
    """Decorate a view for signed-in users that takes more than a form; the decorator stands on top."""

    def decorate(view: _View) -> _View:
        setattr(view, _ATTRIBUTE, BodyLimit(max(max_bytes, FORM_BYTES), too_large))
        return view

    return decorate


def takes_import(view: _View) -> _View:
    """Decorate a view that takes a list as long as the settings allow."""
    return takes_up_to(settings.IMPORT_BYTES)(view)


def body_limit_of(view: Callable[..., Any]) -> BodyLimit:
    limit: BodyLimit = getattr(view, _ATTRIBUTE, _FORM_LIMIT)
    return limit


class BodyLimitMiddleware:
    """Refuse a body that is too large for its page, before anything reads it.

    It comes before the middleware that looks for a token in the body.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], _args: object, _kwargs: object
    ) -> HttpResponseBase | None:
        asks, declared = ASKS_FOR_LIMIT in request.META, _declared_length(request)
        if not asks and declared <= FORM_BYTES:
            return None
        limit = body_limit_of(view)
        if limit.max_bytes > FORM_BYTES and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if declared > limit.max_bytes:
            return _too_large_page(request, limit)
        return HttpResponse(status=100, headers={LIMIT_HEADER: str(limit.max_bytes)}) if asks else None


def _declared_length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0


def _too_large_page(request: HttpRequest, limit: BodyLimit) -> HttpResponse:
    logger.warning("Refused a body larger than %s bytes at %.200r", limit.max_bytes, request.path)
    size = {"size": limit.max_bytes // MEGABYTE}
    sentence = limit.too_large or _("What you sent is larger than %(size)s MB.") % size
    return render(request, "413.html", {"sentence": sentence}, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
