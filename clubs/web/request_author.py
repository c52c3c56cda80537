"""The author of an act, taken from the request."""

import ipaddress
from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest

from clubs.books.writing import Author
from clubs.models import Role, User
from clubs.web.forms import NOBODY_ELSE

_MAX_ORIGIN_LENGTH = 64


def author_of(request: HttpRequest, roles: Mapping[int, frozenset[Role.Kind]] | None = None) -> Author:
    """Return the author of a request; its user is None at a table's phone.

    `roles` are the user's roles in books, by primary key, as far as they were read for this request.
    """
    user = getattr(request, "user", None)
    return Author(
        user=user if isinstance(user, User) else None,
        origin=origin_of(request),
        nobody_else=bool(request.POST.get(NOBODY_ELSE)),
        roles=roles or {},
    )


def origin_of(request: HttpRequest) -> str:
    """Return the remote address.

    Behind a proxy it is the last one in X-Forwarded-For: the proxy wrote that one itself, whereas any client
    can send the ones before it.
    """
    if settings.BEHIND_PROXY:
        *_, forwarded = request.headers.get("X-Forwarded-For", "").split(",")
        if forwarded.strip():
            return forwarded.strip()[:_MAX_ORIGIN_LENGTH]
    address: str = request.META.get("REMOTE_ADDR", "")
    return address[:_MAX_ORIGIN_LENGTH]


def is_loopback_host(host: str) -> bool:
    """Return whether a host name leads back to this machine only: no phone can open such an address."""
    name = host.rpartition(":")[0] or host
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:  # a name, not a number
        return False
