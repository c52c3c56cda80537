"""Decorators for the views of signed-in people, by the methods that a view allows.

A visitor who is not signed in goes to the sign-in page; a missing role is a 403, a missing row a 404. No
cache keeps these pages: after signing out on a shared laptop the back button shows nothing. Where everybody
can reach the installation, a keeper sets up the second step at sign-in before any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.models import User

_P = ParamSpec("_P")
_View = Callable[Concatenate[HttpRequest, _P], HttpResponseBase]


def page(view: _View[_P]) -> _View[_P]:
    """Decorate a view that only shows: GET and HEAD."""
    return never_cache(login_required(_after_second_step(require_http_methods(["GET", "HEAD"])(view))))


def form_page(view: _View[_P]) -> _View[_P]:
    """Decorate a view with a form: GET, HEAD and POST."""
    return set_up_page(_after_second_step(view))


def set_up_page(view: _View[_P]) -> _View[_P]:
    """Decorate the view with a form that sets up the second step: a keeper without one is led there."""
    return never_cache(login_required(require_http_methods(["GET", "HEAD", "POST"])(view)))


def post_only(view: _View[_P]) -> _View[_P]:
    """Decorate a view that only acts and has no page of its own: POST."""
    return never_cache(login_required(_after_second_step(require_http_methods(["POST"])(view))))


def _after_second_step(view: _View[_P]) -> _View[_P]:
    @wraps(view)
    def shown(request: HttpRequest, /, *args: _P.args, **kwargs: _P.kwargs) -> HttpResponseBase:
        if isinstance(request.user, User) and lacks_second_step(request.user):
            return redirect("clubs:second_step")
        return view(request, *args, **kwargs)

    return shown


def lacks_second_step(user: User) -> bool:
    """Tell whether a keeper has to set up the second step before anything else."""
    return settings.PUBLIC and user.is_keeper and not user.has_second_step


def signed_in_user(request: HttpRequest) -> User:
    """Return the user of a request that has passed one of the decorators."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
