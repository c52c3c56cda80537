"""The names of entries on pages and documents."""

from __future__ import annotations

from clubs.people.names import NameOf, full_name, public_name
from tournaments.models import Entry, Tournament
from tournaments.play.queries import entry_players


def entry_name(entry: Entry, name_of: NameOf = public_name) -> str:
    """Return the name of an entry as public pages show it, or with `full_name` as the desk does."""
    return " – ".join(name_of(player) for player in entry_players(entry))


def home_clubs(entry: Entry) -> str:
    """Return the home clubs of an entry, each once."""
    return ", ".join(dict.fromkeys(player.home_club.name for player in entry_players(entry)))


def hall_name_of(event: Tournament) -> NameOf:
    """Return how names are written in the hall of an event: in full until it is official, if it says so."""
    return full_name if is_named_in_hall(event) else public_name


def is_named_in_hall(event: Tournament) -> bool:
    return event.agreement.hall_names and event.state != Tournament.State.OFFICIAL
