"""How games, and what belongs to them, are named in the log: with their table and who sits there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Final

from scoring.models import Adjustment, Deal, Game, Ruling, Seat


def name_games(pks: Collection[int]) -> dict[int, str]:
    """Return each game with the players of its sides: "table 3: Anna Berg – Bo Ek / Åsa Öst – Elna Lund"."""
    players: defaultdict[int, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    seats = Seat.objects.filter(side__game__in=pks, until_deal=None).select_related("side", "player")
    for seat in seats.order_by("side__game", "side__number", "position"):
        players[seat.side.game_id][seat.side.number].append(seat.player.name)
    return {
        pk: f"{game}: {' / '.join(' – '.join(names) for names in players[pk].values())}"
        for pk, game in Game.objects.in_bulk(list(pks)).items()
    }


def name_deals(pks: Collection[int]) -> dict[int, str]:
    deals = Deal.objects.in_bulk(list(pks))
    games = name_games({deal.game_id for deal in deals.values()})
    return {pk: f"{deal}, {games[deal.game_id]}" for pk, deal in deals.items()}


def name_rulings(pks: Collection[int]) -> dict[int, str]:
    rulings = Ruling.objects.in_bulk(list(pks))
    games = name_games({ruling.game_id for ruling in rulings.values()})
    return {pk: f"{ruling}, {games[ruling.game_id]}" for pk, ruling in rulings.items()}


def name_adjustments(pks: Collection[int]) -> dict[int, str]:
    entries = Adjustment.objects.in_bulk(list(pks))
    games = name_games({entry.game_id for entry in entries.values()})
    return {pk: games[entry.game_id] for pk, entry in entries.items()}


ROW_NAMES: Final[Mapping[str, Callable[[Collection[int]], Mapping[int, str]]]] = {
    Game._meta.label_lower: name_games,
    Deal._meta.label_lower: name_deals,
    Ruling._meta.label_lower: name_rulings,
    Adjustment._meta.label_lower: name_adjustments,
}
