"""The rules in force about the clock of a round."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.agreement.agreement import EventAgreement


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
    if agreement.clock_by_table:
        yield _("The time of each table begins with its first deal.")
    else:
        yield _("The director starts the clock for all tables together.")
    if agreement.clock_gives:
        yield _("A table that waits for the director gets the minutes back that it lost.")
    else:
        yield _("Minutes lost while waiting for the director are not given back.")
