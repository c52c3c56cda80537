"""The remote address of a request, and the network that it belongs to."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from django.conf import settings
from django.http import HttpRequest

_MAX_LENGTH: Final = 64
# What a household or a phone is given: whoever has one address of it has them all.
_IPV6_NETWORK: Final = 64
# As some proxies write an address: with the port, and IPv6 in brackets then.
_WITH_PORT: Final = re.compile(r"\[(?P<six>[^\]]+)\](:\d+)?|(?P<four>[\d.]+):\d+")


def origin_of(request: HttpRequest) -> str:
    """Return the remote address, without a port.

    Behind a proxy it is the last one in X-Forwarded-For: the proxy wrote that one itself, whereas any client
    can send the ones before it.
    """
    if settings.BEHIND_PROXY:
        *_, forwarded = request.headers.get("X-Forwarded-For", "").split(",")
        if forwarded.strip():
            return _written_plainly(forwarded.strip()[:_MAX_LENGTH])
    address: str = request.META.get("REMOTE_ADDR", "")
    return _written_plainly(address[:_MAX_LENGTH])


def network_of(address: str) -> str:
    """Return what guesses are counted under: the network of an IPv6 address, any other address itself."""
    found = _parsed(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((int(found), _IPV6_NETWORK), strict=False))
    return address


def _written_plainly(address: str) -> str:
    """Return an address in its one usual spelling; what is none stays as it is."""
    with_port = _WITH_PORT.fullmatch(address)
    found = _parsed(with_port["six"] or with_port["four"] if with_port else address)
    return address if found is None else str(found)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found
