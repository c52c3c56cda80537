"""When the tables, the round and the day will probably end, as the page of a round says it to directors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localdate

from tournaments.core.forecast import HeldUp, Probable
from tournaments.models import Round
from tournaments.play.clock import RoundTimes
from tournaments.play.forecast import load_forecast


@dataclass(frozen=True, slots=True)
class Foresight:
    """When the round will probably end, the last one of today, and each table, the last one first."""

    round: Probable
    # None in the last round, and where more rounds are to come than are played today.
    day: Probable | None
    held_up: HeldUp | None
    tables: Sequence[tuple[int, Probable]]


def foresee(drawn: Round, times: RoundTimes | None, now: datetime) -> Foresight | None:
    """Load when it will probably end; None where nobody can know."""
    found = load_forecast(drawn, times, now)
    if found is None:
        return None
    more = drawn.number < drawn.tournament.agreement.rounds
    is_today = found.day is not None and localdate(found.day.late) == localdate(now)
    return Foresight(
        found.round,
        found.day if more and is_today else None,
        found.held_up,
        sorted(found.tables.items(), key=lambda one: one[1].likely, reverse=True),
    )
