"""How many places an entry has gone up or down since the last round."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.public.event_view import EventView

_UP, _DOWN, _LEVEL = "\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}", "\N{EN DASH}"


def places_gained(view: EventView) -> dict[int, int]:
    """How many places each entry has gone up since the round before; empty where there is no such round."""
    before = _previous_places(view)
    if before is None:
        return {}
    return {
        placing.totals.entry: before[placing.totals.entry] - placing.place
        for placing in view.placings
        if placing.totals.entry in before
    }


def _previous_places(view: EventView) -> Mapping[int, int] | None:
    """The places before the last public round."""
    if view.last is None:
        return None
    earlier = [number for number in view.history if number < view.last.number]
    return view.history[max(earlier)] if earlier else None


def arrow(up: int | None) -> str:
    """An arrow with the number of places; empty for an entry that has just come."""
    if up is None:
        return ""
    if not up:
        return _LEVEL
    return f"{_UP if up > 0 else _DOWN}{abs(up)}"
