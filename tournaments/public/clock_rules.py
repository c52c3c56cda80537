"""The rules in force about the clock of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments.agreement.agreement import EventAgreement
from tournaments.core.clock import ClockEnd

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


_ENDS: Final[Mapping[ClockEnd, _StrPromise]] = {
    ClockEnd.FINISH_DEAL: _lazy("A deal that is being played when time is up is finished, and counts."),
    ClockEnd.FINISH_LAP: _lazy(
        "When time is up the lap is finished, so that everybody has had as many turns; the deal is scored as "
        "it is then, without a bonus for going out."
    ),
    ClockEnd.STOP_AT_ONCE: _lazy(
        "When time is up play stops at once; the deal is scored as it is, without a bonus for going out."
    ),
    ClockEnd.ANNUL: _lazy("A deal that is not finished when time is up counts nothing."),
}


def clock_rules(agreement: EventAgreement) -> Iterator[str]:
    """Yield what was agreed on the clock, in an event that has one."""
    minutes, more = agreement.clock_minutes, agreement.clock_more
    if minutes is None:
        return
    if more:
        yield ngettext(
            "After %(count)s minute of a round no new deal is dealt.",
            "After %(count)s minutes of a round no new deal is dealt.",
            minutes,
        ) % {"count": minutes}
        yield ngettext("Time is up %(count)s minute later.", "Time is up %(count)s minutes later.", more) % {
            "count": more
        }
    else:
        yield ngettext(
            "Time is up after %(count)s minute of a round.",
            "Time is up after %(count)s minutes of a round.",
            minutes,
        ) % {"count": minutes}
    yield str(_ENDS[agreement.clock_end])
    if agreement.clock_by_table:
        yield _("The time of each table begins with its first deal.")
    else:
        yield _("The director starts the clock for all tables together.")
    if not agreement.clock_by_table:
        yield ngettext(
            "A side that is missing %(count)s minute after the clock was started loses by walkover.",
            "A side that is missing %(count)s minutes after the clock was started loses by walkover.",
            agreement.clock_late,
        ) % {"count": agreement.clock_late}
    if agreement.clock_gives:
        yield _("A table that waits for the director gets the minutes back that it lost.")
    else:
        yield _("Minutes lost while waiting for the director are not given back.")
    if agreement.clock_forecast:
        yield _("Everybody sees when a round will probably end.")
