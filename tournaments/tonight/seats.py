"""“Where do I sit?” over all events that are being played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from clubs.people.names import full_name
from tournaments.public.entry_state import EntryState, find_states
from tournaments.public.event_view import load_event_view
from tournaments.public.hall import shown_name_of
from tournaments.public.rounds import TableView, build_round_view
from tournaments.tonight.evenings import Evening


@dataclass(frozen=True, slots=True)
class FoundSeats:
    """The tables of an event's last round that a search has found."""

    evening: Evening
    entries: Sequence[EntryState]
    tables: Sequence[TableView]


def find_seats(request: HttpRequest, evenings: Sequence[Evening], query: str) -> Iterator[FoundSeats]:
    """Find the tables of the players with this name, or of the entry with this number, event by event."""
    for evening in evenings:
        if evening.round is None:
            continue
        number = evening.round.number
        view = load_event_view(evening.event, shown_name_of(request, evening.event), {number})
        record = view.round(number)
        found = () if record is None else build_round_view(view, record, query).found
        if found:
            yield FoundSeats(evening, find_states(view, query), found)


def are_all_named(request: HttpRequest, evenings: Sequence[Evening]) -> bool:
    """Whether a search here finds everybody by name."""
    return all(shown_name_of(request, evening.event) is full_name for evening in evenings)
