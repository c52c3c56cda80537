"""A clock as pages show it: when it warns and when it stops, or what is left while it stands still.

It follows from what is stored alone, so that a page may be kept: a script counts down to these moments by the
time of the server (`static/js/clock.js`), whatever the clock of a phone says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Self

from tournaments.core.clock import Clock, ClockEnd
from tournaments.models import Pairing
from tournaments.play.clock import RoundTimes, TableTime, table_clock
from tournaments.wording.settings import TIME_IS_UP

_SECOND: Final = timedelta(seconds=1)
_MILLISECOND: Final = timedelta(milliseconds=1)
_EPOCH: Final = datetime.fromisoformat("1970-01-01T00:00:00+00:00")


class TableEnd(NamedTuple):
    """A table whose time is not that of the round: from when no new deal is dealt there, and its end."""

    table: int
    warns_at: datetime | None
    stops_at: datetime | None
    # It has not dealt yet, and its time begins with its first deal.
    waits: bool
    # What is left until its end while the clock stands still.
    left: str = ""


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What a page shows of a clock."""

    clock: Clock
    # The time of each table begins with its first deal.
    by_table: bool = False
    tables: Sequence[TableEnd] = ()
    end: ClockEnd = ClockEnd.FINISH_DEAL

    @classmethod
    def of_round(cls, times: RoundTimes | None, end: ClockEnd) -> Self | None:
        """Return the clock of a round, with the tables that have another time."""
        if times is None:
            return None
        return cls(times.clock, times.by_table, tuple(_other_ends(times.clock, times.playing)), end)

    @classmethod
    def while_played(cls, times: RoundTimes | None, end: ClockEnd) -> Self | None:
        """Return the clock for everybody: nothing once no table plays any more."""
        return cls.of_round(times, end) if times is not None and times.playing else None

    @classmethod
    def of_pairing(cls, pairing: Pairing) -> Self | None:
        """Return the clock at a table that plays; the pairing was read `with_times`, and with its clock."""
        stored = getattr(pairing.round, "clock", None)
        if stored is None or pairing.round.state != pairing.round.State.PUBLISHED:
            return None
        if pairing.kind != Pairing.Kind.PLAYED:
            return None
        given: int = pairing.minutes_given  # type: ignore[attr-defined] # annotated
        first_deal: datetime | None = pairing.first_deal_at  # type: ignore[attr-defined] # annotated
        end = pairing.round.tournament.agreement.clock_end
        return cls(table_clock(stored, given, first_deal), stored.by_table, end=end)

    @property
    def state(self) -> str:
        if not self.clock.is_started:
            return "waiting"
        # Where time was up before it was paused, that stays so.
        return "paused" if self.stops_at is None else "running"

    @property
    def when_up(self) -> str:
        """What players do when time is up."""
        return str(TIME_IS_UP[self.end])

    @property
    def minutes(self) -> int:
        return self.clock.time_to_warning // timedelta(minutes=1)

    @property
    def more_minutes(self) -> int:
        return self.clock.more // timedelta(minutes=1)

    @property
    def given_minutes(self) -> int:
        return self.clock.given // timedelta(minutes=1)

    # While it goes on: the moments, also in milliseconds for the script.

    @property
    def warns_at(self) -> datetime | None:
        return self.clock.warns_at

    @property
    def stops_at(self) -> datetime | None:
        return self.clock.stops_at

    @property
    def warns(self) -> int:
        return _milliseconds(self.warns_at)

    @property
    def stops(self) -> int:
        return _milliseconds(self.stops_at)

    # While it stands still: since when, and what is left.

    @property
    def paused_at(self) -> datetime | None:
        return self.clock.pauses[-1].began if self.clock.is_paused else None

    @property
    def left_to_warning(self) -> str:
        return _as_digits(self.clock.left_to_warning(self.paused_at)) if self.paused_at else ""

    @property
    def left_to_stop(self) -> str:
        return _as_digits(self.clock.left_to_stop(self.paused_at)) if self.paused_at else ""

    @property
    def has_warned(self) -> bool:
        """Whether it stands still after its warning."""
        return self.paused_at is not None and not self.clock.left_to_warning(self.paused_at)


def _other_ends(of_round: Clock, tables: Iterable[TableTime]) -> Iterable[TableEnd]:
    for time in tables:
        if time.clock != of_round:
            yield _table_end(time)


def _table_end(time: TableTime) -> TableEnd:
    clock = time.clock
    left = _as_digits(clock.left_to_stop(clock.pauses[-1].began)) if clock.is_paused else ""
    return TableEnd(time.table, clock.warns_at, clock.stops_at, not clock.is_started, left)


def _milliseconds(moment: datetime | None) -> int:
    return 0 if moment is None else (moment - _EPOCH) // _MILLISECOND


def _as_digits(left: timedelta) -> str:
    """Return minutes and seconds; a second that has begun counts."""
    minutes, seconds = divmod(-(-left // _SECOND), 60)
    return f"{minutes}:{seconds:02}"
