"""What is kept of a closed round, so that no page counts it again: its tables and the places after it.

A closed round changes by few acts: a correction or a ruling in one of its games, another result that counts,
a charge, a withdrawal. Each stores the places again (`running.standings`), and in the same transaction
what is kept. A table whose game goes on after a correction is not kept, since every deal changes it.
`event_record` counts the same from the games, and `running.recheck` compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from clubs.books.writing import JsonValue
from clubs.db.prepared import PreparedRows
from scoring.models import Game
from tournaments.core.standings import Placing
from tournaments.models import KeptRound, Round, RoundClock, Tournament
from tournaments.play.event_record import RoundTables
from tournaments.play.played_pairings import PlayedPairing

# The states in which a round is public.
VISIBLE_ROUND_STATES: Final = (Round.State.PUBLISHED, Round.State.CLOSED)
# How many closed rounds a process remembers: those of some four events.
_MAX_REMEMBERED: Final = 32
# The last value of a pairing.
_HANDICAP: Final = PlayedPairing._fields.index("handicap")

# The place of each entry.
Places = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a round."""

    tables: RoundTables
    # The pairings that are not among them, since their games go on.
    left_out: Sequence[int]
    places: Places


class StoredRound(NamedTuple):
    """A public round, with what is kept of it; None while it is played."""

    round: Round
    kept: Kept | None
    # A game of the event, in whatever round, is over and not signed, and its score counts.
    event_has_unsigned: bool = False


def load_rounds(event: Tournament) -> list[StoredRound]:
    """Load the public rounds of an event with what is kept of them, in one query."""
    return [
        _stored_round(event, has_unsigned, has_clock, row[: len(_COLUMNS)], row[len(_COLUMNS) :])
        for has_unsigned, has_clock, *row in _PUBLIC_ROUNDS.rows(event.pk)
    ]


def _stored_round(
    event: Tournament, has_unsigned: bool, has_clock: bool, columns: Sequence[Any], kept: Sequence[Any]
) -> StoredRound:
    played = Round(**dict(zip(_COLUMNS, columns, strict=True)), tournament=event)
    if not has_clock:  # or the page of each round would ask for it
        Round.clock.related.set_cached_value(played, None)
    is_kept = played.state == Round.State.CLOSED and None not in kept
    return StoredRound(played, _read(*kept) if is_kept else None, bool(has_unsigned))


def to_keep(closed: Round, tables: RoundTables, placings: Sequence[Placing]) -> KeptRound:
    """Return what is kept of a round that has these tables, and these places after it."""
    return KeptRound(
        round=closed,
        tables=[_as_json(pairing) for pairing in tables.pairings if not pairing.goes_on],
        left_out=[pairing.pk for pairing in tables.pairings if pairing.goes_on],
        places=[[placing.totals.entry, placing.place] for placing in placings],
    )


def _unsigned_games(event: int) -> QuerySet[Game]:
    """The games of an event that are over and not signed; the database looks once, not for each round."""
    book = Tournament.objects.filter(pk=event).values("book")
    return Game.objects.filter(book=Subquery(book), state=Game.State.FINISHED, other_result="").order_by()


_COLUMNS: Final = ("id", "number", "state", "movement", "places", "turn", "handicap_ratings")
_PUBLIC_ROUNDS: Final = PreparedRows(
    lambda event: (
        Round.objects.filter(tournament=event, state__in=VISIBLE_ROUND_STATES)
        .order_by("number")
        # JSON as text, which is what `_read` remembers.
        .values_list(
            Exists(_unsigned_games(event)),
            Exists(RoundClock.objects.filter(round=OuterRef("pk"))),
            *_COLUMNS,
            *(Cast(f"kept__{column}", TextField()) for column in ("tables", "left_out", "places")),
        )
    ),
    int,
)


def _as_json(pairing: PlayedPairing) -> list[JsonValue]:
    """Return the values of a pairing in their order, sets as sorted lists."""
    listed = pairing._replace(substituted=sorted(pairing.substituted))  # type: ignore[arg-type] # for JSON
    plain: list[JsonValue] = json.loads(json.dumps(listed))
    # Without handicaps it reads as it did before there were any.
    return plain if pairing.handicap else plain[:_HANDICAP]


@lru_cache(maxsize=_MAX_REMEMBERED)
def _read(tables: str, left_out: str, places: str) -> Kept:
    """Read what is kept. The same text is read once: a round that is closed is the same for every page."""
    return Kept(
        RoundTables(tuple(_pairing_from_json(*pairing) for pairing in json.loads(tables))),
        tuple(json.loads(left_out)),
        dict(json.loads(places)),
    )


def _pairing_from_json(*values: Any) -> PlayedPairing:
    pairing = PlayedPairing(*values)
    return pairing._replace(
        ruled_points=tuple((points, difference) for points, difference in pairing.ruled_points),
        sides=tuple(tuple(side) for side in pairing.sides),
        totals=tuple(pairing.totals),
        combinations=tuple(pairing.combinations),
        substituted=frozenset(pairing.substituted),
        unapproved=tuple(pairing.unapproved),
        handicap=tuple(pairing.handicap),
    )
