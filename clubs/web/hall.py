"""The hall: its own network, from which public pages may show the names of all who play.

What a page shows there is neither kept nor sent for anybody else (`clubs.web.revisions`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from django.conf import settings
from django.http import HttpRequest

from clubs.web.origin import origin_of

# A proxy or a tunnel that nobody has announced sets one of them: its own address says nothing.
_FORWARDED_FOR: Final = "HTTP_X_FORWARDED_FOR"
_FORWARDED: Final = ("HTTP_FORWARDED", "HTTP_X_REAL_IP")
# How many addresses a process remembers: more than a hall has phones.
_MAX_ADDRESSES: Final = 4096


def is_in_hall(request: HttpRequest) -> bool:
    """Return whether a request comes from the network of the hall."""
    networks: Sequence[IPv4Network | IPv6Network] = settings.HALL_NETWORKS
    return bool(networks) and _tells_its_address(request) and _is_in(origin_of(request), tuple(networks))


def _tells_its_address(request: HttpRequest) -> bool:
    """Return whether the remote address is that of the visitor, not that of something in between."""
    if settings.BEHIND_PROXY:
        return _FORWARDED_FOR in request.META
    return not any(name in request.META for name in (_FORWARDED_FOR, *_FORWARDED))


@lru_cache(maxsize=_MAX_ADDRESSES)
def _is_in(address: str, networks: tuple[IPv4Network | IPv6Network, ...]) -> bool:
    """Return whether an address is in one of these networks; what is no address is in none."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in network for network in networks)
