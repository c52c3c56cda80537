"""What the page of entries shows: who is here, who is missing, at which table, until when one may come.

Knows how entries stand; must not query anything, nor know how it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from clubs.models import Player
from clubs.text.alphabet import folded
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.play.names import pair_name
from tournaments.play.queries import players_of

# Longer before the limit nobody counts the minutes.
_COUNTED_DOWN: Final = timedelta(hours=12)
_MOST_NAMED: Final = 20
# The late limit is that of the first round.
_FIRST: Final = 1


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as the page shows it."""

    entry: Entry
    name: str
    clubs: str
    # Where it stands in the round that is on.
    pairing: Pairing | None = None

    @property
    def is_gone(self) -> bool:
        return self.entry.state == Entry.State.WITHDRAWN

    @property
    def is_here(self) -> bool:
        return self.entry.state == Entry.State.PRESENT

    @property
    def plays(self) -> bool:
        """Whether it sits in a game that goes on."""
        game = self.pairing.game if self.pairing else None
        return game is not None and not game.over


@dataclass(frozen=True, slots=True)
class Limit:
    """When the event begins, until when one may come, how many seconds are left (below nothing: passed)."""

    begins: datetime
    until: datetime
    left: int

    @property
    def is_past(self) -> bool:
        return self.left <= 0

    @property
    def is_near(self) -> bool:
        return 0 < self.left < _COUNTED_DOWN.total_seconds()


@dataclass(frozen=True, slots=True)
class Listing:
    """All entries, and those of them that a search has left."""

    rows: Sequence[Row]
    found: Sequence[Row]
    limit: Limit | None

    @property
    def coming(self) -> Sequence[Row]:
        """Who takes part."""
        return [row for row in self.rows if not row.is_gone]

    @property
    def here(self) -> int:
        return sum(row.is_here for row in self.coming)

    @property
    def missing(self) -> Sequence[Row]:
        return [row for row in self.coming if not row.is_here]

    @property
    def waited_for(self) -> Sequence[Row]:
        """Who is missing, once they are few enough to be named on top."""
        return self.missing if self.here and len(self.missing) <= _MOST_NAMED else ()


def listing_of(
    event: Tournament,
    entries: Iterable[Entry],
    pairings: Mapping[int, Pairing],
    limit: Limit | None,
    words: str,
    call: Callable[[Player], str],
) -> Listing:
    rows = [
        Row(entry, pair_name(entry, call), _clubs_of(entry, event.club_id), pairings.get(entry.pk))
        for entry in entries
    ]
    return Listing(rows, [row for row in rows if _is_meant(row.entry, words)], limit)


def _clubs_of(entry: Entry, host: int) -> str:
    """Where the players are at home, each club once; nothing where all are of the host club."""
    clubs = {player.home_club_id: player.home_club.name for player in players_of(entry)}
    return "" if clubs.keys() <= {host} else ", ".join(clubs.values())


def _is_meant(entry: Entry, words: str) -> bool:
    """Whether these words name an entry: its number, or parts of its players' names in any order."""
    if words.strip().isdecimal():
        return str(entry.number) == words.strip()
    players = players_of(entry)
    return all(any(word in player.found_by for player in players) for word in folded(words).split())


def late_limit(event: Tournament, drawn: Round | None, now: datetime) -> Limit | None:
    """Until when one may come to the first round; nothing once a later round is on, or no time is set."""
    over = drawn is not None and (drawn.number > _FIRST or drawn.state == Round.State.CLOSED)
    if event.starts_at is None or over:
        return None
    until = event.starts_at + timedelta(minutes=event.agreed.late_minutes)
    return Limit(event.starts_at, until, int((until - now).total_seconds()))
