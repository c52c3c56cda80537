"""The author of an act, taken from the request."""

import ipaddress
from collections.abc import Mapping

from django.http import HttpRequest

from clubs.books.writing import Author
from clubs.models import Role, User
from clubs.web.forms import NOBODY_ELSE
from clubs.web.origin import origin_of


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


def is_loopback_host(host: str) -> bool:
    """Return whether a host name leads back to this machine only: no phone can open such an address."""
    name = host.rpartition(":")[0] or host
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:  # a name, not a number
        return False
