"""Events at named moments, for screenshots and tests, from fixtures/moments.toml.

A moment is stored as the plan that leads to it, not as rows: it is simulated each time, so it fits every
later version of the database.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from clubs.models import Club, User
from tournaments.core.movements import MOVEMENTS
from tournaments.models import Tournament
from tournaments.simulating.plan import SimulationPlan, StopPoint, build_agreement
from tournaments.simulating.playing import Simulation

_FILE: Final = settings.BASE_DIR / "fixtures" / "moments.toml"


def load_moments() -> Mapping[str, Mapping[str, Any]]:
    """Load every named moment, with the settings of its plan."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def plan_at_moment(name: str, ends: datetime | None = None) -> SimulationPlan:
    """Return the plan that leads to a named moment."""
    moment = load_moments()[name]
    movement = moment.get("movement")
    return SimulationPlan(
        ruleset=moment["ruleset"],
        entries=moment["entries"],
        agreement=build_agreement(
            moment["ruleset"],
            preset=moment.get("preset", ""),
            movement=None if movement is None else MOVEMENTS[movement],
            rounds=moment["rounds"],
        ),
        seed=moment["seed"],
        until=StopPoint(moment["until"]),
        stop_in_round=moment.get("stop_in_round"),
        ends=ends or timezone.now(),
    )


def simulate_moment(name: str, club: Club, director: User) -> Tournament:
    """Simulate an event in a club up to a named moment. The club must have enough players."""
    return Simulation(club, director, plan_at_moment(name)).run()
