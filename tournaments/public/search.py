"""The search for entries of an event.

It reads the names that the page shows: a player who may not be named is not found by name either.
"""

from __future__ import annotations

from collections.abc import Sequence

from clubs.people.names import AnyPlayer, NameOf, public_name
from clubs.text.alphabet import folded
from tournaments.public.event_view import EventView


def find_entries(view: EventView, query: str) -> frozenset[int]:
    """Find entries by the names of a player, in any order and without diacritics, or by their number."""
    words = folded(query).split()
    if not words:
        return frozenset()
    by_number = [number for number in view.entries if [str(number)] == words]
    if by_number:
        return frozenset(by_number)
    return frozenset(
        number
        for number, entry in view.entries.items()
        if any(matches_name(player, words, entry.name_of) for player in entry.players)
    )


def matches_name(player: AnyPlayer, words: Sequence[str], name_of: NameOf = public_name) -> bool:
    name = folded(name_of(player)).split()
    return all(any(_matches_part(part, word) for part in name) for word in words)


def _matches_part(part: str, word: str) -> bool:
    """Names match by their beginning; numbers as a whole, or 1 would find 12 and 123."""
    return part == word if word.isdecimal() else part.startswith(word)
