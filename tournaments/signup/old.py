"""What people have typed to sign up is kept no longer than it is of use."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from clubs.books.writing import Author, retried, writing
from tournaments.models import Signup, Tournament

# After the day of the event.
KEPT_DAYS: Final = 30


def remove_old_signups(by: Author, today: date) -> int:
    """Delete the sign-ups of events that are over for so long; returns of how many events."""
    old = Tournament.objects.filter(date__lt=today - timedelta(days=KEPT_DAYS), signups__isnull=False)
    events = list(old.select_related("book").distinct().order_by("pk"))
    for event in events:
        _remove_signups(by, event)
    return len(events)


@retried
def _remove_signups(by: Author, event: Tournament) -> None:
    with writing(event.book, by) as act:
        rows = Signup.objects.filter(tournament=event)
        number = rows.count()
        if not number:
            act.mark_repeat()
            return
        rows.delete()
        act.log("signups.deleted", event, before={"number_of_signups": number})
