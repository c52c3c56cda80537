"""The names on the public pages of a game: in the hall of its event all, elsewhere those published.

An app with events registers how its events name players in their hall.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest

from clubs.people.names import NameOf, public_name
from clubs.plugins.hooks import HookList
from clubs.web.format_parameter import FORMAT_PARAMETER
from clubs.web.hall import is_in_hall
from scoring.models import Game

# Returns how the event of a game writes names in its hall; None for a game that is not of such an event.
HallNames = Callable[[Game], NameOf | None]

hall_names: Final[HookList[HallNames]] = HookList()


def shown_name_of(request: HttpRequest, game: Game) -> NameOf:
    """Return how names are written for a request. A file leaves the hall with whoever has it."""
    if FORMAT_PARAMETER in request.GET or not is_in_hall(request):
        return public_name
    found = (find(game) for find in hall_names)
    return next((name_of for name_of in found if name_of is not None), public_name)
