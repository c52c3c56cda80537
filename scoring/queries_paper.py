"""What paper reads of a game beyond what its pages read. Writes nothing."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from scoring.models import DealVersion, Game, Seat, Side


def on_paper() -> QuerySet[Game]:
    """Games with their sides, who sits in them and for which club, and who keeps the protocol."""
    seats = Seat.objects.filter(until_deal=None).select_related("player__home_club").order_by("position")
    sides = Side.objects.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    return Game.objects.select_related("book__club", "keeper").prefetch_related(Prefetch("sides", sides))


def versions_of(game: Game) -> list[DealVersion]:
    """Every version of every deal, without what it says: who wrote it, when and why."""
    versions = DealVersion.objects.filter(deal__game=game).select_related("deal", "player", "ruling")
    return list(versions.defer("sheet", "result").order_by("deal__number", "number"))
