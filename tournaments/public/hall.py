"""The names on the public pages of an event: in its hall all of them, outside those that may be published."""

from __future__ import annotations

from django.http import HttpRequest

from clubs.people.names import NameOf, public_name
from clubs.web.format_parameter import FORMAT_PARAMETER
from clubs.web.hall import is_in_hall
from tournaments.models import Tournament
from tournaments.play.names import hall_name_of


def shown_name_of(request: HttpRequest, event: Tournament) -> NameOf:
    """Return how names are written for a request. A file leaves the hall with whoever has it."""
    if FORMAT_PARAMETER in request.GET or not is_in_hall(request):
        return public_name
    return hall_name_of(event)
