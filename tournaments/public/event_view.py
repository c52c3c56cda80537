"""An event as its public pages read it: rounds, entries by name, the progress of each game, stored places.

The number of queries is fixed, however many entries there are: pairings come with the progress of their
games, entries with their players and with their penalties and awards. Of closed rounds a page reads what is
kept of them (`kept_rounds`), unless it shows their games.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from django.db.models import (
    Count,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce

from clubs.db.prepared import PreparedRows
from clubs.people.names import NamedPlayer, NameOf, public_name
from clubs.web.addresses import address_of
from scoring.models import Deal, Game
from scoring.store import sheets
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.standings import Placing
from tournaments.models import EntryPlayer, EventAdjustment, PairingEntry, Round
from tournaments.models import Tournament as Event
from tournaments.play import event_results, kept_rounds
from tournaments.play.event_record import (
    EntryFacts,
    EventRecord,
    RoundRecord,
    RoundTables,
    pairings_by_round,
    seats_in_order,
)
from tournaments.play.handicaps import handicaps_of_rounds
from tournaments.play.kept_rounds import StoredRound
from tournaments.play.played_pairings import PlayedPairing, SeatFacts, SeatRow, seat_annotations
from tournaments.play.standings_sources import StandingsSource, source_of
from tournaments.public.queries import CHARGED, ClubAndLicence, charged_sums, details_of_players

# How many lists of rounds that an entry misses a process remembers.
_MAX_LISTS: Final = 256
# Of so many events a process remembers the entries.
_MAX_EVENTS: Final = 8
# In these states the results are public, whether they were hidden before or not.
FINISHED_EVENT_STATES = (Event.State.PRELIMINARY, Event.State.OFFICIAL)
# The place of each entry after each closed round, by the number of the round.
PlaceHistory = Mapping[int, Mapping[int, int]]


def hides_standings(event: Event) -> bool:
    """Whether the event hides its standings until it is over."""
    return event.agreement.hidden and event.state not in FINISHED_EVENT_STATES


class Field(NamedTuple):
    """What the agreement does not know of those who play, and what some rules are about."""

    # Somebody plays outside the competition; a pair has a third player.
    has_outside: bool = False
    takes_turns: bool = False
    # How many are entered and have not withdrawn.
    entries: int = 0


class EntryView(NamedTuple):
    """An entry with its players."""

    number: int
    players: tuple[NamedPlayer, ...]
    name_of: NameOf = public_name
    # Of more players than play: the rounds in which each of them rests.
    rests: tuple[tuple[int, ...], ...] = ()

    def resting_in(self, number: int) -> list[NamedPlayer]:
        """Who of them rests in a round."""
        return [player for player, rounds in zip(self.players, self.rests, strict=False) if number in rounds]

    @property
    def name(self) -> str:
        """The name as everybody may read it, unless the view is for the desk or the hall."""
        return " – ".join([self.name_of(player) for player in self.players])


class NameLink(NamedTuple):
    """The name of an entry or a player, and the address of a page about it; empty where there is none."""

    name: str
    address: str


class GameProgress(NamedTuple):
    """How far a game has come."""

    over: bool
    state: str
    deals: int
    # The number of the last deal, where the event has agreed on a number of deals.
    last_agreed: int | None


@dataclass(frozen=True)
class EventView:
    """An event as a page shows it: its record, its entries by their numbers, the progress of its games."""

    event: Event
    record: EventRecord
    entries: Mapping[int, EntryView]
    # The penalties and awards in the standings with what was carried over, and the latter alone.
    charges: Counter[tuple[int, str]]
    carried: Counter[tuple[int, str]]
    games: Mapping[int, GameProgress]
    history: PlaceHistory
    # A game of any round is over and not signed.
    has_unsigned: bool = False

    @property
    def agreement(self) -> EventAgreement:
        return self.record.agreement

    @property
    def source(self) -> StandingsSource:
        """Where its standings come from."""
        return source_of(self.event)

    @cached_property
    def hidden(self) -> bool:
        return hides_standings(self.event)

    @cached_property
    def _standings(self) -> event_results.EventStandings:
        """The current standings, counting games that are still being played."""
        return self.source.compute(self.record, self.charges)

    @property
    def placings(self) -> Sequence[Placing]:
        """The current places."""
        return self._standings.placings

    @cached_property
    def everybody(self) -> Sequence[Placing]:
        """The current places, and after them those who play outside the competition, without places."""
        return self._standings.everybody

    @property
    def field(self) -> Field:
        """What rules are about that the agreement does not know."""
        return Field(
            has_outside=any(entry.outside for entry in self.record.entries.values()),
            takes_turns=any(len(entry.players) > self.agreement.players for entry in self.entries.values()),
            entries=sum(entry.until_round is None for entry in self.record.entries.values()),
        )

    @cached_property
    def clubs_and_licences(self) -> Mapping[int, ClubAndLicence]:
        """What files say of the players, read once however many languages a paper is in."""
        return details_of_players(self.event)

    def entry_address(self, number: int) -> str:
        """The address of the page of an entry."""
        return address_of("tournaments:event_entry", self.event.pk, number)

    def entry_link(self, number: int) -> NameLink:
        return NameLink(self.entries[number].name, self.entry_address(number))

    @cached_property
    def last(self) -> Round | None:
        """The last public round."""
        return self.record.rounds[-1].round if self.record.rounds else None

    @property
    def counts(self) -> bool:
        """Whether there is a result yet."""
        return self.source.has_results(self.record)

    def round(self, number: int) -> RoundRecord | None:
        return next(
            (round_record for round_record in self.record.rounds if round_record.round.number == number), None
        )


def load_event_view(
    event: Event, name_of: NameOf = public_name, games_of: Collection[int] | None = None
) -> EventView:
    """Load an event with public names; the desk and the hall ask for full names.

    `games_of` names the rounds that the page shows game by game, besides the last one. Of other closed rounds
    only what is kept is read, and their games are not in `games`. Without it all rounds are read.
    """
    stored = kept_rounds.load_rounds(event)
    live = _load_live_tables(event, stored, games_of)
    entries = _load_entries(event, name_of)
    rounds = [RoundRecord(each.round, _tables_of(each, live.pairings)) for each in stored]
    history = {each.round.number: each.kept.places for each in stored if each.kept is not None}
    record = EventRecord(event, event.agreement, entries.facts, rounds)
    has_unsigned = any(each.event_has_unsigned for each in stored)
    charges, carried = entries.charges, entries.carried
    return EventView(event, record, entries.views, charges, carried, live.games, history, has_unsigned)


# Tables that are not kept, with the progress of their games.


class _LiveTables(NamedTuple):
    """Pairings by the row of their round, and the progress of their games."""

    pairings: Mapping[int, Sequence[PlayedPairing]]
    games: Mapping[int, GameProgress]


# What is read besides of the game at a table: the arguments of `_progress_of`.
_PROGRESS_FIELDS: Final = ("game_state", "deals_agreed", "dealt_deals", "void_deals")
_SEAT_WIDTH: Final = len(SeatRow._fields)


def _load_live_tables(
    event: Event, stored: Sequence[StoredRound], games_of: Collection[int] | None
) -> _LiveTables:
    """Load the tables of rounds that are played or shown, and those that were left out of what is kept."""
    rounds: list[int] = []
    left_out: list[int] = []
    for each in stored:
        shown = games_of is None or each.round.number in games_of or each is stored[-1]
        if each.kept is None or shown:
            rounds.append(each.round.pk)
        else:
            left_out += each.kept.left_out
    if not rounds and not left_out:
        return _LiveTables({}, {})
    rows = list(_seats_at(event.agreement, rounds, left_out))
    seats = [SeatRow._make(row[:_SEAT_WIDTH]) for row in rows]
    # Each entry at a table has a row, and the game is the same in all of them.
    games = {seat.game_id: (seat, row) for seat, row in zip(seats, rows, strict=True)}
    return _LiveTables(
        pairings_by_round(seats, handicaps_of_rounds(event, [each.round for each in stored])),
        {
            game: _progress_of(seat, *row[_SEAT_WIDTH:])
            for game, (seat, row) in games.items()
            if game is not None
        },
    )


def _seats_at(
    agreement: EventAgreement, rounds: Sequence[int], pairings: Sequence[int]
) -> Iterable[Sequence[Any]]:
    """Load every entry at the tables of these rounds and at these other tables, in one query."""
    facts = SeatFacts.of(agreement)
    if len(rounds) == 1 and not pairings:
        return _seats_of_round(facts).rows(rounds[0])
    return _public_seats(PairingEntry.objects.filter(Q(round__in=rounds) | Q(pairing__in=pairings)), facts)


@cache
def _seats_of_round(facts: SeatFacts) -> PreparedRows:
    """Return the query for the usual page: one round is played, and all that is closed is kept."""
    return PreparedRows(lambda drawn: _public_seats(PairingEntry.objects.filter(round=drawn), facts), int)


def _public_seats(seats: QuerySet[PairingEntry], facts: SeatFacts) -> QuerySet[PairingEntry, tuple[Any, ...]]:
    dealt = Deal.objects.filter(game=OuterRef("pairing__game")).order_by().values("game")
    annotated = seats_in_order(seats).annotate(
        **seat_annotations(facts),
        game_state=F("pairing__game__state"),
        deals_agreed=F("pairing__game__deals_agreed"),
        void_deals=_void_deals(facts),
        dealt_deals=_count_or_zero(dealt.annotate(number=Count("pk"))),
    )
    return annotated.values_list(*SeatRow._fields, *_PROGRESS_FIELDS)


def _progress_of(seat: SeatRow, state: str, deals_agreed: int | None, dealt: int, void: int) -> GameProgress:
    return GameProgress(bool(seat.game_over), state, dealt, sheets.last_deal_number(deals_agreed, void))


def _void_deals(facts: SeatFacts) -> Combinable:
    """The number of void deals of a game: counted only where a number of deals ends it."""
    if not facts.deals_end_games:
        return Value(0)
    void = Deal.objects.filter(game=OuterRef("pairing__game"), state=Deal.State.VOID)
    return _count_or_zero(void.order_by().values("game").annotate(number=Count("pk")))


def _count_or_zero(deals: object) -> Combinable:
    """The number of these deals: 0 where there is no game."""
    return Coalesce(Subquery(deals.values("number")), Value(0))  # type: ignore[attr-defined]


def _tables_of(stored: StoredRound, live: Mapping[int, Sequence[PlayedPairing]]) -> RoundTables:
    """The tables of a round: those that were read, and of those that are kept the others, in their order."""
    read = live.get(stored.round.pk, ())
    if stored.kept is None:
        return RoundTables(tuple(read))
    if not read:
        return stored.kept.tables
    fresh = {pairing.pk for pairing in read}
    kept = (pairing for pairing in stored.kept.tables.pairings if pairing.pk not in fresh)
    return RoundTables(tuple(sorted([*read, *kept], key=_order_of_tables)))


def _order_of_tables(pairing: PlayedPairing) -> tuple[bool, int, int]:
    """By the number of the table; those who sit out come last."""
    return pairing.table is None, pairing.table or 0, pairing.pk


# Entries, with their players and with their penalties and awards.


class _Entries(NamedTuple):
    """The entries of an event, with their players and with their penalties and awards."""

    facts: Mapping[int, EntryFacts]
    views: Mapping[int, EntryView]
    charges: Counter[tuple[int, str]]
    carried: Counter[tuple[int, str]]


def _load_entries(event: Event, name_of: NameOf) -> _Entries:
    return _read_entries(tuple(_PLAYERS_OF_EVENT.rows(event.pk)), name_of)


@lru_cache(maxsize=_MAX_EVENTS)
def _read_entries(rows: Sequence[Sequence[Any]], name_of: NameOf) -> _Entries:
    """Read the rows of the players. While an event is played they are the same for deal after deal."""
    entries: dict[int, EntryFacts] = {}
    views: dict[int, EntryView] = {}
    charges: Counter[tuple[int, str]] = Counter()
    carried: Counter[tuple[int, str]] = Counter()
    for number, group in groupby(rows, key=itemgetter(_NUMBER_COLUMN)):
        first, *others = group
        entries[number] = EntryFacts._make([*first[_ENTRY_COLUMNS], _round_numbers(first[-1])])
        players = tuple([NamedPlayer._make(row[_PLAYER_COLUMNS]) for row in (first, *others)])
        views[number] = EntryView(
            number, players, name_of, tuple([_round_numbers(row[_RESTS_COLUMN]) for row in (first, *others)])
        )
        for (kind, unit), amount in zip(CHARGED, first, strict=False):
            if amount:
                charges[number, unit.value] += amount
                if kind == EventAdjustment.Kind.CARRIED:
                    carried[number, unit.value] = amount
    return _Entries(entries, views, charges, carried)


@lru_cache(maxsize=_MAX_LISTS)
def _round_numbers(json_list: str) -> tuple[int, ...]:
    """Read the rounds that an entry misses; the same few lists come again for each entry."""
    return tuple(json.loads(json_list))


# The rounds that it misses come last, as text.
_ENTRY_FIELDS: Final = EntryFacts._fields[:-1]


_PLAYERS_OF_EVENT: Final = PreparedRows(
    lambda event: (
        EntryPlayer.objects.filter(tournament=event, until_round=None)
        .order_by("entry__number", "position")
        .values_list(
            *charged_sums(event),
            *(f"player__{name}" for name in NamedPlayer._fields),
            *(f"entry__{name}" for name in _ENTRY_FIELDS),
            Cast("rests", TextField()),
            Cast("entry__missed", TextField()),
        )
    ),
    int,
)
# After the charges.
_PLAYER_COLUMNS: Final = slice(len(CHARGED), len(CHARGED) + len(NamedPlayer._fields))
_RESTS_COLUMN: Final = -2
_ENTRY_COLUMNS: Final = slice(_PLAYER_COLUMNS.stop, _RESTS_COLUMN)
_NUMBER_COLUMN: Final = _PLAYER_COLUMNS.stop + _ENTRY_FIELDS.index("number")


# The label of each state of a game, for games that are not loaded.
GAME_STATE_LABELS = dict(Game.State.choices)
