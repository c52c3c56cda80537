"""Devices on which an account was signed in before: failures elsewhere do not shut them out.

A signed cookie keeps a number for the device and the accounts; nobody gets one by failing.
"""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from clubs.models import User

_COOKIE: Final = "talon_known"
_ONE_YEAR: Final = 365 * 24 * 60 * 60
_MOST_ACCOUNTS: Final = 8  # on the laptop of a club


def known_device(request: HttpRequest, email: str) -> str:
    """Return the number of a device on which the account of this e-mail was signed in; empty on others."""
    device, accounts = _read(request)
    if not accounts or not User.objects.filter(pk__in=accounts, email=email.strip().lower()).exists():
        return ""
    return device


def remember_known_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Set the cookie of a device whose owner has just proved to be this user."""
    device, accounts = _read(request)
    others = [account for account in accounts if account != user.pk]
    latest = [user.pk, *others][:_MOST_ACCOUNTS]
    response.set_signed_cookie(
        _COOKIE,
        f"{device or secrets.token_hex(8)}:{'.'.join(map(str, latest))}",
        salt=_COOKIE,
        max_age=_ONE_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str, list[int]]:
    stored = request.get_signed_cookie(_COOKIE, None, salt=_COOKIE, max_age=_ONE_YEAR) or ""
    device, _colon, accounts = stored.partition(":")
    return device, [int(account) for account in accounts.split(".") if account]
