"""What the page of the order by strength shows, and the order that follows from earlier results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clubs.people.names import full_name
from tournaments.core.strength import order_by_places
from tournaments.models import Entry, Tournament
from tournaments.play.entry_queries import entries_with_clubs
from tournaments.play.names import entry_name
from tournaments.play.queries import entry_players
from tournaments.strength.catalogue import StrengthSource


class StrengthRow(NamedTuple):
    """An entry in the order of strength."""

    number: int
    name: str


def load_rows(event: Tournament) -> tuple[Sequence[StrengthRow], Sequence[StrengthRow]]:
    """Load the entries that take part: those in the order of their strength, and those that are not in it."""
    entries = {entry.number: entry for entry in _taking_part(event)}
    rows = {number: StrengthRow(number, entry_name(entry, full_name)) for number, entry in entries.items()}
    ordered = [rows[number] for number in event.agreement.strength if number in rows]
    return ordered, [row for row in rows.values() if row not in ordered]


def order_from(event: Tournament, source: StrengthSource, row: int) -> tuple[int, ...]:
    """Return the order of the entries that take part by the places of a source."""
    players = {entry.number: [player.pk for player in entry_players(entry)] for entry in _taking_part(event)}
    return order_by_places(players, source.places(event, row))


def _taking_part(event: Tournament) -> list[Entry]:
    return [entry for entry in entries_with_clubs(event) if entry.state != Entry.State.WITHDRAWN]
