"""The clock of a round: how long it has run, when no new deal is dealt any more, and when play stops.

A clock is a value of the moments that were stored: when it was started, between which moments it stood still,
and how much time a table was given. Nothing counts down: what is left follows from these and the moment at
which somebody asks, so that all who ask at the same moment see the same second.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

_NOTHING: Final = timedelta()
# The most minutes that are set or given at once: more than an evening.
MAX_MINUTES: Final = 600


class ClockPhase(StrEnum):
    """What a clock says."""

    # It has not been started.
    WAITING = "waiting"
    PLAYING = "playing"
    # No new deal is dealt; what has begun goes on.
    WARNING = "warning"
    STOPPED = "stopped"


class ClockEnd(StrEnum):
    """What becomes of the deal that is being played when time is up."""

    FINISH_DEAL = "finish_deal"
    # Everybody has had as many turns.
    FINISH_LAP = "finish_lap"
    STOP_AT_ONCE = "stop_at_once"
    ANNUL = "annul"


@dataclass(frozen=True, slots=True)
class Pause:
    """A time in which a clock stood still; without an end it still does."""

    began: datetime
    ended: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock: the time until the last deal may begin, and the time that is left for it then."""

    playing: timedelta
    more: timedelta = _NOTHING
    started_at: datetime | None = None
    # In their order; only the last one may be without an end.
    pauses: tuple[Pause, ...] = ()
    # What this table was given in addition.
    given: timedelta = _NOTHING

    @property
    def is_started(self) -> bool:
        return self.started_at is not None

    @property
    def is_paused(self) -> bool:
        return self.is_started and bool(self.pauses) and self.pauses[-1].ended is None

    @property
    def time_to_warning(self) -> timedelta:
        """The whole time from the start until no new deal is dealt."""
        return self.playing + self.given

    @property
    def time_to_stop(self) -> timedelta:
        """The whole time from the start until play stops."""
        return self.time_to_warning + self.more

    def run_until(self, now: datetime) -> timedelta:
        """Return how long it has run: from its start, without the time in which it stood still."""
        if self.started_at is None or now <= self.started_at:
            return _NOTHING
        stood = sum((_overlap(pause, self.started_at, now) for pause in self.pauses), _NOTHING)
        return now - self.started_at - stood

    def left_to_warning(self, now: datetime) -> timedelta:
        """Return how long a new deal may still be dealt; nothing once that is over."""
        return max(self.time_to_warning - self.run_until(now), _NOTHING)

    def left_to_stop(self, now: datetime) -> timedelta:
        return max(self.time_to_stop - self.run_until(now), _NOTHING)

    def phase(self, now: datetime) -> ClockPhase:
        if self.started_at is None:
            return ClockPhase.WAITING
        run = self.run_until(now)
        if run < self.time_to_warning:
            return ClockPhase.PLAYING
        return ClockPhase.WARNING if run < self.time_to_stop else ClockPhase.STOPPED

    @property
    def warns_at(self) -> datetime | None:
        """From when on no new deal is dealt; None while nobody knows, since it stands still before that."""
        return self.moment_of(self.time_to_warning)

    @property
    def stops_at(self) -> datetime | None:
        return self.moment_of(self.time_to_stop)

    def moment_of(self, run: timedelta) -> datetime | None:
        """Return when it will have run so long, if it does not stand still any more."""
        if self.started_at is None:
            return None
        moment = self.started_at + run
        for pause in self.pauses:
            if pause.began >= moment:
                break
            if pause.ended is None:
                return None
            if pause.ended > self.started_at:
                moment += pause.ended - max(pause.began, self.started_at)
        return moment

    # Acts: each returns the clock as it is afterwards, the same one where nothing changes.

    def paused(self, at: datetime) -> Clock:
        """Return the clock standing still from now on; one that stands still does so only once."""
        if not self.is_started or self.is_paused:
            return self
        return replace(self, pauses=(*self.pauses, Pause(self._not_before_last(at))))

    def resumed(self, at: datetime) -> Clock:
        """Return the clock going on from now."""
        if not self.is_paused:
            return self
        *before, last = self.pauses
        return replace(self, pauses=(*before, replace(last, ended=max(at, last.began))))

    def _not_before_last(self, at: datetime) -> datetime:
        """Of two acts at once, one comes first; the other does not begin before it has ended."""
        moments = [self.started_at, *(pause.ended for pause in self.pauses)]
        return max(at, *(moment for moment in moments if moment is not None))


def _overlap(pause: Pause, start: datetime, end: datetime) -> timedelta:
    """Return how much of a pause lies between two moments."""
    until = end if pause.ended is None else min(pause.ended, end)
    return max(until - max(pause.began, start), _NOTHING)


def last_stop(clocks: Iterable[Clock]) -> datetime | None:
    """Return when the last of several clocks stops; None while one has no end yet, and where there are
    none."""
    stops = [clock.stops_at for clock in clocks]
    known = [stop for stop in stops if stop is not None]
    return max(known) if known and len(known) == len(stops) else None


def minutes_lost(clock: Clock, since: datetime, until: datetime) -> int:
    """Return the minutes that a table lost between two moments while its clock ran, the last one begun
    counted as a whole."""
    lost = clock.run_until(until) - clock.run_until(since)
    return -(-lost // timedelta(minutes=1))
