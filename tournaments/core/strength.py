"""The order of entries by strength, from what their players have reached elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction


def order_by_places(entries: Mapping[int, Sequence[int]], places: Mapping[int, int]) -> tuple[int, ...]:
    """Return entries, the strongest first, by the mean place of their players; 1 is the best.

    A player without a place counts as one after the last. Who has no player with a place is left out: nothing
    is known of those entries. Who is equal stands in the order of the numbers.
    """
    after_last = max(places.values(), default=0) + 1
    known = {
        entry: Fraction(sum(places.get(player, after_last) for player in players), len(players))
        for entry, players in entries.items()
        if any(player in places for player in players)
    }
    return tuple(sorted(known, key=lambda entry: (known[entry], entry)))
