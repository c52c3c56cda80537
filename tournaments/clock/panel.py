"""What the page of a round shows its directors of the clock: the next act, and minutes that are proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from clubs.web.forms import KeyedForm
from tournaments.agreement.agreement import EventAgreement
from tournaments.clock.forms import agreed_terms
from tournaments.core.clock import ClockPhase
from tournaments.models import Round
from tournaments.play.clock import (
    MinutesProposal,
    RoundTimes,
    TableTime,
    load_proposals,
)
from tournaments.public.clock_face import ClockFace

_MINUTE: Final = timedelta(minutes=1)
_SEVERAL: Final = 2
_MOST_NAMED: Final = 8


@dataclass(frozen=True, slots=True)
class ClockPanel:
    """The clock on the page of a round."""

    face: ClockFace | None
    # What a clock would be started with, where there is none yet: what was agreed, or nothing.
    agreed: Mapping[str, Any] | None
    proposals: Sequence[MinutesProposal] = ()
    # The last table to end, and by how many minutes it does so after all others.
    held_up: tuple[int, int] | None = None
    key: KeyedForm | None = None
    # Time is up at a table that plays.
    is_up: bool = False
    # Tables without a deal after the time at which a side that is missing loses, and since when.
    missing: Sequence[TableTime] = ()
    missing_since: datetime | None = None

    @property
    def is_paused(self) -> bool:
        return self.face is not None and self.face.clock.is_paused


def load_panel(drawn: Round, times: RoundTimes | None, now: datetime, *, directs: bool) -> ClockPanel | None:
    """Load what the page shows of the clock of a round; nothing where it has none and nobody starts one."""
    if times is None:
        may_start = directs and drawn.state == Round.State.PUBLISHED
        agreement = drawn.tournament.agreement
        agreed = agreed_terms(agreement) if agreement.clock_minutes is not None else None
        return ClockPanel(None, agreed) if may_start else None
    proposes = directs and drawn.tournament.agreement.clock_gives
    return ClockPanel(
        ClockFace.of_round(times, drawn.tournament.agreement.clock_end),
        None,
        load_proposals(times) if proposes else (),
        held_up_by(times.playing),
        KeyedForm(auto_id=False),
        is_up=any(time.clock.phase(now) is ClockPhase.STOPPED for time in times.playing),
        **_missing(times, drawn.tournament.agreement, now),
    )


def _missing(times: RoundTimes, agreement: EventAgreement, now: datetime) -> dict[str, Any]:
    """Return the tables at which a side may be missing: all have begun where time begins with a deal, and
    where many have no deal, they play on paper."""
    limit = agreement.clock_late * _MINUTE
    tables = [time for time in times.playing if not time.has_begun]
    if times.by_table or not tables or len(tables) > _MOST_NAMED or times.clock.run_until(now) < limit:
        return {}
    return {"missing": tables, "missing_since": times.clock.moment_of(limit)}


def held_up_by(playing: Sequence[TableTime]) -> tuple[int, int] | None:
    """Return the table whose time ends last, and how many whole minutes after that of all others."""
    if len(playing) < _SEVERAL:
        return None
    ends: list[tuple[datetime, int]] = sorted(
        ((time.clock.stops_at, time.table) for time in playing if time.clock.stops_at is not None),
        reverse=True,
    )
    if len(ends) != len(playing):
        return None
    (last, table), (before, _table) = ends[:_SEVERAL]
    minutes = (last - before) // _MINUTE
    return (table, minutes) if minutes else None
