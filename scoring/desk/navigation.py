"""Which desk over a list of games somebody comes from: the `desk` of an address, also of a form's.

Knows how a page names that desk; must not know who is let in there.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

_LONGEST = 9
# Other pages on which games are looked at, by the `to` of an address: what leads back there from a book.
ways_back: dict[str, Callable[[int], str]] = {}


def desk_named(request: HttpRequest) -> int | None:
    """The book whose desk the page was reached from."""
    named = request.GET.get("desk", "")
    return int(named) if named.isascii() and named.isdecimal() and len(named) <= _LONGEST else None


def address_of(name: str, *args: object, **asked: object) -> str:
    """An address of scoring, with what is known of what it asks for."""
    said = urlencode({key: value for key, value in asked.items() if value is not None and value != ""})
    address = reverse(f"scoring:{name}", args=args)
    return f"{address}?{said}" if said else address


def back_to(request: HttpRequest, game: int) -> str:
    """Where a deed on a game leads: to the desk or the page it was done from, else to the game's own desk."""
    desk, way_back = desk_named(request), ways_back.get(request.GET.get("to", ""))
    if desk is not None and way_back is not None:
        return way_back(desk)
    return reverse("scoring:game_desk", args=[game]) if desk is None else reverse("scoring:desk", args=[desk])
