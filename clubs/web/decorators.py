"""Decorators for the views of signed-in people, by the methods that a view allows.

A visitor who is not signed in goes to the sign-in page; a missing role is a 403, a missing row a 404. No
cache keeps these pages: after signing out on a shared laptop the back button shows nothing.
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

_P = ParamSpec("_P")
_View = Callable[Concatenate[HttpRequest, _P], HttpResponseBase]


def page(view: _View[_P]) -> _View[_P]:
    """Decorate a view that only shows: GET and HEAD."""
    return never_cache(login_required(require_http_methods(["GET", "HEAD"])(view)))


def form_page(view: _View[_P]) -> _View[_P]:
    """Decorate a view with a form: GET, HEAD and POST."""
    return never_cache(login_required(require_http_methods(["GET", "HEAD", "POST"])(view)))


def post_only(view: _View[_P]) -> _View[_P]:
    """Decorate a view that only acts and has no page of its own: POST."""
    return never_cache(login_required(require_http_methods(["POST"])(view)))


def signed_in_user(request: HttpRequest) -> User:
    """Return the user of a request that has passed one of the decorators."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
