"""Whether the results of an event are official: since when, which revision of them, and why."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from clubs.text.dates import short_datetime
from tournaments.models import Tournament
from tournaments.play.complaints import complaint_minutes, complaints_end

_SECOND: Final = 2


def not_official(event: Tournament) -> str:
    if event.revision:
        return _("The official result is being corrected: %(reason)s") % {"reason": event.revised_because}
    return _("The result is not official yet.")


def revision_note(event: Tournament) -> str:
    """That official results are being corrected, or which revision they are; empty for the first one."""
    is_open = event.state != Tournament.State.OFFICIAL
    if event.revision < (1 if is_open else _SECOND):
        return ""
    return not_official(event) if is_open else official_since(event) or ""


def complaints_note(event: Tournament) -> str:
    """Until when shown results can be complained of; empty once they have been official."""
    if event.state != Tournament.State.PRELIMINARY or event.revision or event.shown_at is None:
        return ""
    end = complaints_end(event.shown_at, complaint_minutes(event.agreement))
    return _("The result is preliminary. Complaints are taken until %(time)s.") % {
        "time": short_datetime(end)
    }


def official_since(event: Tournament) -> str | None:
    """Since when the result is official, which revision it is, and why; None where it is not."""
    if event.official_at is None or event.state != Tournament.State.OFFICIAL:
        return None
    moment = short_datetime(event.official_at)
    if event.revision < _SECOND:
        return _("Result official since %(moment)s.") % {"moment": moment}
    return _("Official result, revision %(revision)s of %(moment)s. Reason: %(reason)s") % {
        "revision": event.revision,
        "moment": moment,
        "reason": event.revised_because,
    }
