"""Events in the order of their days, and of a day by their names: Evening 2 before Evening 10."""

from __future__ import annotations

from collections.abc import Iterable

from clubs.text.alphabet import sort_key
from tournaments.models import Tournament


def latest_first(events: Iterable[Tournament]) -> list[Tournament]:
    return sorted(events, key=lambda event: (-event.date.toordinal(), _name_key(event)))


def latest_first_by_club(events: Iterable[Tournament]) -> list[Tournament]:
    return sorted(latest_first(events), key=lambda event: (-event.date.toordinal(), event.club.order))


def next_first(events: Iterable[Tournament]) -> list[Tournament]:
    return sorted(events, key=lambda event: (event.date, _name_key(event)))


def _name_key(event: Tournament) -> str:
    return sort_key(event.name, "sv")
