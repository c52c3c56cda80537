"""Players of an event whose licence has run out by its day: they are named, and entered all the same."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.models import Player
from clubs.people.names import NameOf, full_name


def lapsed_licences(players: Iterable[Player], day: date, name_of: NameOf) -> list[tuple[str, date]]:
    """Return whose licence has run out by a day, with the last day on which it was valid."""
    return [
        (name_of(player), player.licence_until)
        for player in players
        if player.licence_until is not None and player.has_lapsed(day)
    ]


def licence_warnings(players: Iterable[Player], day: date) -> list[str]:
    """Say whose licence has run out by the day of an event."""
    return [
        _("The licence of %(name)s is valid until %(day)s only.")
        % {"name": name, "day": date_format(until, "DATE_FORMAT")}
        for name, until in lapsed_licences(players, day, full_name)
    ]
