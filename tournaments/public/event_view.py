"""An event as its public pages read it: rounds, entries by name, the progress of each game, stored places.

The number of queries is fixed, however many entries there are: pairings come with the progress of their
games, entries with their players and with their penalties and awards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple, Protocol, cast

from django.db.models import Count, F, OuterRef, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from clubs.db.single_row import Revision, fetch_revision
from clubs.models import Player
from clubs.people.names import public_name
from scoring.models import Deal, Game
from scoring.store import sheets
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.standings import Placing
from tournaments.models import Entry, EntryPlayer, EventAdjustment, PairingEntry, Round, Standing
from tournaments.models import Tournament as Event
from tournaments.play import event_results
from tournaments.play.event_record import EventRecord, RoundRecord
from tournaments.play.played_pairings import (
    SEAT_FIELDS,
    PlayedPairing,
    SeatRow,
    pairing_from_rows,
    seat_annotations,
)

# The states in which a round is public.
VISIBLE_ROUND_STATES = (Round.State.PUBLISHED, Round.State.CLOSED)
# In these states the results are public, whether they were hidden before or not.
FINISHED_EVENT_STATES = (Event.State.PRELIMINARY, Event.State.OFFICIAL)


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


def revision_of_event(pk: int) -> Revision | None:
    """The revision that an event's pages depend on, read with one row."""
    return fetch_revision(_REVISION_OF_EVENT, pk)


def revision_of_round(pk: int, number: int) -> Revision | None:
    """The same for the page of a round; None where the round is not public."""
    return fetch_revision(_REVISION_OF_ROUND, pk, number, *(state.value for state in VISIBLE_ROUND_STATES))


def hides_standings(event: Event) -> bool:
    """Whether the event hides its standings until it is over."""
    return event.agreement.hidden and event.state not in FINISHED_EVENT_STATES


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry with its players."""

    number: int
    players: tuple[Player, ...]
    name_of: Callable[[Player], str] = public_name

    @property
    def name(self) -> str:
        """The name as everybody may read it, unless the view is for the desk."""
        return " – ".join(self.name_of(player) for player in self.players)


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
    charges: Counter[tuple[int, str]]
    games: Mapping[int, GameProgress]

    @property
    def agreement(self) -> EventAgreement:
        return self.record.agreement

    @cached_property
    def hidden(self) -> bool:
        return hides_standings(self.event)

    @cached_property
    def placings(self) -> Sequence[Placing]:
        """The current places, counting games that are still being played."""
        return event_results.compute_placings(self.record, self.charges)

    @cached_property
    def last(self) -> Round | None:
        """The last public round."""
        return self.record.rounds[-1].round if self.record.rounds else None

    @property
    def counts(self) -> bool:
        """Whether there is a result yet."""
        return any(
            meeting.has_result for round_record in self.record.rounds for meeting in round_record.pairings
        )

    def round(self, number: int) -> RoundRecord | None:
        return next(
            (round_record for round_record in self.record.rounds if round_record.round.number == number), None
        )


def load_event_view(event: Event, name_of: Callable[[Player], str] = public_name) -> EventView:
    """Load an event with public names; the desk asks for full names."""
    rounds, games = _load_rounds(event)
    entries, named, charges = _load_entries(event, name_of)
    return EventView(event, EventRecord(event, event.agreement, entries, rounds), named, charges, games)


# Rounds, with the progress of their games.


class _PublicSeatRow(SeatRow, Protocol):
    """An entry at a table of a public round, with the progress of its game."""

    round_number: int
    round_state: str
    movement: str
    reason: str
    game_over: bool | None
    game_state: str | None
    deals_agreed: int | None
    void_deals: int
    dealt_deals: int


_PUBLIC_SEAT_FIELDS: Final = (*SEAT_FIELDS, *_PublicSeatRow.__annotations__)


def _load_rounds(event: Event) -> tuple[list[RoundRecord], dict[int, GameProgress]]:
    """The public rounds with their pairings, and the progress of each game."""
    games: dict[int, GameProgress] = {}
    rounds: dict[int, Round] = {}
    pairings: dict[int, list[PlayedPairing]] = {}
    for _pairing, seats in groupby(_load_seat_rows(event), key=lambda row: row.pairing_id):
        rows = list(seats)
        first = rows[0]
        number = first.round_number
        if number not in rounds:
            rounds[number] = Round(
                id=first.round_id,
                number=number,
                state=first.round_state,
                movement=first.movement,
                tournament_id=event.pk,
            )
        pairings.setdefault(number, []).append(_pairing_with_reason(rows))
        if first.game_id is not None:
            last = sheets.last_deal_number(first.deals_agreed, first.void_deals)
            games[first.game_id] = GameProgress(
                bool(first.game_over), first.game_state or "", first.dealt_deals, last
            )
    return [RoundRecord(rounds[number], pairings[number]) for number in sorted(rounds)], games


def _load_seat_rows(event: Event) -> Iterable[_PublicSeatRow]:
    """Every entry at every table of every public round, in one query."""
    dealt = Deal.objects.filter(game=OuterRef("pairing__game")).order_by().values("game")
    rows = (
        PairingEntry.objects.filter(round__tournament=event, round__state__in=VISIBLE_ROUND_STATES)
        .annotate(
            **seat_annotations(event.agreement),
            round_number=F("round__number"),
            round_state=F("round__state"),
            movement=F("round__movement"),
            reason=F("pairing__reason"),
            game_over=F("pairing__game__over"),
            game_state=F("pairing__game__state"),
            deals_agreed=F("pairing__game__deals_agreed"),
            void_deals=_void_deals(event.agreement),
            dealt_deals=_count_or_zero(dealt.annotate(number=Count("pk"))),
        )
        .order_by("round__number", F("pairing__table").asc(nulls_last=True), "pairing", "side", "position")
    )
    return cast("Iterable[_PublicSeatRow]", rows.values_list(*_PUBLIC_SEAT_FIELDS, named=True))


def _void_deals(agreement: EventAgreement) -> Combinable:
    """The number of void deals of a game: counted only where a number of deals ends it."""
    if agreement.deals is None:
        return Value(0)
    void = Deal.objects.filter(game=OuterRef("pairing__game"), state=Deal.State.VOID)
    return _count_or_zero(void.order_by().values("game").annotate(number=Count("pk")))


def _count_or_zero(deals: object) -> Combinable:
    """The number of these deals: 0 where there is no game."""
    return Coalesce(Subquery(deals.values("number")), Value(0))  # type: ignore[attr-defined]


def _pairing_with_reason(rows: Sequence[_PublicSeatRow]) -> PlayedPairing:
    """A pairing, with the reason why another result counts than the one that was played."""
    meeting = pairing_from_rows(rows)
    meeting.pairing.reason = rows[0].reason
    return meeting


# Entries, with their players and with their penalties and awards.


def _load_entries(
    event: Event, name_of: Callable[[Player], str]
) -> tuple[dict[int, Entry], dict[int, EntryView], Counter[tuple[int, str]]]:
    units = EventAdjustment.Unit
    entries: dict[int, Entry] = {}
    players: dict[int, list[Player]] = {}
    charges: Counter[tuple[int, str]] = Counter()
    rows = (
        EntryPlayer.objects.filter(tournament=event)
        .select_related("entry", "player")
        .annotate(points=_charged_sum(units.POINTS), difference=_charged_sum(units.DIFFERENCE))
        .order_by("entry__number", "position")
    )
    for row in rows:
        number = row.entry.number
        entries[number] = row.entry
        players.setdefault(number, []).append(row.player)
        charges[number, units.POINTS.value] = row.points
        charges[number, units.DIFFERENCE.value] = row.difference
    return (
        entries,
        {number: EntryView(number, tuple(of_entry), name_of) for number, of_entry in players.items()},
        charges,
    )


def _charged_sum(unit: EventAdjustment.Unit) -> Combinable:
    """The sum of an entry's penalties and awards in one unit."""
    standing = EventAdjustment.objects.filter(entry=OuterRef("entry"), unit=unit, cancelled_at=None)
    seats = standing.order_by().values("entry").annotate(together=Sum("amount"))
    return Coalesce(Subquery(seats.values("together")), Value(0))


# Stored places.

# The place of each entry after each closed round, by the number of the round.
PlaceHistory = Mapping[int, Mapping[int, int]]


def load_place_history(event: Event) -> PlaceHistory:
    """Load the places after each closed round."""
    history: dict[int, dict[int, int]] = {}
    standings = Standing.objects.filter(round__tournament=event, round__state=Round.State.CLOSED)
    rows = standings.order_by("round__number").values_list("round__number", "entry__number", "place")
    for number, entry, place in rows:
        history.setdefault(number, {})[entry] = place
    return history


# What was made in the deals.


# The label of each state of a game, for games that are not loaded.
GAME_STATE_LABELS = dict(Game.State.choices)
