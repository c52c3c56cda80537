"""What signing in does after the right password: it waits for the second step, and begins the session.

While it waits, the session knows who has given the password, and is nobody's yet.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from clubs.accounts.known_devices import remember_known_device
from clubs.accounts.sessions import note_sign_in
from clubs.models import User
from clubs.web.language_cookie import set_language_cookie

_WAITING: Final = "waits_for_second_step"
_PATIENCE: Final = timedelta(minutes=10)


def wait_for_second_step(request: HttpRequest, user: User, address: str) -> None:
    """Note who has given the password, and where to go after the second step."""
    request.session.cycle_key()
    request.session[_WAITING] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "at": timezone.now().isoformat(),
        "address": address,
    }


def who_waits(request: HttpRequest) -> tuple[User, str] | None:
    """Return who has given the password a few minutes ago, and where to go; None if it has changed since."""
    noted = request.session.get(_WAITING)
    if not noted or datetime.fromisoformat(noted["at"]) + _PATIENCE < timezone.now():
        return None
    user = User.objects.filter(pk=noted["user"], is_active=True).first()
    if user is None or not constant_time_compare(user.get_session_auth_hash(), noted["hash"]):
        return None
    return user, noted["address"]


def finish(request: HttpRequest, user: User, address: str) -> HttpResponse:
    """Sign in, and lead on: pages are in the user's language afterwards, and the device is known."""
    begin_session(request, user)
    response = redirect(address)
    remember_known_device(request, response, user)
    return with_language_cookie(user, response)


def begin_session(request: HttpRequest, user: User) -> None:
    request.session.pop(_WAITING, None)
    login(request, user)
    note_sign_in(request)


def with_language_cookie(user: User, response: HttpResponse) -> HttpResponse:
    """Set the cookie of the user's language, which the pages follow."""
    if user.language:
        set_language_cookie(response, user.language)
    return response
