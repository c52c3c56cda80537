"""How long the shown results of an event can be complained of."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Final

from django.utils import timezone

from tournaments.agreement.agreement import EventAgreement

# For the prize giving the time to complain may be cut short, but never below this.
MIN_CORRECTION_MINUTES = 5
_NOON: Final = time(12)


def complaints_end(shown_at: datetime, minutes: int | None) -> datetime:
    """Return the end of the time to complain; without minutes noon of the next day."""
    if minutes is not None:
        return shown_at + timedelta(minutes=minutes)
    next_day = timezone.localdate(shown_at) + timedelta(days=1)
    return timezone.make_aware(datetime.combine(next_day, _NOON))


def complaint_minutes(agreement: EventAgreement) -> int | None:
    """Return for how long complaints are taken; None where that is until noon of the next day."""
    return None if agreement.official_at_noon else agreement.correction_minutes
