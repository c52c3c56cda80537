"""The codes by which the players of an entry open its own page.

A code follows from the secret of the installation, the event, the entry and the set of codes that is valid.
The database has none of them, and no digest: whoever has it alone can neither read a code nor try one.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import date, datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Max
from django.urls import reverse
from django.utils.timezone import localdate

from clubs.accounts.verbs import legible
from tournaments.models import Tournament

# After the day of the event, or that of its latest round.
KEPT_DAYS: Final = 30


def code_of_entry(book: int, entry: int, code_set: int) -> str:
    """Return the code of an entry: three groups of four letters and digits."""
    text = f"talon page of an entry {book}/{entry}/{code_set}".encode()
    return legible(hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).digest())


def personal_path(event: Tournament, entry: int) -> str:
    """Return the path of the own page of an entry; empty where the event has no codes."""
    if not event.code_set:
        return ""
    code = code_of_entry(event.book_id, entry, event.code_set)
    return reverse("tournaments:my_page", args=[event.pk, entry, code])


def last_day(day: date, published: datetime | None) -> date:
    """Return the last day on which the codes open anything, by the event's day and its latest round."""
    latest = day if published is None else max(day, localdate(published))
    return latest + timedelta(days=KEPT_DAYS)


def last_day_of(event: Tournament) -> date:
    """Return the last day on which the codes of an event open anything, as far as is known now."""
    return last_day(event.date, event.rounds.aggregate(latest=Max("published_at"))["latest"])
