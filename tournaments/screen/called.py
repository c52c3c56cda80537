"""Who is called, in words."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubs.people.names import full_name
from tournaments.models import Tournament
from tournaments.play import queries
from tournaments.play.notices import Notice
from tournaments.public.event_view import EventView


def called_names(event: Tournament, calls: Iterable[Notice]) -> dict[int, list[str]]:
    """Return the full names of those who are called, by the number of the call; without calls, no query."""
    wanted = {call.entry for call in calls}
    if not wanted:
        return {}
    entries = queries.get_entries(event).filter(number__in=wanted)
    players = {entry.number: list(map(full_name, queries.entry_players(entry))) for entry in entries}
    return {call.number: _chosen(players[call.entry], call) for call in calls if call.entry in players}


def shown_called_names(view: EventView, call: Notice) -> list[str]:
    """Return the same as the view shows names; empty where the entry is no longer there."""
    entry = view.entries.get(call.entry)
    return [] if entry is None else _chosen([entry.name_of(player) for player in entry.players], call)


def _chosen(players: list[str], call: Notice) -> list[str]:
    one = call.player is not None and call.player < len(players)
    return players[call.player : call.player + 1] if one and call.player is not None else players


def call_in_words(call: Notice, names: Iterable[str]) -> str:
    """“Anna Berg to table 7”."""
    who = " – ".join(names)
    if call.table is None:
        return _("%(names)s to the desk") % {"names": who}
    return _("%(names)s to table %(number)s") % {"names": who, "number": call.table}
