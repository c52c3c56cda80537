"""Events that are drafts: nobody but those who work at them sees them before they are announced."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.models import Announcement, Tournament


def is_draft(event: Tournament) -> bool:
    """Whether an event is hidden; it is read without a query where the announcement was selected with it."""
    try:
        return event.announcement.hides(event)
    except Announcement.DoesNotExist:
        return False


def without_drafts(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Leave out the events that are hidden, from a list that everybody sees."""
    return events.filter(
        Q(announcement=None)
        | Q(announcement__hides_event=False)
        | Q(announcement__announced_at__isnull=False)
        | ~Q(state=Tournament.State.OPEN)
    )
