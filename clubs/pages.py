"""What other apps show on the pages of a club and of a player.

Knows that there are such parts and in which order they were registered; must not know what they show. An app
above this one appends a function from its module `acts.py` or `AppConfig.ready`. A club's page is public: its
parts hold nothing of the viewer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from clubs.models import Club, Player


@dataclass(frozen=True, slots=True)
class Part:
    """A template to be included, and what it is given as `part`."""

    template: str
    part: Mapping[str, object]


club_parts: list[Callable[[Club], Part]] = []
player_parts: list[Callable[[Player], Part]] = []
