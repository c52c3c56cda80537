"""The entry of a code."""

from __future__ import annotations

import hmac
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from django.utils.timezone import localdate

from clubs.db.single_row import fetch_row
from tournaments.models import Entry, Tournament
from tournaments.play.personal_codes import code_of_entry, last_day
from tournaments.signup.codes import tidy_code

_ROW: Final = """
    SELECT entry.number, event.book_id, event.code_set, book.revision, event.date,
        (SELECT MAX(published_at) FROM tournaments_round WHERE tournament_id = event.id),
        (SELECT SUM(league_book.revision) FROM clubs_book AS league_book
            JOIN tournaments_league AS league ON league.book_id = league_book.id
            WHERE league.id IN (SELECT team.league_id FROM tournaments_team AS team
                JOIN tournaments_teamplayer AS member ON member.team_id = team.id
                JOIN tournaments_entryplayer AS place ON place.player_id = member.player_id
                WHERE place.entry_id = entry.id))
    FROM tournaments_entry AS entry
    JOIN tournaments_tournament AS event ON event.id = entry.tournament_id
    JOIN clubs_book AS book ON book.id = event.book_id
    WHERE event.id = %s AND entry.id = %s
"""


class CodeHolder(NamedTuple):
    """The entry of a right code, and the state that its page depends on."""

    event: int
    entry: int
    number: int
    code: str
    code_set: int
    revision: int
    # The sum of the revisions of the leagues in which its players are in a team.
    leagues: int
    last_day: date

    @property
    def has_ended(self) -> bool:
        return self.last_day < localdate()


def find_holder(event: int, entry: int, typed: str) -> CodeHolder | None:
    """Return the entry if this is its code, with one row."""
    row = fetch_row(_ROW, event, entry)
    if row is None:
        return None
    number, book, code_set, revision, day, published, leagues = row
    code = code_of_entry(book, entry, code_set)
    if not code_set or not hmac.compare_digest(code, tidy_code(typed)):
        return None
    last = last_day(*_as_read(day, published))
    return CodeHolder(event, entry, number, code, code_set, revision, int(leagues or 0), last)


def _as_read(day: date | str, published: datetime | str | None) -> tuple[date, datetime | None]:
    """Return the day and the moment: SQLite has texts for them, in UTC."""
    if isinstance(day, str):
        day = date.fromisoformat(day)
    if isinstance(published, str):
        published = datetime.fromisoformat(published)
    if published is not None and published.tzinfo is None:
        published = published.replace(tzinfo=UTC)
    return day, published


def entry_of_code(event: Tournament, typed: str) -> int | None:
    """Return the entry of a code that was typed without its address; all codes of the event are compared."""
    found = None
    for entry in Entry.objects.filter(tournament=event).order_by().values_list("pk", flat=True):
        code = code_of_entry(event.book_id, entry, event.code_set)
        if event.code_set and hmac.compare_digest(code, tidy_code(typed)):
            found = entry
    return found
