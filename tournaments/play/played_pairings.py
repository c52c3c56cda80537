"""Pairings of an event with what became of them, read from one row for each entry at a table.

All of it is plain values and no model instances, since a big event has thousands of rows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from django.db.models import (
    Aggregate,
    BooleanField,
    Exists,
    ExpressionWrapper,
    F,
    FilteredRelation,
    JSONField,
    OuterRef,
    Q,
    Subquery,
    Sum,
    TextField,
    Value,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce

from scoring.models import Deal, Hand
from tournaments.agreement.agreement import Counting, EventAgreement
from tournaments.core.results import NOBODY, Result, ResultKind, Substitutes
from tournaments.core.worth import Worth
from tournaments.models import Pairing
from tournaments.play.counting import awaits_answer
from tournaments.play.substitutes import has_substitute


class PlayedPairing(NamedTuple):
    """A pairing of the past: its row, the numbers of the entries on each side, and what became of it."""

    pk: int
    table: int | None
    kind: str
    at_fault: int | None
    # Points and difference of each side.
    ruled_points: tuple[tuple[int, int], ...]
    # Why another result counts than the one that was played.
    reason: str
    by_hand: bool
    game_id: int | None
    game_over: bool
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    # Its game has deals that count, or a result that was entered without deals.
    is_begun: bool
    # The combinations of each side, where a criterion counts them.
    combinations: tuple[Mapping[str, int], ...]
    # The entries that a substitute played for, where the agreement asks.
    substituted: frozenset[int]
    # One of three sides is away, and has not played a deal.
    is_one_absent: bool = False
    # Something of its game does not count yet: a deal is not approved, or the game is not signed. Whether
    # anything of it counts all the same, and what each side has in the deals that do not.
    awaits: bool = False
    counts: bool = True
    unapproved: tuple[int, ...] = ()
    # The points with which each side begins; none where no handicaps are given.
    handicap: tuple[int, ...] = ()

    def results(self) -> list[Result]:
        """Return the result of each entry; of drawn partners each has that of their side, and its opponents.

        A game counts from its first deal, and the handicaps with it: here they come in, and nowhere else.
        """
        kind = ResultKind(self.kind)
        if kind is ResultKind.PLAYED and not (self.is_begun and self.counts):
            return []
        if kind is ResultKind.PLAYED and self.at_fault is not None:
            kind = ResultKind.ONE_ABSENT if self.is_one_absent else ResultKind.ONE_LEFT
        ruled_points = tuple([Worth(points, difference) for points, difference in self.ruled_points])
        totals = self.with_handicap(self.counted_totals) if self.is_begun else ()
        return [
            Result(
                kind,
                entries,
                totals,
                self.at_fault,
                ruled_points,
                self.substituted.intersection(entries),
                self._opponents(),
                is_same_game=at > 0,
            )
            for at, entries in enumerate(zip_longest(*self.sides, fillvalue=NOBODY))
        ]

    @property
    def counted_totals(self) -> tuple[int, ...]:
        """The totals of the sides without what does not count yet."""
        if not self.unapproved:
            return self.totals
        return tuple([total - less for total, less in zip(self.totals, self.unapproved, strict=True)])

    def with_handicap(self, totals: Sequence[int]) -> tuple[int, ...]:
        """Return totals of the sides with the points with which they begin."""
        if not self.handicap:
            return tuple(totals)
        return tuple([total + points for total, points in zip(totals, self.handicap, strict=True)])

    def _opponents(self) -> tuple[tuple[int, ...], ...]:
        """Return all entries of the other sides, side by side, where a side has more entries than one."""
        if all(len(side) == 1 for side in self.sides):
            return ()
        return tuple(
            tuple(entry for number, side in enumerate(self.sides) if number != own for entry in side)
            for own in range(len(self.sides))
        )

    @property
    def goes_on(self) -> bool:
        """Whether its game is not over, or does not count as a whole yet."""
        return self.game_id is not None and (not self.game_over or self.awaits)

    @property
    def has_result(self) -> bool:
        """Whether a deal counts or a result was ruled. A sit-out alone is no result yet."""
        return self.is_begun or self.kind not in (Pairing.Kind.PLAYED, Pairing.Kind.SIT_OUT)


class SeatRow(NamedTuple):
    """An entry at a table."""

    round_id: int
    pairing_id: int
    table: int | None
    kind: str
    at_fault: int | None
    # JSON as text: few of the rows have any, and only those are parsed.
    ruled_points: str
    reason: str
    by_hand: bool
    game_id: int | None
    game_over: bool | None
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
    # The last deal that a side of three has played which is away.
    away_after: int | None
    # Something of the game does not count yet; whether a deal does, and what the side has in the others.
    awaits: bool
    has_approved_deals: bool
    unapproved: int


class SeatFacts(NamedTuple):
    """What an agreement asks of a table: what it does not ask is not read."""

    combinations: bool
    substitutes: bool
    deals_end_games: bool
    counting: Counting

    @classmethod
    def of(cls, agreement: EventAgreement) -> SeatFacts:
        return cls(
            agreement.counts_combinations,
            agreement.substitutes is not Substitutes.COUNT,
            agreement.deals is not None,
            agreement.counting,
        )


def seat_annotations(facts: SeatFacts) -> dict[str, Any]:
    """Return the annotations that make a row of `PairingEntry` a `SeatRow`."""
    return {
        "table": F("pairing__table"),
        "kind": F("pairing__kind"),
        "at_fault": F("pairing__at_fault"),
        "ruled_points": Cast("pairing__ruled_points", TextField()),
        "reason": F("pairing__reason"),
        "by_hand": F("pairing__by_hand"),
        "game_id": F("pairing__game"),
        "game_over": F("pairing__game__over"),
        "has_entered_result": Q(pairing__game__entered_result__isnull=False),
        "has_counted_deals": Exists(
            Deal.objects.filter(game=OuterRef("pairing__game"), state__in=Deal.COUNTED)
        ),
        "entry_number": F("entry__number"),
        "own_side": FilteredRelation(
            "pairing__game__sides", condition=Q(pairing__game__sides__number=F("side"))
        ),
        "total": F("own_side__total") + F("own_side__adjustment"),
        "combinations": _side_combinations(facts),
        "has_substitute": has_substitute(asked=facts.substitutes),
        "away_after": F("pairing__game__away_after"),
        **_counting_annotations(facts.counting),
    }


def _counting_annotations(counting: Counting) -> dict[str, Any]:
    """What of a game does not count yet: of most events nothing is asked."""
    deals = Deal.objects.filter(game=OuterRef("pairing__game"))
    awaits: Combinable = Value(False)
    if counting is not Counting.RECORDED:
        awaits = ExpressionWrapper(awaits_answer(counting, "pairing__game"), output_field=BooleanField())
    return {
        "awaits": awaits,
        "has_approved_deals": Exists(deals.filter(state=Deal.State.CONFIRMED))
        if counting is Counting.APPROVED
        else Value(False),
        "unapproved": _unapproved_points() if counting is Counting.APPROVED else Value(0),
    }


def _unapproved_points() -> Combinable:
    """What a side has in deals that are not approved."""
    hands = Hand.objects.filter(
        deal__game=OuterRef("pairing__game"), deal__state=Deal.State.ENTERED, side=OuterRef("side")
    )
    sums = hands.order_by().values("side").annotate(sum=Sum("total"))
    return Coalesce(Subquery(sums.values("sum")), Value(0))


class _JsonList(Aggregate):
    """The values of a JSON column in one list."""

    function = "JSONB_AGG"
    output_field = JSONField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """SQLite keeps JSON as text."""
        template = "JSON_GROUP_ARRAY(JSON(%(expressions)s))"
        return self.as_sql(compiler, connection, template=template, **extra)


def _side_combinations(facts: SeatFacts) -> Combinable:
    """What the side has made in each deal that counts; a deal that does not count has no hands."""
    if not facts.combinations:
        return Value(None, output_field=TextField())
    at_side = Hand.objects.filter(deal__game=OuterRef("pairing__game"), side=OuterRef("side"))
    if facts.counting is Counting.APPROVED:
        at_side = at_side.filter(deal__state=Deal.State.CONFIRMED)
    return Subquery(at_side.order_by().values("side").annotate(all=_JsonList("combinations")).values("all"))


def pairing_from_rows(rows: Sequence[SeatRow]) -> PlayedPairing:
    """Return the pairing of these rows, which are in the order of its sides.

    Where another result counts than the one that was played, nobody is waited for.
    """
    first = rows[0]
    awaits = bool(first.awaits) and first.kind == Pairing.Kind.PLAYED and first.game_id is not None
    by_side: dict[int, list[SeatRow]] = {}
    for row in rows:
        by_side.setdefault(row.side, []).append(row)
    sides = by_side.values()
    return PlayedPairing(
        first.pairing_id,
        first.table,
        first.kind,
        first.at_fault,
        _read_ruled_points(first.ruled_points),
        first.reason,
        first.by_hand,
        first.game_id,
        bool(first.game_over),
        tuple([tuple([row.entry_number for row in side]) for side in sides]),
        tuple([side[0].total for side in sides if side[0].total is not None]),
        first.has_counted_deals or first.has_entered_result,
        tuple([_add_up(side[0].combinations) for side in sides]),
        frozenset([row.entry_number for row in rows if row.has_substitute]),
        first.at_fault is not None and first.away_after == 0,
        awaits,
        first.has_approved_deals if awaits else True,
        tuple([side[0].unapproved for side in sides]) if awaits and first.has_approved_deals else (),
    )


_NO_RULED_POINTS: Final = "[]"


def _read_ruled_points(stored: str) -> tuple[tuple[int, int], ...]:
    if stored == _NO_RULED_POINTS:
        return ()
    return tuple((points, difference) for points, difference in json.loads(stored))


_NO_COMBINATIONS: Final[Mapping[str, int]] = {}


def _add_up(deals: Iterable[Mapping[str, int]] | None) -> Mapping[str, int]:
    if not deals:
        return _NO_COMBINATIONS
    combinations: Counter[str] = Counter()
    for in_deal in deals:
        combinations.update(in_deal)
    return combinations
