"""Entries with one player more than play: who of them plays in a round, and who rests.

It is said before the round, or goes by turn: whoever has rested least rests, the last of them first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.models import EntryPlayer


def resting_in(places: Sequence[EntryPlayer], number: int, playing: int) -> list[EntryPlayer]:
    """Return those of an entry's players, in their order, who rest in a round; `playing` of them play."""
    spare = len(places) - playing
    if spare <= 0:
        return []
    said = [place for place in places if number in place.rests]
    by_turn = sorted(
        (place for place in places if place not in said),
        key=lambda place: (sum(rested < number for rested in place.rests), -place.position),
    )
    resting = [*said, *by_turn][:spare]
    return [place for place in places if place in resting]


def playing_in(places: Sequence[EntryPlayer], number: int, playing: int) -> list[EntryPlayer]:
    """Return those of an entry's players, in their order, who play in a round."""
    resting = resting_in(places, number, playing)
    return [place for place in places if place not in resting]


def by_entry(places: Iterable[EntryPlayer]) -> dict[int, list[EntryPlayer]]:
    """Return the places of each entry, by its row."""
    grouped: dict[int, list[EntryPlayer]] = {}
    for place in places:
        grouped.setdefault(place.entry_id, []).append(place)
    return grouped
