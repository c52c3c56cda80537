"""What the protocol of a game says, as data, and the hash of it: what people sign and read back.

Knows the stored game; must not know who signs, nor how a protocol looks. Two protocols that say the same have
the same hash; an approval does not change it, a correction does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.books.writing import Value, canonical
from scoring.models import Deal, Game
from scoring.store import queries, sheets
from scoring.store.queries import DealRow

Content = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Protocol:
    """What a protocol says, and its hash."""

    content: Content

    @property
    def digest(self) -> str:
        return hashlib.sha256(canonical(self.content).encode()).hexdigest()


def protocol_of(game: Game) -> Protocol:
    """The protocol of a game as it stands now; the game is read anew."""
    stands = queries.with_sides().get(pk=game.pk)
    return protocol_from(stands, queries.deals_of(stands))


def protocol_from(game: Game, rows: Sequence[DealRow]) -> Protocol:
    """The same of a game that came `with_sides`, and its deals."""
    sides = list(game.sides.all())
    return Protocol(
        {
            "game": game.pk,
            "ruleset": game.ruleset,
            "edition": game.edition,
            "options": dict(game.options),
            "players": [[seat.player_id for seat in side.seats.all()] for side in sides],
            "carried": list(game.carried),
            # Said only where it was agreed on, so that what was signed before has the same hash.
            **({} if game.deals_agreed is None else {"deals_agreed": game.deals_agreed}),
            "final": game.final,
            "deals": [_dealt(row) for row in rows if row.version is not None],
            "adjustments": [side.adjustment for side in sides],
            "results": [side.result for side in sides],
            "winner": game.winner,
            "end": game.end,
        }
    )


def writers_of(rows: Sequence[DealRow]) -> set[int]:
    """Whose accounts have written what stands of a protocol: a second person reads it back."""
    return {
        row.version.author_id
        for row in rows
        if row.version is not None and row.version.author_id is not None and row.deal.state != Deal.State.VOID
    }


def _dealt(row: DealRow) -> dict[str, Value]:
    """A deal: which version of it, what each side has of it, and the running totals; none where it does not
    count."""
    totals: list[Value] = []
    if row.version is not None:
        totals = [side.total for side in sheets.sides_of(row.version.result)]
    return {
        "number": row.deal.number,
        "version": row.deal.version,
        "counts": row.deal.state in Deal.COUNTED,
        "points": totals,
        "after": [hand.after for hand in row.hands],
    }
