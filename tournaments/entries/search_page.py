"""The page that makes an entry by search: the players chosen so far, and those that the search finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import Player
from clubs.people.names import full_name
from tournaments.models import Tournament
from tournaments.play import entry_queries
from tournaments.play.entry_queries import LateEntryTerms, MemberSearch


@dataclass(frozen=True, slots=True)
class EntrySearchPage:
    """What the page shows."""

    event: Tournament
    words: str
    chosen: Sequence[Player]
    found: MemberSearch
    coming: LateEntryTerms
    # The search was sent, and not only typed.
    is_sent: bool
    # Whether the reader may add players to the club.
    adds: bool

    @property
    def chosen_ids(self) -> str:
        return player_ids(self.chosen)

    @property
    def lapsed(self) -> set[int]:
        """Whose licence has run out by the day of the event."""
        return {player.pk for player in self.found.players if player.has_lapsed(self.event.date)}

    @property
    def only(self) -> Player | None:
        """The one player whom a search has found that was sent: Enter again chooses them."""
        if not self.is_sent or not self.words or self.found.has_more:
            return None
        free = [player for player in self.found.players if player.entered_as is None]
        return free[0] if len(free) == 1 else None

    @property
    def names(self) -> str:
        return " – ".join(full_name(player) for player in self.chosen)

    @property
    def is_last(self) -> bool:
        """Whether the next player completes the entry."""
        return len(self.chosen) + 1 >= self.event.agreement.players


def load_entry_search_page(
    event: Tournament, words: str, chosen: Sequence[Player], *, is_sent: bool, adds: bool
) -> EntrySearchPage:
    return EntrySearchPage(
        event=event,
        words=words,
        chosen=chosen,
        found=entry_queries.search_members(event, words, without=chosen),
        coming=entry_queries.get_late_entry_terms(event),
        is_sent=is_sent,
        adds=adds,
    )


def player_ids(players: Sequence[Player]) -> str:
    """The ids of players as a form sends them."""
    return " ".join(str(player.pk) for player in players)
