"""What the public pages of an event read: its rounds, its entries with their names, places that were kept.

A fixed number of queries however many entries there are: pairings come with what their games have got to,
entries with their players and with what was charged to them. Writes nothing; must not know how it is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final, NamedTuple

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from clubs.db.single_row import number_in
from clubs.models import Player
from clubs.people.names import public_name
from scoring.models import Adjustment, Deal, DealVersion, Game, Hand, Ruling
from scoring.store import sheets
from scoring.store.sheets import ResultData
from tournaments.agreement.agreement import Agreed
from tournaments.core.standings import Placing
from tournaments.models import Entry, EntryPlayer, EventAdjustment, PairingEntry, Round, Standing
from tournaments.models import Tournament as Event
from tournaments.play import event_record
from tournaments.play.event_record import Met, Played, Story
from tournaments.play.substitutes import had_a_substitute

# What everybody may see of a round.
SHOWN = (Round.State.PUBLISHED, Round.State.CLOSED)
# By then the results are there for everybody, hidden before or not.
OVER = (Event.State.PRELIMINARY, Event.State.OFFICIAL)
# Of the deals so many are read at once.
_AT_ONCE: Final = 500


_REVISION_OF_EVENT: Final = """
    SELECT book.revision FROM tournaments_tournament AS event
    JOIN clubs_book AS book ON book.id = event.book_id
    WHERE event.id = %s
"""
_REVISION_OF_ROUND: Final = """
    SELECT book.revision FROM tournaments_round AS round
    JOIN tournaments_tournament AS event ON event.id = round.tournament_id
    JOIN clubs_book AS book ON book.id = event.book_id
    WHERE event.id = %s AND round.number = %s AND round.state IN (%s, %s)
"""


def revision_of_event(pk: int) -> int | None:
    """What an event's pages depend on, in one row."""
    return number_in(_REVISION_OF_EVENT, pk)


def revision_of_round(pk: int, number: int) -> int | None:
    """The same for a page of a round that everybody may see."""
    return number_in(_REVISION_OF_ROUND, pk, number, *(state.value for state in SHOWN))


def hides_standings(event: Event) -> bool:
    """The event keeps its standings back until it is over."""
    return event.agreed.hidden and event.state not in OVER


@dataclass(frozen=True, slots=True)
class Named:
    """An entry by those who play in it."""

    number: int
    players: tuple[Player, ...]
    call: Callable[[Player], str] = public_name

    @property
    def name(self) -> str:
        """As everybody may read it, unless it is for the desk."""
        return " – ".join(self.call(player) for player in self.players)


class AtTable(NamedTuple):
    """How far a table has got."""

    over: bool
    state: str
    deals: int
    # The number of the last deal of those agreed on, where a number of them ends the game.
    last_agreed: int | None


@dataclass(frozen=True)
class Told:
    """All that is told of an event: its story, its entries by their numbers, how far each game has got."""

    event: Event
    story: Story
    entries: Mapping[int, Named]
    charges: Counter[tuple[int, str]]
    games: Mapping[int, AtTable]

    @property
    def agreed(self) -> Agreed:
        return self.story.agreed

    @cached_property
    def hidden(self) -> bool:
        return hides_standings(self.event)

    @cached_property
    def placings(self) -> Sequence[Placing]:
        """The places as they stand now, games that are still being played included."""
        return event_record.places_of(self.story, self.charges)

    @cached_property
    def last(self) -> Round | None:
        """The last round that everybody may see."""
        return self.story.rounds[-1].round if self.story.rounds else None

    @property
    def counts(self) -> bool:
        """Whether there is a result yet."""
        return any(met.counts for played in self.story.rounds for met in played.met)

    def round(self, number: int) -> Played | None:
        return next((one for one in self.story.rounds if one.round.number == number), None)


def event_told(event: Event, call: Callable[[Player], str] = public_name) -> Told:
    """An event as everybody may read it; the desk calls people by their full names."""
    rounds, games = _rounds_of(event)
    entries, named, charges = _entries_of(event, call)
    return Told(event, Story(event, event.agreed, entries, rounds), named, charges, games)


# Rounds, with what their games have got to.


class _Sat(NamedTuple):
    """An entry at a table, as it is read."""

    round: int
    number: int
    state: str
    movement: str
    pairing: int
    table: int | None
    kind: str
    at_fault: int | None
    given: str
    by_hand: bool
    reason: str
    game: int | None
    settled: bool
    over: bool | None
    game_state: str | None
    side: int
    position: int
    entry: int
    total: int | None
    made: list[dict[str, int]] | None
    substituted: bool
    agreed: int | None
    void: int
    dealt: int
    counted: int

    @property
    def begun(self) -> bool:
        return self.counted > 0 or self.settled


def _rounds_of(event: Event) -> tuple[list[Played], dict[int, AtTable]]:
    """The rounds that everybody may see with their pairings, and how far each game has got."""
    games: dict[int, AtTable] = {}
    rounds: dict[int, Round] = {}
    met: dict[int, list[Met]] = {}
    for _pairing, together in groupby(_sat_in(event), key=lambda sat: sat.pairing):
        rows = list(together)
        first = rows[0]
        if first.number not in rounds:
            rounds[first.number] = Round(
                id=first.round,
                number=first.number,
                state=first.state,
                movement=first.movement,
                tournament_id=event.pk,
            )
        met.setdefault(first.number, []).append(_met_in(rows))
        if first.game is not None:
            last = sheets.last_number(first.agreed, first.void)
            games[first.game] = AtTable(bool(first.over), first.game_state or "", first.dealt, last)
    return [Played(rounds[number], met[number]) for number in sorted(rounds)], games


def _sat_in(event: Event) -> list[_Sat]:
    """Everybody at every table of every round, in one query."""
    dealt = Deal.objects.filter(game=OuterRef("pairing__game")).order_by().values("game")
    rows = (
        PairingEntry.objects.filter(round__tournament=event, round__state__in=SHOWN)
        .annotate(
            ruled=event_record.RULED,
            settled=event_record.SETTLED,
            total_now=event_record.total_at_side(),
            made=event_record.made_at_side(event.agreed),
            substituted=had_a_substitute(event.agreed),
            void=_void_in(event.agreed),
            dealt=_counted_in(dealt.annotate(number=Count("pk"))),
            deals_counted=_counted_in(dealt.annotate(number=Count("pk", filter=Q(state__in=Deal.COUNTED)))),
        )
        .order_by("round__number", F("pairing__table").asc(nulls_last=True), "pairing", "side", "position")
    )
    return [
        _Sat(*row)
        for row in rows.values_list(
            *("round", "round__number", "round__state", "round__movement"),
            *("pairing", "pairing__table", "pairing__kind", "pairing__at_fault", "ruled"),
            *("pairing__by_hand", "pairing__reason"),
            *("pairing__game", "settled", "pairing__game__over", "pairing__game__state"),
            *("side", "position", "entry__number", "total_now", "made", "substituted"),
            *("pairing__game__deals_agreed", "void", "dealt", "deals_counted"),
        )
    ]


def _void_in(agreed: Agreed) -> Combinable:
    """How many deals of a game are void: asked only where a number of deals ends it."""
    if agreed.deals is None:
        return Value(0)
    void = Deal.objects.filter(game=OuterRef("pairing__game"), state=Deal.State.VOID)
    return _counted_in(void.order_by().values("game").annotate(number=Count("pk")))


def _counted_in(deals: object) -> Combinable:
    """How many there are: none where no game is played."""
    return Coalesce(Subquery(deals.values("number")), Value(0))  # type: ignore[attr-defined]


def _met_in(rows: Sequence[_Sat]) -> Met:
    """A pairing, with why its result is not the one that was played."""
    met = event_record.met_at(rows)
    met.pairing.reason = rows[0].reason
    return met


# Entries, with their players and with what was charged to them.


def _entries_of(
    event: Event, call: Callable[[Player], str]
) -> tuple[dict[int, Entry], dict[int, Named], Counter[tuple[int, str]]]:
    units = EventAdjustment.Unit
    entries: dict[int, Entry] = {}
    players: dict[int, list[Player]] = {}
    charges: Counter[tuple[int, str]] = Counter()
    rows = (
        EntryPlayer.objects.filter(tournament=event)
        .select_related("entry", "player")
        .annotate(points=_charged(units.POINTS), difference=_charged(units.DIFFERENCE))
        .order_by("entry__number", "position")
    )
    for row in rows:
        number = row.entry.number
        entries[number] = row.entry
        players.setdefault(number, []).append(row.player)
        charges[number, units.POINTS.value] = row.points
        charges[number, units.DIFFERENCE.value] = row.difference
    return entries, {number: Named(number, tuple(some), call) for number, some in players.items()}, charges


def _charged(unit: EventAdjustment.Unit) -> Combinable:
    """What stands in the ledger for an entry, in one unit."""
    standing = EventAdjustment.objects.filter(entry=OuterRef("entry"), unit=unit, cancelled_at=None)
    together = standing.order_by().values("entry").annotate(together=Sum("amount"))
    return Coalesce(Subquery(together.values("together")), Value(0))


# Places that were kept.

# Of each closed round, by its number: the place of each entry.
History = Mapping[int, Mapping[int, int]]


def history_of(event: Event) -> History:
    """The places after each closed round."""
    history: dict[int, dict[int, int]] = {}
    kept = Standing.objects.filter(round__tournament=event, round__state=Round.State.CLOSED)
    rows = kept.order_by("round__number").values_list("round__number", "entry__number", "place")
    for number, entry, place in rows:
        history.setdefault(number, {})[entry] = place
    return history


# What was made in the deals.


class HandPlayed(NamedTuple):
    """One side's part of a deal that counts."""

    pairing: int
    game: int
    deal: int
    side: int
    total: int
    combinations: Mapping[str, int]


class ContractPlayed(NamedTuple):
    """A bid that was judged, and who bid it."""

    pairing: int
    side: int
    outcome: str


def hands_of(event: Event) -> list[HandPlayed]:
    """Every hand of every deal that counts, as scoring has stored it."""
    counted = Hand.objects.filter(
        deal__game__pairing__round__tournament=event,
        deal__game__pairing__round__state__in=SHOWN,
        deal__state__in=Deal.COUNTED,
    )
    rows = counted.order_by("deal__game", "deal__number", "side__number").values_list(
        *("deal__game__pairing", "deal__game", "deal__number", "side__number", "total", "combinations")
    )
    return [HandPlayed(*row) for row in rows]


def contracts_of(event: Event) -> list[ContractPlayed]:
    """Every contract that was judged; nothing is asked of a game without contracts."""
    if sheets.rules_of(event.ruleset).contract is None:
        return []
    counted = _versions_shown(event).filter(deal__state__in=Deal.COUNTED)
    rows = counted.order_by("deal__game", "deal__number").values_list(
        "deal__game__pairing", "sheet__contract__side", "result__contract__outcome"
    )
    return [
        ContractPlayed(pairing, side, outcome)
        for pairing, side, outcome in rows
        if side is not None and outcome is not None
    ]


class DealWritten(NamedTuple):
    """A deal with what it was scored at, where it was played."""

    round: int
    table: int | None
    pairing: int
    number: int
    state: str
    result: ResultData


def _versions_shown(event: Event) -> QuerySet[DealVersion]:
    """What stands of the deals that everybody may see."""
    return DealVersion.objects.filter(
        deal__game__pairing__round__tournament=event,
        deal__game__pairing__round__state__in=SHOWN,
        current=True,
    )


def number_of_deals(event: Event) -> int:
    return _versions_shown(event).count()


def deals_written(event: Event) -> Iterator[DealWritten]:
    """What is written down of every deal of an event, one after the other."""
    written = _versions_shown(event)
    order = ("deal__game__pairing__round__number", "deal__game__pairing__table", "deal__game", "deal__number")
    rows = written.order_by(*order).values_list(
        *("deal__game__pairing__round__number", "deal__game__pairing__table", "deal__game__pairing"),
        *("deal__number", "deal__state", "result"),
    )
    return (DealWritten(*row) for row in rows.iterator(chunk_size=_AT_ONCE))


def adjustments_of(event: Event) -> QuerySet[Adjustment]:
    """What was charged in the games of an event, and not taken back."""
    given = Adjustment.objects.filter(game__pairing__round__tournament=event, cancelled_at=None)
    return given.select_related("deal", "side").order_by("at", "pk")


def charges_of(event: Event) -> QuerySet[EventAdjustment]:
    """What was charged in the standings, and not taken back."""
    given = EventAdjustment.objects.filter(tournament=event, cancelled_at=None)
    return given.select_related("entry").order_by("at", "pk")


def rulings_of(event: Event) -> QuerySet[Ruling]:
    """What the jury has decided in the games of an event, and has not taken back."""
    given = Ruling.objects.filter(game__pairing__round__tournament=event, cancelled_at=None)
    return given.select_related("game__pairing__round", "deal").order_by("at", "pk")


# How a game's state is called, without reading the game.
GAME_STATES = dict(Game.State.choices)
