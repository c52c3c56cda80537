"""Games of which an overview shows more than a row: warnings, or the comparison of a protocol."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q
from django.db.models import prefetch_related_objects as fetch

from scoring.models import Deal, DealVersion, Game, Hand
from scoring.overview.listed import ListedDeal, ListedGame
from scoring.store.deal_queries import DealRow
from scoring.store.game_queries import games_with_sides
from scoring.store.signed_content import protocol_from


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with its deals."""

    game: Game
    # The whole protocol where it is compared; else the deals with warnings.
    rows: Sequence[DealRow]

    def row_of(self, listed: ListedDeal) -> DealRow:
        return next(row for row in self.rows if row.deal.pk == listed.pk)


def load_records(games: Iterable[ListedGame]) -> dict[int, GameRecord]:
    """Read the games that have deals with warnings, or whose protocol is compared."""
    compared = {game.pk for game in games if game.is_compared}
    reviewed = {deal.pk: game.pk for game in games for deal in game.deals if deal.awaits_review}
    keys = {*compared, *reviewed.values()}
    if not keys:
        return {}
    rows = _rows_of(compared, reviewed)
    return {game.pk: GameRecord(game, rows[game.pk]) for game in games_with_sides().filter(pk__in=keys)}


def protocol_digests(games: Collection[int]) -> dict[int, str]:
    """Return the hash of the protocol of each of these games."""
    rows = _rows_of(games, ())
    return {
        game.pk: protocol_from(game, rows[game.pk]).digest for game in games_with_sides().filter(pk__in=games)
    }


def _rows_of(compared: Collection[int], reviewed: Collection[int]) -> Mapping[int, list[DealRow]]:
    """All deals of the compared games with their hands, and the deals with warnings, by game."""
    versions = Prefetch("versions", queryset=DealVersion.objects.filter(current=True))
    deals = Deal.objects.filter(Q(game__in=compared) | Q(pk__in=reviewed)).order_by("game", "number")
    hands = Prefetch("hands", queryset=Hand.objects.order_by("side"))
    rows = defaultdict[int, list[DealRow]](list)
    for deal in deals.prefetch_related(versions):
        rows[deal.game_id].append(DealRow(deal, next(iter(deal.versions.all()), None)))
    fetch([row.deal for game in compared for row in rows[game]], hands)
    return rows
