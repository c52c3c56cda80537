"""Who acts in a request, and from where.

Knows how a request names its author; must not know what the author is about to do.
"""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

from clubs.books.writing import Author
from clubs.models import User

_LONGEST_ORIGIN = 64


def author_of(request: HttpRequest) -> Author:
    """The author of an act that came by this request; a table's phone is nobody in particular."""
    user = getattr(request, "user", None)
    return Author(user=user if isinstance(user, User) else None, origin=origin_of(request))


def origin_of(request: HttpRequest) -> str:
    """The remote address.

    Behind a proxy it is the last one in X-Forwarded-For: the proxy wrote that one itself, whereas
    anybody can send the ones before it.
    """
    if settings.BEHIND_PROXY:
        *_, forwarded = request.headers.get("X-Forwarded-For", "").split(",")
        if forwarded.strip():
            return forwarded.strip()[:_LONGEST_ORIGIN]
    address: str = request.META.get("REMOTE_ADDR", "")
    return address[:_LONGEST_ORIGIN]


def is_this_machine(host: str) -> bool:
    """Whether an address leads nowhere but to the machine that asks: no phone can follow it."""
    name = host.rpartition(":")[0] or host
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:  # a name, not a number
        return False
