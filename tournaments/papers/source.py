"""What an event's papers are written from: each thing is read once, when the first paper asks for it.

Reads through the queries of events and games; writes nothing, says nothing, must not know how a paper looks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from clubs.people.names import full_name
from scoring import models
from scoring.store import queries as game_queries
from tournaments.models import Entry, EventAdjustment, Round, Tournament
from tournaments.play import entry_queries, queries
from tournaments.play.queries import TableOfRound
from tournaments.public import event_view
from tournaments.public.event_view import ContractPlayed, HandPlayed, History, Told


class Charged(NamedTuple):
    """What was ruled and charged, in games and in the standings."""

    rulings: Sequence[models.Ruling]
    in_games: Sequence[models.Adjustment]
    in_standings: Sequence[EventAdjustment]


@dataclass
class Source:
    """An event with all that its papers may ask; `absolute` makes an address that a phone can follow."""

    event: Tournament
    absolute: Callable[[str], str]
    read: dict[int, Sequence[TableOfRound]] = field(default_factory=dict)

    @cached_property
    def told(self) -> Told:
        """The event as everybody may read it."""
        return event_view.event_told(self.event)

    @cached_property
    def at_desk(self) -> Told:
        """The same by full names."""
        entries = {number: replace(named, call=full_name) for number, named in self.told.entries.items()}
        return replace(self.told, entries=entries)

    @cached_property
    def history(self) -> History:
        return event_view.history_of(self.event)

    @cached_property
    def rounds(self) -> Sequence[Round]:
        """Every round there is, drawn ones too, the latest first."""
        return list(self.event.rounds.exclude(state=Round.State.REMOVED).order_by("-number"))

    def tables(self, drawn: Round) -> Sequence[TableOfRound]:
        if drawn.pk not in self.read:
            self.read[drawn.pk] = queries.tables_of(drawn)
        return self.read[drawn.pk]

    @cached_property
    def entries(self) -> Mapping[int, Entry]:
        """The entries by their numbers, with their players and where these are at home."""
        return {entry.number: entry for entry in entry_queries.entries_with_clubs(self.event)}

    @cached_property
    def tables_of_club(self) -> Sequence[models.Table]:
        return game_queries.tables_of(self.event.club)

    @cached_property
    def hands(self) -> Sequence[HandPlayed]:
        return event_view.hands_of(self.event)

    @cached_property
    def contracts(self) -> Sequence[ContractPlayed]:
        return event_view.contracts_of(self.event)

    @cached_property
    def stood_at(self) -> datetime:
        """When something was done last: what is printed is as it stood then."""
        return queries.last_act_at(self.event)

    @cached_property
    def directors(self) -> Sequence[str]:
        return queries.directors_of(self.event)

    @cached_property
    def charged(self) -> Charged:
        return Charged(
            list(event_view.rulings_of(self.event)),
            list(event_view.adjustments_of(self.event)),
            list(event_view.charges_of(self.event)),
        )
