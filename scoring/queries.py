"""What pages and reports read of a game: every read with a join is here. Writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from clubs.models import Player
from clubs.names import public_name
from scoring.models import Deal, DealVersion, Game, Seat, Side, Table


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal of a game with its current version, as pages and protocols show it."""

    deal: Deal
    version: DealVersion


def with_sides() -> QuerySet[Game]:
    """Games with their sides and who sits in them."""
    seats = Seat.objects.filter(until_deal__isnull=True).select_related("player").order_by("position")
    sides = Side.objects.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    return Game.objects.select_related("book__club").prefetch_related(Prefetch("sides", queryset=sides))


def tables_with_game() -> QuerySet[Table]:
    """Tables with the game that is played at them, its sides and who sits in them."""
    return Table.objects.select_related("club").prefetch_related(Prefetch("game", queryset=with_sides()))


def side_names(game: Game, call: Callable[[Player], str] = public_name) -> list[str]:
    """The sides as a public page calls them, or with `full_name` as the desk does."""
    return [side_name(side, call) for side in game.sides.all()]


def side_name(side: Side, call: Callable[[Player], str] = public_name) -> str:
    return " – ".join(call(seat.player) for seat in side.seats.all())


def deals_of(game: Game) -> list[DealRow]:
    versions = DealVersion.objects.filter(deal__game=game, current=True).select_related("deal")
    return [DealRow(version.deal, version) for version in versions.order_by("deal__number")]


def next_deal_number(game: Game) -> int:
    return game.deals.count() + 1
