"""What paper reads of games: as many queries for many as for one, however many deals. Writes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from scoring.models import Deal, DealVersion, Game, Seat, Side
from scoring.queries import (
    DealRow,
    GameNow,
    all_adjustments,
    all_rulings,
    all_signings,
    with_hands,
    with_sides,
)
from scoring.queries_signing import overridden_in


@dataclass(frozen=True, slots=True)
class Paper:
    """A game that came `on_paper`, and what its deals went through."""

    game: Game
    rows: Sequence[DealRow]
    # Every version of every deal, without what it says.
    versions: Sequence[DealVersion]
    # Those by which the director decided against the rules, with what they say.
    overridden: Sequence[DealVersion]
    # Seats that somebody else has taken over, in their order.
    left: Sequence[Seat]


def on_paper() -> QuerySet[Game]:
    """Games with everything that their protocols say, except who wrote their deals, when and why."""
    seats = Seat.objects.filter(until_deal=None).select_related("player__home_club").order_by("position")
    sides = Side.objects.order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    written = Prefetch("versions", DealVersion.objects.filter(current=True))
    return Game.objects.select_related("book__club", "keeper").prefetch_related(
        Prefetch("sides", sides),
        Prefetch("deals", with_hands(Deal.objects.order_by("number")).prefetch_related(written)),
        Prefetch("adjustments", all_adjustments()),
        Prefetch("rulings", all_rulings()),
        Prefetch("signings", all_signings()),
    )


def papers_of(games: Sequence[int]) -> list[Paper]:
    """The games of these numbers, in their order."""
    found = on_paper().in_bulk(games)
    return papers_from([found[pk] for pk in games])


def papers_from(games: Sequence[Game]) -> list[Paper]:
    """The same of games that came `on_paper`."""
    versions, overridden = by_game(versions_in(games)), by_game(overridden_in(*games))
    left = seats_left_in(games)
    return [
        Paper(game, rows_of(game), versions[game.pk], overridden[game.pk], left[game.pk]) for game in games
    ]


def games_now(games: Iterable[int]) -> dict[int, GameNow]:
    """How far the games of these numbers are: totals, deals and who sits there."""
    deals = Prefetch("deals", Deal.objects.order_by("number"))
    found = with_sides().prefetch_related(deals).in_bulk(games)
    return {
        pk: GameNow(game, list(game.sides.all()), list(game.deals.all()), None, (), None)
        for pk, game in found.items()
    }


def rows_of(game: Game) -> list[DealRow]:
    return [DealRow(deal, next(iter(deal.versions.all()), None)) for deal in game.deals.all()]


def versions_in(games: Sequence[Game]) -> QuerySet[DealVersion]:
    """Every version of every deal, without what it says: who wrote it, when and why."""
    versions = DealVersion.objects.filter(deal__game__in=games).select_related("deal", "player", "ruling")
    return versions.defer("sheet", "result").order_by("deal__number", "number")


def by_game(versions: Iterable[DealVersion]) -> dict[int, list[DealVersion]]:
    found = defaultdict[int, list[DealVersion]](list)
    for version in versions:
        found[version.deal.game_id].append(version)
    return found


def seats_left_in(games: Sequence[Game]) -> dict[int, list[Seat]]:
    found = defaultdict[int, list[Seat]](list)
    left = Seat.objects.filter(side__game__in=games).exclude(until_deal=None).select_related("player", "side")
    for seat in left.order_by("side__number", "position", "from_deal"):
        found[seat.side.game_id].append(seat)
    return found
