"""The revisions that the public pages of an event depend on, each read with one row."""

from __future__ import annotations

from typing import Final

from clubs.db.single_row import Revision, fetch_revision
from tournaments.play.kept_rounds import VISIBLE_ROUND_STATES

_REVISION_OF_EVENT: Final = """
    SELECT book.revision, book.oldest_shown FROM tournaments_tournament AS event
    JOIN clubs_book AS book ON book.id = event.book_id
    WHERE event.id = %s
"""
_REVISION_OF_ROUND: Final = """
    SELECT book.revision, book.oldest_shown FROM tournaments_round AS round
    JOIN tournaments_tournament AS event ON event.id = round.tournament_id
    JOIN clubs_book AS book ON book.id = event.book_id
    WHERE event.id = %s AND round.number = %s AND round.state IN (%s, %s)
"""


_REVISION_OF_ENTRY: Final = """
    SELECT book.revision, book.oldest_shown FROM tournaments_entry AS entry
    JOIN tournaments_tournament AS event ON event.id = entry.tournament_id
    JOIN clubs_book AS book ON book.id = event.book_id
    WHERE event.id = %s AND entry.number = %s
"""


def revision_of_event(pk: int) -> Revision | None:
    """The revision that an event's pages depend on, read with one row."""
    return fetch_revision(_REVISION_OF_EVENT, pk)


def revision_of_round(pk: int, number: int) -> Revision | None:
    """The same for the page of a round; None where the round is not public."""
    return fetch_revision(_REVISION_OF_ROUND, pk, number, *(state.value for state in VISIBLE_ROUND_STATES))


def revision_of_entry(pk: int, number: int) -> Revision | None:
    """The same for the page of an entry."""
    return fetch_revision(_REVISION_OF_ENTRY, pk, number)
