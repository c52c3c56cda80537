"""The content of a game's protocol as data, and its hash, which players sign and the desk reads back.

Equal protocols have equal hashes: an approval does not change the hash, a correction does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.books.writing import JsonValue, canonical_json
from scoring.models import Deal, Game
from scoring.store import sheets
from scoring.store.deal_queries import DealRow, deal_rows
from scoring.store.game_queries import games_with_sides

Content = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Protocol:
    """The content of a protocol, and its hash."""

    content: Content

    @property
    def digest(self) -> str:
        return hashlib.sha256(canonical_json(self.content).encode()).hexdigest()


def protocol_of(game: Game) -> Protocol:
    """Return the current protocol of a game, loaded from the database."""
    current = games_with_sides().get(pk=game.pk)
    return protocol_from(current, deal_rows(current))


def protocol_from(game: Game, rows: Sequence[DealRow]) -> Protocol:
    """Return the protocol of a game from `games_with_sides` with its deals."""
    sides = list(game.sides.all())
    return Protocol(
        {
            "game": game.pk,
            "ruleset": game.ruleset,
            "edition": game.edition,
            "options": dict(game.options),
            "players": [[seat.signed_as for seat in side.seats.all()] for side in sides],
            "carried": list(sheets.carried_totals(sides)),
            # Only if agreed, so that protocols signed before this key existed keep their hash.
            **({} if game.deals_agreed is None else {"deals_agreed": game.deals_agreed}),
            "final": game.entered_result,
            "deals": [_deal_content(row) for row in rows if row.version is not None],
            "adjustments": [side.adjustment for side in sides],
            "results": [side.result for side in sides],
            "winner": game.winner,
            "end": game.ended_by,
        }
    )


def author_ids(rows: Sequence[DealRow]) -> set[int]:
    """Return the users who wrote current versions of deals that are not void."""
    return {
        row.version.author_id
        for row in rows
        if row.version is not None and row.version.author_id is not None and row.deal.state != Deal.State.VOID
    }


def _deal_content(row: DealRow) -> dict[str, JsonValue]:
    """Return a deal's version, points and running totals; no running totals if it does not count."""
    totals: list[JsonValue] = []
    if row.version is not None:
        totals = [side.total for side in sheets.sides_of(row.version.result)]
    return {
        "number": row.deal.number,
        "version": row.deal.version,
        "counts": row.deal.state in Deal.COUNTED,
        "points": totals,
        "after": [hand.after for hand in row.hands],
    }
