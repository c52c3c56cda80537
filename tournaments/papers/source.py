"""The data for the papers of an event: each query runs once, when the first paper needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from clubs.books.officials import Officials, officials_of
from clubs.books.state import BookState, state_of
from clubs.people.names import NameOf, full_name
from scoring import models
from scoring.store import table_queries
from tournaments.models import Entry, EventAdjustment, Round, Tournament
from tournaments.play import entry_queries, queries
from tournaments.play.names import hall_name_of
from tournaments.play.queries import PairingWithSides
from tournaments.public import event_view
from tournaments.public.event_view import EventView
from tournaments.public.queries import (
    JudgedContract,
    ScoredHand,
    event_rulings,
    event_warnings,
    game_charges,
    judged_contracts,
    rulings_with_sides,
    scored_hands,
    standings_charges,
)


class EventCharges(NamedTuple):
    """Rulings, and penalties and awards in games and in the standings."""

    rulings: Sequence[models.Ruling]
    in_games: Sequence[models.Adjustment]
    in_standings: Sequence[EventAdjustment]


@dataclass
class PaperSource:
    """An event with the data of its papers; `absolute` makes a path an address that a phone can follow."""

    event: Tournament
    absolute: Callable[[str], str]
    tables_by_round: dict[int, Sequence[PairingWithSides]] = field(default_factory=dict)

    @cached_property
    def state(self) -> BookState | None:
        """The state of the event of which everything is printed."""
        return state_of(self.event.book)

    @cached_property
    def name_of(self) -> NameOf:
        """How names are written on what hangs in the hall."""
        return hall_name_of(self.event)

    @cached_property
    def view(self) -> EventView:
        """The event with the names of the hall."""
        return event_view.load_event_view(self.event, self.name_of)

    @cached_property
    def full_name_view(self) -> EventView:
        """The event with full names."""
        entries = {number: entry._replace(name_of=full_name) for number, entry in self.view.entries.items()}
        return replace(self.view, entries=entries)

    @cached_property
    def rounds(self) -> Sequence[Round]:
        """Every round that was not removed, the latest first."""
        rounds = self.event.rounds.exclude(state=Round.State.REMOVED)
        return list(queries.without_draw(rounds).order_by("-number"))

    def tables(self, drawn: Round) -> Sequence[PairingWithSides]:
        if drawn.pk not in self.tables_by_round:
            self.tables_by_round[drawn.pk] = queries.get_round_tables(drawn)
        return self.tables_by_round[drawn.pk]

    @cached_property
    def entries(self) -> Mapping[int, Entry]:
        """The entries by their numbers, with the players and their home clubs."""
        return {entry.number: entry for entry in entry_queries.entries_with_clubs(self.event)}

    @cached_property
    def first_tables(self) -> Mapping[int, int]:
        """The table of each entry in round 1, by its number; empty before that is drawn."""
        return queries.tables_in_round(self.event, 1)

    @cached_property
    def tables_of_club(self) -> Sequence[models.Table]:
        return table_queries.tables_with_cards(self.event.club)

    @cached_property
    def hands(self) -> Sequence[ScoredHand]:
        return scored_hands(self.event)

    @cached_property
    def contracts(self) -> Sequence[JudgedContract]:
        return judged_contracts(self.event)

    @cached_property
    def as_of(self) -> datetime:
        """When the event was changed last; the papers show it as of then."""
        return queries.last_logged_at(self.event)

    @cached_property
    def officials(self) -> Officials:
        """Who directs the event, and its jury."""
        return officials_of([self.event.book])[self.event.book_id]

    @cached_property
    def full_rulings(self) -> Sequence[models.Ruling]:
        """The rulings with the sides of their games, their juries and their points."""
        return list(rulings_with_sides(self.event))

    @cached_property
    def warnings(self) -> Sequence[models.WrittenWarning]:
        return list(event_warnings(self.event))

    @cached_property
    def charges(self) -> EventCharges:
        return EventCharges(
            list(event_rulings(self.event)),
            list(game_charges(self.event)),
            list(standings_charges(self.event)),
        )
