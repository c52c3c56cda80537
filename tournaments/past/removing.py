"""The verb that takes back what one list of past results has made, while nothing else rests on it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from clubs import people
from clubs.books.permissions import DIRECTORS
from clubs.books.refusals import NotNow
from clubs.books.removal import chain_facts, remove_books
from clubs.books.writing import Author, Writing, club_book, retried, writing
from clubs.models import Book, Club, Player
from tournaments.models import Tournament
from tournaments.past.adding import REMOVED

# The log of such an event begins and ends with the act that has made it.
_ENTRIES_OF_LOG = 1


def check_removable(events: Collection[int]) -> list[Tournament]:
    """Return those of these events that are still there. Raises NotNow where something was done in one."""
    found = Tournament.objects.filter(pk__in=events, standings_from=Tournament.StandingsFrom.LIST)
    listed = list(found.select_related("book").order_by("pk"))
    if not listed:
        raise NotNow(_("It has been removed."))
    for event in listed:
        if event.book.entries > _ENTRIES_OF_LOG:
            raise NotNow(_("“%(event)s” was archived or taken along since.") % {"event": event.name})
    return listed


@retried
def remove_past_results(
    by: Author, club: Club, events: Collection[int], players: Collection[int], digest: str
) -> None:
    """Delete these events, and the players who were added with them and on whom nothing else is recorded.

    The log of the club keeps the names of the events, and the length and the head of the log of each.
    """
    books = Book.objects.filter(tournament__in=events)
    with writing(club_book(club), by, needs=DIRECTORS, also_lock=books) as act:
        listed = check_removable(events)
        _remove_events(act, listed)
        people.delete_free_players_in(act, Player.objects.filter(pk__in=players, home_club=club))
        act.log(
            REMOVED,
            club,
            before={
                "file": digest,
                "number_of_events": len(listed),
                "removed_events": [
                    {"name": event.name, "day": event.date.isoformat(), **chain_facts(event.book)}
                    for event in listed
                ],
            },
        )


def _remove_events(act: Writing, events: Sequence[Tournament]) -> None:
    Tournament.objects.filter(pk__in=[event.pk for event in events]).delete()
    act.book.revision += remove_books([event.book for event in events])
