"""Events at named moments, for screenshots and tests: which ones there are stands in fixtures/moments.toml.

A moment is kept as what leads to it and never as rows: it is played anew, so it fits every later database.
Knows the file; must not know how anything is played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from clubs.models import Club, User
from tournaments.agreement.agreement import Movement
from tournaments.models import Tournament
from tournaments.simulating.plan import Moment, Wanted, agreement
from tournaments.simulating.playing import Simulation

_FILE: Final = settings.BASE_DIR / "fixtures" / "moments.toml"


def moments() -> Mapping[str, Mapping[str, Any]]:
    """Every named moment, with what leads to it."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def wanted_at(name: str, ends: datetime | None = None) -> Wanted:
    """What is to be played to come to a named moment."""
    said = moments()[name]
    movement = said.get("movement")
    return Wanted(
        ruleset=said["ruleset"],
        entries=said["entries"],
        agreed=agreement(
            said["ruleset"],
            preset=said.get("preset", ""),
            movement=None if movement is None else Movement(movement),
            rounds=said["rounds"],
        ),
        seed=said["seed"],
        until=Moment(said["until"]),
        stops_in=said.get("stops_in"),
        ends=ends or timezone.now(),
    )


def at_moment(name: str, club: Club, director: User) -> Tournament:
    """An event in a club, played up to a named moment. The club has players enough."""
    return Simulation(club, director, wanted_at(name)).run()
