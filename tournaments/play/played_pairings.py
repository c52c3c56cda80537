"""Pairings of an event with what became of them, read from one row for each entry at a table.

Proved with Django 5.2.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Aggregate, Exists, F, JSONField, OuterRef, Q, Subquery, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from scoring.models import Deal, Hand, Side
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import Pairing
from tournaments.play.substitutes import has_substitute


@dataclass(frozen=True, slots=True)
class PlayedPairing:
    """A pairing of the past: the numbers of the entries on each side, and what became of it."""

    pairing: Pairing
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    # Its game has deals that count, or a result that was entered without deals.
    is_begun: bool
    # The combinations of each side, where a criterion counts them.
    combinations: tuple[Mapping[str, int], ...] = ()
    # The entries that a substitute played for, where the agreement asks.
    substituted: frozenset[int] = frozenset()

    @property
    def has_result(self) -> bool:
        """Whether a deal counts or a result was ruled. A sit-out alone is no result yet."""
        return self.is_begun or self.pairing.kind not in (Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT)


class SeatRow(Protocol):
    """An entry at a table: plain values and no model instances, since a big event has thousands of rows."""

    round_id: int
    pairing_id: int
    table: int | None
    kind: str
    at_fault: int | None
    # JSON as text: few of the rows have any, and only those are parsed.
    ruled_points: str
    by_hand: bool
    game_id: int | None
    # Only the result of the game was entered.
    has_entered_result: bool
    has_counted_deals: bool
    side: int
    entry_number: int
    # What the side has in the game so far.
    total: int | None
    # What the side has made, deal by deal, where a criterion counts it.
    combinations: list[dict[str, int]] | None
    has_substitute: bool


# The columns of a query for rows of this type.
SEAT_FIELDS: Final = tuple(SeatRow.__annotations__)


def seat_annotations(agreement: EventAgreement) -> dict[str, Any]:
    """Return the annotations that make a row of `PairingEntry` a `SeatRow`."""
    return {
        "table": F("pairing__table"),
        "kind": F("pairing__kind"),
        "at_fault": F("pairing__at_fault"),
        "ruled_points": Cast("pairing__ruled_points", TextField()),
        "by_hand": F("pairing__by_hand"),
        "game_id": F("pairing__game"),
        "has_entered_result": Q(pairing__game__entered_result__isnull=False),
        "has_counted_deals": Exists(
            Deal.objects.filter(game=OuterRef("pairing__game"), state__in=Deal.COUNTED)
        ),
        "entry_number": F("entry__number"),
        "total": _side_total(),
        "combinations": _side_combinations(agreement),
        "has_substitute": has_substitute(agreement),
    }


def _side_total() -> Subquery:
    at_side = Side.objects.filter(game=OuterRef("pairing__game"), number=OuterRef("side")).order_by()
    return Subquery(at_side.values_list(F("total") + F("adjustment"))[:1])


class _JsonList(Aggregate):
    """The values of a JSON column in one list."""

    function = "JSONB_AGG"
    output_field = JSONField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """SQLite keeps JSON as text."""
        template = "JSON_GROUP_ARRAY(JSON(%(expressions)s))"
        return self.as_sql(compiler, connection, template=template, **extra)


def _side_combinations(agreement: EventAgreement) -> Combinable:
    """What the side has made in each deal that counts; a deal that does not count has no hands."""
    if not agreement.counts_combinations:
        return Value(None, output_field=TextField())
    at_side = Hand.objects.filter(deal__game=OuterRef("pairing__game"), side=OuterRef("side"))
    return Subquery(at_side.order_by().values("side").annotate(all=_JsonList("combinations")).values("all"))


def pairing_from_rows(rows: Sequence[SeatRow]) -> PlayedPairing:
    """Return the pairing of these rows, which are in the order of its sides."""
    first = rows[0]
    sides: dict[int, list[int]] = {}
    totals: dict[int, int] = {}
    combinations: dict[int, Counter[str]] = {}
    for row in rows:
        side = row.side
        if side not in sides:
            combinations[side] = _add_up(row.combinations)
        sides.setdefault(side, []).append(row.entry_number)
        if row.total is not None:
            totals[side] = row.total
    return PlayedPairing(
        _pairing_from_row(first),
        tuple(tuple(sides[side]) for side in sorted(sides)),
        tuple(totals[side] for side in sorted(totals)),
        is_begun=first.has_counted_deals or first.has_entered_result,
        combinations=tuple(combinations[side] for side in sorted(combinations)),
        substituted=frozenset(row.entry_number for row in rows if row.has_substitute),
    )


_PAIRING_FIELDS: Final = ("id", "round_id", "table", "kind", "at_fault", "ruled_points", "by_hand", "game_id")
_NO_RULED_POINTS: Final = "[]"


def _pairing_from_row(row: SeatRow) -> Pairing:
    """Make the pairing as Django makes one that it has read: a field without a value is read when needed."""
    ruled_points = [] if row.ruled_points == _NO_RULED_POINTS else json.loads(row.ruled_points)
    values = (
        row.pairing_id,
        row.round_id,
        row.table,
        row.kind,
        row.at_fault,
        ruled_points,
        row.by_hand,
        row.game_id,
    )
    return Pairing.from_db(DEFAULT_DB_ALIAS, _PAIRING_FIELDS, values)


def _add_up(deals: Iterable[Mapping[str, int]] | None) -> Counter[str]:
    combinations: Counter[str] = Counter()
    for in_deal in deals or ():
        combinations.update(in_deal)
    return combinations
