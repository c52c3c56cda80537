"""Check-in by a list of numbers, and a new one before each round."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.writing import Author, JsonValue, retried
from tournaments.models import Entry
from tournaments.models import Tournament as Event
from tournaments.running.events import refuse_official
from tournaments.running.presence import format_numbers
from tournaments.running.session import open_event


@retried
def set_here(by: Author, event: Event, here: Collection[int], seen: str | None = None) -> None:
    """Say by their numbers which entries are here: all others are not. With none a new check-in begins.

    It is taken back by saying it again. `seen` has those who were here when the page was shown: refuses where
    that has changed since.
    """
    with open_event(event, by, needs=RECORDERS) as opened:
        refuse_official(opened.event)
        entries = list(opened.event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number"))
        if not {entry.number for entry in entries} >= set(here):
            raise validation_error("numbers", _("No entry has this number."))
        before = numbers_here(entries)
        if before == sorted(here):
            opened.writing.mark_repeat()
            return
        if seen is not None and seen != format_numbers(before):
            raise NotNow(_("Somebody else has changed who plays in the meantime. Look at it once more."))
        for entry in entries:
            entry.state = Entry.State.PRESENT if entry.number in here else Entry.State.ENTERED
        Entry.objects.bulk_update(entries, ["state"])
        were: list[JsonValue] = [*before]
        are: list[JsonValue] = [*numbers_here(entries)]
        opened.writing.log("event.check_in", opened.event, before={"here": were}, after={"here": are})


def numbers_here(entries: Iterable[Entry]) -> list[int]:
    """Return the numbers of the entries that are checked in."""
    return sorted(entry.number for entry in entries if entry.state == Entry.State.PRESENT)
