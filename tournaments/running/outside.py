"""Entries outside the competition: their games count for their opponents, and they have no place."""

from __future__ import annotations

from clubs.books.writing import Author, retried
from tournaments.models import Entry
from tournaments.running.events import refuse_official
from tournaments.running.kept_places import recompute_standings
from tournaments.running.session import open_event


@retried
def set_outside(by: Author, entry: Entry, *, outside: bool) -> Entry:
    """Say whether an entry plays outside the competition; it is taken back by saying the other.

    Nothing that was played changes: the others move up, or make room, in all standings.
    """
    with open_event(entry.tournament, by) as opened:
        entry = opened.get_entry(entry)
        refuse_official(opened.event)
        if entry.outside == outside:
            opened.writing.mark_repeat()
            return entry
        entry.outside = outside
        entry.save(update_fields=["outside"])
        recompute_standings(opened.event, since=1)
        opened.writing.log(
            "entry.outside", entry, before={"outside": not outside}, after={"outside": outside}
        )
        return entry
