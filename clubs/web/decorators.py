"""Who gets into which page.

A stranger is sent to sign in, somebody without the role gets 403, what is not there 404. Pages of signed-in
people are kept by no cache: after signing out on a shared laptop nothing comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.models import User

Arguments = ParamSpec("Arguments")
Page = Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]
Shown = Callable[Concatenate[HttpRequest, Arguments], HttpResponseBase]


def reads(page: Page[Arguments]) -> Shown[Arguments]:
    """A page of signed-in people that only shows."""
    return never_cache(login_required(require_http_methods(["GET", "HEAD"])(page)))


def edits(page: Page[Arguments]) -> Shown[Arguments]:
    """A page of signed-in people with a form."""
    return never_cache(login_required(require_http_methods(["GET", "HEAD", "POST"])(page)))


def acts(page: Page[Arguments]) -> Shown[Arguments]:
    """An act of signed-in people that has no page of its own."""
    return never_cache(login_required(require_http_methods(["POST"])(page)))


def person(request: HttpRequest) -> User:
    """Who is signed in, on a page that nobody else gets to."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
