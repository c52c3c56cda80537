"""What paper reads of games: as many queries for many as for one, however many deals. Writes nothing."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import JSONField, Prefetch, QuerySet
from django.db.models.functions import Cast

from clubs.models import LogEntry
from scoring.models import Deal, DealVersion, Game, Ruling, Seat, Side
from scoring.store.queries import (
    DealRow,
    GameNow,
    all_adjustments,
    all_rulings,
    all_signings,
    with_hands,
    with_sides,
)
from scoring.store.signing_queries import overridden_in


@dataclass(frozen=True, slots=True)
class Paper:
    """A game that came `on_paper`, and what its deals went through."""

    game: Game
    rows: Sequence[DealRow]
    # Every version of every deal, without what it says.
    versions: Sequence[DealVersion]
    # What each side has of a corrected deal by each of its versions.
    totals: Mapping[int, Sequence[int]]
    # Those by which the director decided against the rules, with what they say.
    overridden: Sequence[DealVersion]
    # Seats that somebody else has taken over, in their order.
    left: Sequence[Seat]
    # Why deals were declared void, by the deal's key; what a ruling has done the ruling tells.
    voided: Mapping[int, str]


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
    versions, overridden = _by_game(_versions_in(games)), _by_game(overridden_in(*games))
    left, totals, voided = _seats_left_in(games), _totals_in(games), _voided_in(games)
    return [
        Paper(game, _rows_of(game), versions[game.pk], totals, overridden[game.pk], left[game.pk], voided)
        for game in games
    ]


def games_now(games: Iterable[int]) -> dict[int, GameNow]:
    """How far the games of these numbers are: totals, deals and who sits there."""
    deals = Prefetch("deals", Deal.objects.order_by("number"))
    found = with_sides().prefetch_related(deals).in_bulk(games)
    return {
        pk: GameNow(game, list(game.sides.all()), list(game.deals.all()), None, (), None)
        for pk, game in found.items()
    }


def _rows_of(game: Game) -> list[DealRow]:
    return [DealRow(deal, next(iter(deal.versions.all()), None)) for deal in game.deals.all()]


def _versions_in(games: Sequence[Game]) -> QuerySet[DealVersion]:
    """Every version of every deal, without what it says: who wrote it, when and why."""
    versions = DealVersion.objects.filter(deal__game__in=games).select_related("deal", "player", "ruling")
    return versions.defer("sheet", "result").order_by("deal__number", "number")


def _totals_in(games: Sequence[Game]) -> dict[int, list[int]]:
    """What each side has by each version of the deals that were corrected."""
    corrected = DealVersion.objects.filter(deal__game__in=games, deal__version__gt=1)
    results = corrected.values_list("pk", "result__sides")
    return {pk: [side["total"] for side in sides] for pk, sides in results}


def _voided_in(games: Sequence[Game]) -> dict[int, str]:
    """As the log has it: a deal only says that it is void."""
    void = {
        f"{deal._meta.label_lower}:{deal.pk}": deal.pk
        for game in games
        for deal in game.deals.all()
        if deal.state == Deal.State.VOID and not _is_void_by_ruling(game, deal)
    }
    if not void:
        return {}
    entries = LogEntry.objects.filter(book__in={game.book_id for game in games}, act="deal.voided")
    said = entries.annotate(said=Cast("text", JSONField())).filter(said__subject__in=list(void))
    told = (json.loads(text) for text in said.order_by("number").values_list("text", flat=True))
    return {void[one["subject"]]: one["reason"] for one in told}


def _is_void_by_ruling(game: Game, deal: Deal) -> bool:
    return any(
        ruling.deal_id == deal.pk and ruling.outcome == Ruling.Outcome.VOID and ruling.cancelled_at is None
        for ruling in game.rulings.all()
    )


def _by_game(versions: Iterable[DealVersion]) -> dict[int, list[DealVersion]]:
    found = defaultdict[int, list[DealVersion]](list)
    for version in versions:
        found[version.deal.game_id].append(version)
    return found


def _seats_left_in(games: Sequence[Game]) -> dict[int, list[Seat]]:
    found = defaultdict[int, list[Seat]](list)
    left = Seat.objects.filter(side__game__in=games).exclude(until_deal=None).select_related("player", "side")
    for seat in left.order_by("side__number", "position", "from_deal"):
        found[seat.side.game_id].append(seat)
    return found
