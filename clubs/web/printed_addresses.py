"""Addresses on paper: they are to lead to this installation for as long as the paper is kept."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from clubs.web.request_author import is_loopback_host


def printed_address(request: HttpRequest, path: str) -> str:
    """Return the whole address of a path: below the public address if one is set, else where the page is."""
    return f"{printed_origin(request)}{path}"


def printed_origin(request: HttpRequest) -> str:
    origin: str = settings.PUBLIC_ADDRESS or request.build_absolute_uri("/")
    return origin.removesuffix("/")


def phones_warn() -> bool:
    """Return whether phones warn of the certificate, which nobody has signed, where printed codes lead."""
    return settings.OWN_TLS and not settings.PUBLIC_ADDRESS


def leads_to_this_machine_only(request: HttpRequest) -> bool:
    """Return whether nobody else's phone can follow a printed address."""
    return is_loopback_host(urlsplit(printed_origin(request)).netloc)
