"""Queries of an event for pages and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Count, F, Model, OuterRef, Prefetch, Q, QuerySet

from clubs.models import Club, Player
from clubs.people.queries import members_of
from scoring.models import Deal, Game, Side
from scoring.store import sheets
from scoring.store.table_queries import attention_flags
from tournaments.core.results import COUNT_AS_PLAYED, ResultKind
from tournaments.models import Entry, EntryPlayer, EventAdjustment, Pairing, PairingEntry, Round, Tournament
from tournaments.play.handicaps import RoundHandicaps, handicaps_of_round

_Row = TypeVar("_Row", bound=Model)


def prefetch_players(path: str = "places") -> Prefetch[str, QuerySet[EntryPlayer], str]:
    return Prefetch(path, queryset=current_places().select_related("player"))


def current_places() -> QuerySet[EntryPlayer]:
    """Return the players whom entries have now, without those whose places others have taken."""
    return EntryPlayer.objects.filter(until_round=None).order_by("position")


def get_entries(event: Tournament) -> QuerySet[Entry]:
    return event.entries.order_by("number").prefetch_related(prefetch_players())


def eligible_players(event: Tournament, words: str = "") -> QuerySet[Player]:
    """Return who may be entered: the members of the event's club and, of a federation, of all its clubs."""
    return members_of(Club.objects.filter(Q(pk=event.club_id) | Q(federation=event.club_id)), words)


def members_without_entry(event: Tournament) -> QuerySet[Player]:
    """Return those who may be entered and are in no entry, in alphabetical order."""
    entered = EntryPlayer.objects.filter(tournament=event, active=True).values("player")
    return eligible_players(event).exclude(pk__in=entered)


def entry_players(entry: Entry) -> list[Player]:
    return [place.player for place in entry.places.all() if place.until_round is None]


@dataclass(frozen=True, slots=True)
class PairingSide:
    """A side of a pairing: its entries, its total where a game is played, and with what it begins."""

    entries: Sequence[Entry]
    total: int | None
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class PairingWithSides:
    """A pairing of a round with its sides in their order."""

    pairing: Pairing
    sides: Sequence[PairingSide]
    # The number of the last deal, where the event has agreed on a number of deals.
    last_agreed: int | None

    @property
    def has_totals(self) -> bool:
        """Whether the totals count: not where it is a walkover or a ruling that does."""
        return self.pairing.game is not None and ResultKind(self.pairing.kind) in COUNT_AS_PLAYED

    @property
    def blocks_closing(self) -> bool:
        """Whether the round cannot be closed before this game is over; not where another result was ruled."""
        game = self.pairing.game
        return game is not None and self.pairing.kind == Pairing.Kind.PLAYED and not game.over


def get_round_tables(drawn: Round) -> list[PairingWithSides]:
    """Return the pairings of a round with the progress of each table: tables by number, then sit-outs."""
    return with_sides(round_pairings(drawn), handicaps_of_round(drawn))


def round_pairings(drawn: Round) -> QuerySet[Pairing]:
    """Return the pairings of a round for `with_sides`, in the order of the tables."""
    entered = PairingEntry.objects.select_related("entry").order_by("side", "position")
    pairings = (
        drawn.pairings.select_related("game")
        .prefetch_related(
            Prefetch("entered", queryset=entered.prefetch_related(prefetch_players("entry__places"))),
            Prefetch("game__sides", queryset=Side.objects.order_by("number")),
        )
        .annotate(
            deals_played=Count("game__deals"),
            deals_void=Count("game__deals", filter=Q(game__deals__state=Deal.State.VOID)),
        )
        .annotate(**attention_flags(OuterRef("game")))
    )
    return pairings.order_by(F("table").asc(nulls_last=True), "pk")


def with_sides(pairings: Iterable[Any], given: RoundHandicaps | None) -> list[PairingWithSides]:
    """Return each of these `round_pairings` with its sides."""
    return [
        PairingWithSides(pairing, _sides_at(pairing, given), _last_agreed(pairing.game, pairing.deals_void))
        for pairing in pairings
    ]


def _last_agreed(game: Game | None, void: int) -> int | None:
    return None if game is None else sheets.last_deal_number(game.deals_agreed, void)


def pairing_side_names(pairing: Pairing, name_of: Callable[[Player], str]) -> list[str]:
    """Return the names of the sides of a pairing."""
    entered = pairing.entered.order_by("side", "position").prefetch_related(prefetch_players("entry__places"))
    sides: dict[int, list[str]] = {}
    for row in entered:
        sides.setdefault(row.side, []).extend(name_of(player) for player in entry_players(row.entry))
    return [" – ".join(sides[side]) for side in sorted(sides)]


def get_event_adjustments(event: Tournament) -> QuerySet[EventAdjustment]:
    """Return the penalties and awards in the standings, oldest first."""
    rows = event.adjustments.select_related("entry", "author").order_by("at", "pk")
    return rows.prefetch_related(prefetch_players("entry__places"))


def _sides_at(pairing: Pairing, handicaps: RoundHandicaps | None) -> list[PairingSide]:
    by_side: dict[int, list[Entry]] = {}
    for row in pairing.entered.all():
        by_side.setdefault(row.side, []).append(row.entry)
    sides = [by_side[side] for side in sorted(by_side)]
    totals = [side.result for side in pairing.game.sides.all()] if pairing.game else [None] * len(sides)
    numbers = [[entry.number for entry in side] for side in sides]
    points = () if handicaps is None else handicaps.points_of_sides(numbers)
    return [
        PairingSide(side, total, handicap)
        for side, total, handicap in zip(sides, totals, points or (0,) * len(sides), strict=True)
    ]


def current_round(event: Tournament) -> Round | None:
    """Return the round that was drawn last, without the input and the proposal of its draw."""
    return without_draw(event.rounds.exclude(state=Round.State.REMOVED)).order_by("-number").first()


def all_rounds(event: Tournament) -> QuerySet[Round]:
    """Return all rounds, also removed ones, in the order in which they were drawn."""
    return without_draw(event.rounds.all()).order_by("pk")


def without_draw(rows: QuerySet[_Row], path: str = "") -> QuerySet[_Row]:
    """Leave out the columns of a round that grow with the field: the input of its draw, and the proposal.

    `path` leads to the round. A round that comes with each of a thousand pairings would be parsed as often.
    """
    return rows.defer(*(f"{path}__{column}" if path else column for column in ("draw_input", "proposal")))


def tables_in_round(event: Tournament, number: int) -> dict[int, int]:
    """Return the table of each entry, by its number, in a round that is drawn; empty before that."""
    seated = PairingEntry.objects.filter(round__tournament=event, round__number=number)
    rows = seated.exclude(round__state=Round.State.REMOVED).values_list("entry__number", "pairing__table")
    return {entry: table for entry, table in rows.order_by() if table is not None}


def find_rounds(games: QuerySet[Game]) -> dict[int, int]:
    """Return the number of the round of each game that is played in an event."""
    seated = Pairing.objects.filter(game__in=games).order_by()
    return {game: number for game, number in seated.values_list("game", "round__number") if game is not None}


def last_logged_at(event: Tournament) -> datetime:
    """Return the time of the last log entry of the event and its games."""
    last = event.book.log.order_by("-number").values_list("at", flat=True)[:1]
    return last.get()
