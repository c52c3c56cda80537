"""The remote address of a request."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest

_MAX_LENGTH: Final = 64


def origin_of(request: HttpRequest) -> str:
    """Return the remote address.

    Behind a proxy it is the last one in X-Forwarded-For: the proxy wrote that one itself, whereas any client
    can send the ones before it.
    """
    if settings.BEHIND_PROXY:
        *_, forwarded = request.headers.get("X-Forwarded-For", "").split(",")
        if forwarded.strip():
            return forwarded.strip()[:_MAX_LENGTH]
    address: str = request.META.get("REMOTE_ADDR", "")
    return address[:_MAX_LENGTH]
