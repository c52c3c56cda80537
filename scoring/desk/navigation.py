"""Links between a page and the desk over a list of games, which an address names by its `desk` parameter."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from clubs.web import extensions
from clubs.web.keys import parse_key


def desk_in(request: HttpRequest) -> int | None:
    """The book whose desk the user came from; None where the address names none."""
    return parse_key(request.GET.get("desk", ""))


def scoring_url(name: str, *args: object, **parameters: object) -> str:
    """A URL of this app with those parameters that have a value."""
    query = urlencode({key: value for key, value in parameters.items() if value is not None and value != ""})
    url = reverse(f"scoring:{name}", args=args)
    return f"{url}?{query}" if query else url


def return_url(request: HttpRequest, game: int) -> str:
    """The URL to return to after an action on a game: where the user came from, else the game's own desk."""
    desk, target = desk_in(request), extensions.return_targets.get(request.GET.get("to", ""))
    if desk is not None and target is not None:
        return target(desk, game)
    return reverse("scoring:game_desk", args=[game]) if desk is None else reverse("scoring:desk", args=[desk])
