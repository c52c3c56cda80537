"""Everything stored of games computed again, and where it is not what was stored.

A version's result follows from its sheet, by the edition of its game; hands, running totals, side totals and
whether the game is over follow from the current versions. Knows what follows from what; must not know how a
deal is scored, and writes nothing. Games are read a few at a time, so that memory stays the same however many
there are. Warnings are not compared: a later program may find more of them in an old sheet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from clubs.books.refusals import NotNow
from clubs.books.writing import Value
from clubs.models import Book
from scoring.core.pipeline import scored_sheet
from scoring.core.serialize import as_data
from scoring.models import Adjustment, Deal, DealVersion, Game, Hand, Side
from scoring.recording.totals import folded_from, mark, marks_of
from scoring.store import sheets
from scoring.store.director_points import rulings_in

AT_ONCE = 20
_HAND_COLUMNS = ("base", "cards", "total", "after", "combinations")


class Difference(NamedTuple):
    """A stored value that is not what follows from the sheets: where it stands, and both values."""

    game: int
    column: str
    stored: Value
    computed: Value
    deal: int | None = None
    version: int | None = None
    side: int | None = None

    @property
    def follows(self) -> bool:
        """Whether it follows from the current versions, so that it can be stored anew."""
        return self.column.partition(".")[0] in ("hand", "side", "game")


class _Stored(NamedTuple):
    """A game with all its rows."""

    game: Game
    sides: Sequence[Side]
    deals: Sequence[Deal]
    ledger: Sequence[Adjustment]

    def charged(self, side: Side, deal: Deal | None) -> int:
        """What the ledger makes for a side, in a deal or beside the deals."""
        deal_id = None if deal is None else deal.pk
        entries = [entry for entry in self.ledger if (entry.side_id, entry.deal_id) == (side.pk, deal_id)]
        return sum(entry.points for entry in entries if entry.cancelled_at is None)


def differences() -> Iterator[Difference]:
    """All differences, game by game."""
    for found in differing():
        yield from found


def differing() -> Iterator[list[Difference]]:
    """The differences of each game that has any. It is looked at again in peace: somebody may be writing."""
    for stored in _games():
        if any(_differences_of(stored)) and (found := differences_in(stored.game)):
            yield found


def differences_in(game: Game) -> list[Difference]:
    """The differences of one game, while nobody writes in its book."""
    with transaction.atomic():
        Book.objects.select_for_update().get(pk=game.book_id)
        (stored,) = _read(Game.objects.filter(pk=game.pk))
        return list(_differences_of(stored))


def _games() -> Iterator[_Stored]:
    last = 0
    while batch := _read(Game.objects.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        yield from batch
        last = batch[-1].game.pk


def _read(wanted: QuerySet[Game]) -> list[_Stored]:
    versions = Prefetch("versions", queryset=DealVersion.objects.order_by("number"))
    hands = Prefetch("hands", queryset=Hand.objects.order_by("side__number"))
    deals = Deal.objects.order_by("number").prefetch_related(versions, hands)
    rows = wanted.prefetch_related(
        Prefetch("sides", queryset=Side.objects.order_by("number")),
        Prefetch("deals", queryset=deals),
        "adjustments",
    )
    return [
        _Stored(game, list(game.sides.all()), list(game.deals.all()), list(game.adjustments.all()))
        for game in rows
    ]


def _differences_of(stored: _Stored) -> Iterator[Difference]:
    """What differs in a game. What follows from sheets that cannot be read is not looked at."""
    unreadable = False
    for deal in stored.deals:
        yield from _pointers(stored, deal)
        for version in deal.versions.all():
            for difference in _result_of(stored.game, deal, version):
                unreadable = unreadable or difference.column == "sheet"
                yield difference
        yield from _rulings(stored, deal)
    if not unreadable:
        yield from _derived(stored)


# Versions: what their sheets score, and which of them counts.


def _result_of(game: Game, deal: Deal, version: DealVersion) -> Iterator[Difference]:
    """A version's result, scored again from its own sheet with the openings of the deal."""
    try:
        sheet = sheets.stored_sheet(game, version.sheet, deal.openings)
    except LookupError as reason:
        yield Difference(game.pk, "sheet", str(reason), None, deal.number, version.number)
        return
    score = scored_sheet(sheet, sheets.passed_over(version)).score
    computed: Value = None if score is None else json.loads(json.dumps(as_data(score)))
    if version.result != computed:
        path, old, new = _first_difference("result", version.result, computed)
        yield Difference(game.pk, path, old, new, deal.number, version.number)


def _first_difference(path: str, stored: Value, computed: Value) -> tuple[str, Value, Value]:
    """Where two values begin to differ."""
    if isinstance(stored, dict) and isinstance(computed, dict):
        steps = {f"{path}.{key}": (stored.get(key), computed.get(key)) for key in {**computed, **stored}}
    elif isinstance(stored, list) and isinstance(computed, list) and len(stored) == len(computed):
        steps = {f"{path}[{at}]": pair for at, pair in enumerate(zip(stored, computed, strict=True))}
    else:
        return path, stored, computed
    deeper, (old, new) = next((step, pair) for step, pair in steps.items() if pair[0] != pair[1])
    return _first_difference(deeper, old, new)


def _pointers(stored: _Stored, deal: Deal) -> Iterator[Difference]:
    """The deal's number of its version, and which version is the current and which the confirmed one."""
    versions = deal.versions.all()
    written: list[Value] = [version.number for version in versions]
    current: list[Value] = [version.number for version in versions if version.current]
    confirmed: list[Value] = [version.number for version in versions if version.confirmed]
    newest = written[-1:]
    expected: list[tuple[str, Value, Value]] = [
        ("deal.version", deal.version, len(written)),
        ("versions.number", written, list(range(1, len(written) + 1))),
        ("versions.current", current, newest),
    ]
    if deal.state != Deal.State.VOID:
        approved = newest if deal.state == Deal.State.CONFIRMED else []
        expected.append(("versions.confirmed", confirmed, approved))
        expected.append(("deal.state", deal.state == Deal.State.DRAFT, not written))
    for column, old, new in expected:
        if old != new:
            yield Difference(stored.game.pk, column, old, new, deal.number)


def _rulings(stored: _Stored, deal: Deal) -> Iterator[Difference]:
    """The director's numbers of the current version stand in the ledger."""
    current = [version for version in deal.versions.all() if version.current]
    if deal.state == Deal.State.VOID or not current:
        return
    written = rulings_in(current[0].sheet, len(stored.sides))
    for side, number in zip(stored.sides, written, strict=True):
        charged = -stored.charged(side, deal)
        if number != charged:
            yield Difference(stored.game.pk, "director", number, charged, deal.number, side=side.number)


# What follows from the current versions.


def _derived(stored: _Stored) -> Iterator[Difference]:
    game, deals = stored.game, stored.deals
    for side in stored.sides:
        ledger = stored.charged(side, None)
        if side.adjustment != ledger:
            yield Difference(game.pk, "side.adjustment", side.adjustment, ledger, side=side.number)
        side.adjustment = ledger
    counted = [deal for deal in deals if deal.state in Deal.COUNTED]
    versions = [version for deal in counted for version in deal.versions.all() if version.current]
    try:
        folded = folded_from(game, stored.sides, deals, versions)
    except NotNow:
        yield Difference(game.pk, "final", game.final, _totals_of_deals(stored))
        return
    yield from _of_hands(stored, folded.hands)
    for side, total in zip(stored.sides, folded.conclusion.totals, strict=True):
        if side.total != total:
            yield Difference(game.pk, "side.total", side.total, total, side=side.number)
    before = marks_of(game)
    mark(game, folded.conclusion)
    after = marks_of(game)
    for column, value in before.items():
        if value != after[column]:
            yield Difference(game.pk, f"game.{column}", value, after[column])


def _totals_of_deals(stored: _Stored) -> Value:
    """What the deals make beside a result that says something else."""
    last = [deal for deal in stored.deals if deal.state in Deal.COUNTED][-1]
    return [hand.after for hand in last.hands.all()]


def _of_hands(stored: _Stored, computed: Sequence[Hand]) -> Iterator[Difference]:
    """The hand of each side in each deal that counts, and none in the others."""
    sides = {side.pk: side.number for side in stored.sides}
    wanted = {(hand.deal_id, hand.side_id): hand for hand in computed}
    there = {(hand.deal_id, hand.side_id): hand for deal in stored.deals for hand in deal.hands.all()}
    numbers = {deal.pk: deal.number for deal in stored.deals}
    for deal, side in sorted(wanted.keys() | there.keys()):
        old, new = (_hand_columns(hands.get((deal, side))) for hands in (there, wanted))
        if old != new:
            path, was, should = _first_difference("hand", old, new)
            yield Difference(stored.game.pk, path, was, should, numbers[deal], side=sides.get(side))


def _hand_columns(hand: Hand | None) -> Value:
    return None if hand is None else {column: getattr(hand, column) for column in _HAND_COLUMNS}
