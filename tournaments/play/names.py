"""How an event's documents call those who play in it.

Knows entries and names; must not know how a report looks nor query anything. The standings are rows in
`standings_report.py`, a round in `round_report.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from clubs.models import Player
from clubs.people.names import public_name
from tournaments.models import Entry
from tournaments.play.queries import players_of


def pair_name(entry: Entry, call: Callable[[Player], str] = public_name) -> str:
    """A pair as a public page calls it, or with `full_name` as the desk does."""
    return " – ".join(call(player) for player in players_of(entry))
