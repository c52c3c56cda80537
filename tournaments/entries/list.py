"""The list of entries: who is here, who is missing, at which table, and until when one may come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from clubs.people.names import NameOf
from clubs.text.alphabet import folded
from tournaments.entries.licences import lapsed_licences
from tournaments.entries.turns_form import Turns, turns_of
from tournaments.models import Entry, EntryPlayer, Pairing, Round, Tournament
from tournaments.play.hidden_names import HiddenPlayer
from tournaments.play.names import entry_name
from tournaments.play.prizes import list_label, read_categories
from tournaments.play.queries import entry_players

# The page counts down the last hours before the limit.
_COUNTDOWN_FROM: Final = timedelta(hours=12)
_MAX_NAMED: Final = 20
# The limit is for the first round.
_FIRST_ROUND: Final = 1


@dataclass(frozen=True, slots=True)
class EntryListRow:
    """An entry with its names, its clubs and its pairing."""

    entry: Entry
    name: str
    clubs: str
    # Its pairing in the current round.
    pairing: Pairing | None = None
    # The players whose places others have taken over: their names, and their last rounds.
    former: Sequence[tuple[str, int]] = ()
    # Who of three rests.
    turns: Turns | None = None
    # Those whose licence has run out by the day of the event: their names, and until when it was valid.
    lapsed: Sequence[tuple[str, date]] = ()

    @property
    def is_gone(self) -> bool:
        return self.entry.state == Entry.State.WITHDRAWN

    @property
    def is_here(self) -> bool:
        return self.entry.state == Entry.State.PRESENT

    @property
    def categories(self) -> str:
        """The names of its categories."""
        return ", ".join(map(list_label, read_categories(self.entry.categories)))

    @property
    def missed(self) -> Sequence[int]:
        """The rounds that it misses or has missed."""
        missed: Sequence[int] = self.entry.missed
        return missed

    @property
    def plays(self) -> bool:
        """Whether its game goes on."""
        game = self.pairing.game if self.pairing else None
        return game is not None and not game.over


@dataclass(frozen=True, slots=True)
class NextRound:
    """The first round that is not published, and the entries whose game before it is not begun."""

    number: int
    open_games: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class ArrivalLimit:
    """When the event begins, until when one may come, and the seconds left; negative once it is past."""

    begins: datetime
    until: datetime
    left: int

    @property
    def is_past(self) -> bool:
        return self.left <= 0

    @property
    def is_near(self) -> bool:
        return 0 < self.left < _COUNTDOWN_FROM.total_seconds()


@dataclass(frozen=True, slots=True)
class EntryList:
    """All entries, and those that the search finds."""

    rows: Sequence[EntryListRow]
    found: Sequence[EntryListRow]
    limit: ArrivalLimit | None
    # Two sides meet, each of one entry: of an odd number one sits out in each round.
    meets_in_twos: bool = False

    @property
    def wants_filler(self) -> bool:
        return self.meets_in_twos and len(self.coming) % 2 == 1

    @property
    def coming(self) -> Sequence[EntryListRow]:
        """The entries that take part."""
        return [row for row in self.rows if not row.is_gone]

    @property
    def here(self) -> int:
        return sum(row.is_here for row in self.coming)

    @property
    def missing(self) -> Sequence[EntryListRow]:
        return [row for row in self.coming if not row.is_here]

    @property
    def waited_for(self) -> Sequence[EntryListRow]:
        """The missing entries, once they are few enough to be named."""
        return self.missing if self.here and len(self.missing) <= _MAX_NAMED else ()

    @property
    def hidden_players(self) -> Sequence[HiddenPlayer]:
        """The players of all entries who have not agreed to be named everywhere."""
        return [
            HiddenPlayer(player.pk, player.home_club_id, player.home_club.name)
            for row in self.rows
            for player in entry_players(row.entry)
            if not player.may_publish and player.erased_at is None
        ]


def build_entry_list(
    event: Tournament,
    entries: Iterable[Entry],
    pairings: Mapping[int, Pairing],
    former: Mapping[int, Sequence[EntryPlayer]],
    limit: ArrivalLimit | None,
    words: str,
    name_of: NameOf,
    next_round: NextRound,
) -> EntryList:
    rows = [
        EntryListRow(
            entry,
            entry_name(entry, name_of),
            _club_names(entry, event.club_id),
            pairings.get(entry.pk),
            [(name_of(place.player), place.until_round or 0) for place in former.get(entry.pk, ())],
            turns_of(entry, next_round.number, next_round.open_games, event.agreement.players, name_of),
            lapsed_licences(entry_players(entry), event.date, name_of),
        )
        for entry in entries
    ]
    found = [row for row in rows if _matches(row.entry, words)]
    return EntryList(rows, found, limit, event.agreement.entries_per_table == 2)


def _club_names(entry: Entry, host: int) -> str:
    """The home clubs of the players, each once; empty where all are of the host club."""
    clubs = {player.home_club_id: player.home_club.name for player in entry_players(entry)}
    return "" if clubs.keys() <= {host} else ", ".join(clubs.values())


def _matches(entry: Entry, words: str) -> bool:
    """Whether the words are the number of an entry, or parts of its players' names in any order."""
    if words.strip().isdecimal():
        return str(entry.number) == words.strip()
    players = entry_players(entry)
    return all(any(word in player.search_text for player in players) for word in folded(words).split())


def arrival_limit(event: Tournament, drawn: Round | None, now: datetime) -> ArrivalLimit | None:
    """Until when one may come to the first round; None after it, or where no time is set."""
    is_over = drawn is not None and (drawn.number > _FIRST_ROUND or drawn.state == Round.State.CLOSED)
    if event.starts_at is None or is_over:
        return None
    until = event.starts_at + timedelta(minutes=event.agreement.late_minutes)
    return ArrivalLimit(event.starts_at, until, int((until - now).total_seconds()))
