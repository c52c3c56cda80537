"""Comparison of everything stored about games with values computed again from their sheets.

A version's result follows from its sheet, by the edition of its game; hands, running totals, side totals and
the game's outcome follow from the current versions. Games are loaded a few at a time, so that the use of
memory does not grow with their number. Warnings are not compared: a later release may find more of them in an
old sheet.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from clubs.books.refusals import NotNow
from clubs.books.writing import Author, JsonValue
from clubs.models import Book
from clubs.plugins.hooks import HookList
from scoring.core.deal_sheet import DealSheet
from scoring.core.pipeline import evaluate_sheet
from scoring.core.serialize import score_as_data
from scoring.models import Adjustment, Deal, DealVersion, Game, Hand, Side
from scoring.recording.totals import DerivedOutcome, apply_outcome, derive_game, outcome_fields
from scoring.store import sheets
from scoring.store.director_points import director_points_in

_BATCH_SIZE = 20
_HAND_COLUMNS = ("base", "cards", "total", "after", "combinations")


class StoredDifference(NamedTuple):
    """A stored value that differs from the computed one, with its place."""

    game: int
    column: str
    stored: JsonValue
    computed: JsonValue
    deal: int | None = None
    version: int | None = None
    side: int | None = None

    @property
    def is_derived(self) -> bool:
        """Whether the value follows from the current versions, so that it can be repaired."""
        return self.column.partition(".")[0] in ("hand", "side", "game")


class FurtherDifference(NamedTuple):
    """A stored value of an app above that differs from what follows from the games."""

    place: str
    column: str
    stored: JsonValue
    computed: JsonValue


class FurtherCheck(NamedTuple):
    """What an app above stores that follows from games, and how it is stored anew."""

    differences: Callable[[], Iterator[FurtherDifference]]
    # Yields a sentence for each place that was repaired.
    repair: Callable[[Author], Iterator[str]]


# Checks of the apps above.
further_checks: HookList[FurtherCheck] = HookList()


class _StoredGame(NamedTuple):
    """A game with all its rows."""

    game: Game
    sides: Sequence[Side]
    deals: Sequence[Deal]
    ledger: Sequence[Adjustment]

    def ledger_points(self, side: Side, deal: Deal | None) -> int:
        """Return the points of a side in the ledger, of a deal or of the game itself."""
        deal_id = None if deal is None else deal.pk
        entries = [entry for entry in self.ledger if (entry.side, entry.deal_id) == (side.number, deal_id)]
        return sum(entry.points for entry in entries if entry.cancelled_at is None)


def all_differences() -> Iterator[StoredDifference]:
    """Yield the differences of all games, one after the other."""
    for of_game in differences_by_game():
        yield from of_game


def differences_by_game() -> Iterator[list[StoredDifference]]:
    """Yield the differences of each game that has any.

    Such a game is compared a second time under a lock, since it may have been written to meanwhile.
    """
    for stored in _games():
        if any(_differences_of(stored)) and (of_game := differences_in(stored.game)):
            yield of_game


def differences_in(game: Game) -> list[StoredDifference]:
    """Return the differences of one game while its book is locked."""
    with transaction.atomic():
        Book.objects.select_for_update().get(pk=game.book_id)
        (stored,) = _load(Game.objects.filter(pk=game.pk))
        return list(_differences_of(stored))


def _games() -> Iterator[_StoredGame]:
    last = 0
    while batch := _load(Game.objects.filter(pk__gt=last).order_by("pk")[:_BATCH_SIZE]):
        yield from batch
        last = batch[-1].game.pk


def _load(games: QuerySet[Game]) -> list[_StoredGame]:
    versions = Prefetch("versions", queryset=DealVersion.objects.order_by("number"))
    hands = Prefetch("hands", queryset=Hand.objects.order_by("side"))
    deals = Deal.objects.order_by("number").prefetch_related(versions, hands)
    rows = games.prefetch_related(
        Prefetch("sides", queryset=Side.objects.order_by("number")),
        Prefetch("deals", queryset=deals),
        "adjustments",
    )
    return [
        _StoredGame(game, list(game.sides.all()), list(game.deals.all()), list(game.adjustments.all()))
        for game in rows
    ]


def _differences_of(stored: _StoredGame) -> Iterator[StoredDifference]:
    """Yield the differences of a game; derived values are not compared if a sheet cannot be read."""
    unreadable = False
    for deal in stored.deals:
        yield from _version_differences(stored, deal)
        for version in deal.versions.all():
            for difference in _result_differences(stored.game, deal, version):
                unreadable = unreadable or difference.column == "sheet"
                yield difference
        yield from _director_differences(stored, deal)
    if not unreadable:
        yield from _derived_differences(stored)


# Versions: what their sheets score, and which of them counts.


def _result_differences(game: Game, deal: Deal, version: DealVersion) -> Iterator[StoredDifference]:
    """Compare a version's result with the score of its sheet and the openings of the deal."""
    try:
        sheet = sheets.stored_sheet(game, version.sheet, deal.openings)
        to_target = sheets.stored_sheet_to_target(game, version.sheet, deal.openings)
    except LookupError as reason:
        yield StoredDifference(game.pk, "sheet", str(reason), None, deal.number, version.number)
        return
    computed = _result_of(sheet, version)
    if version.result == computed:
        return
    # Whether a number of deals replaced the target may have been put right after this version.
    is_superseded = not version.current or deal.state == Deal.State.VOID
    others = (to_target, sheets.without_target(to_target)) if is_superseded else ()
    if version.result not in [_result_of(other, version) for other in others]:
        path, old, new = _first_difference("result", version.result, computed)
        yield StoredDifference(game.pk, path, old, new, deal.number, version.number)


def _result_of(sheet: DealSheet, version: DealVersion) -> JsonValue:
    score = evaluate_sheet(sheet, sheets.overridden_codes(version)).score
    return None if score is None else json.loads(json.dumps(score_as_data(score)))


def _first_difference(path: str, stored: JsonValue, computed: JsonValue) -> tuple[str, JsonValue, JsonValue]:
    """Return the path and both values at the first place where two values differ."""
    if isinstance(stored, dict) and isinstance(computed, dict):
        steps = {f"{path}.{key}": (stored.get(key), computed.get(key)) for key in {**computed, **stored}}
    elif isinstance(stored, list) and isinstance(computed, list) and len(stored) == len(computed):
        steps = {f"{path}[{index}]": pair for index, pair in enumerate(zip(stored, computed, strict=True))}
    else:
        return path, stored, computed
    deeper, (old, new) = next((step, pair) for step, pair in steps.items() if pair[0] != pair[1])
    return _first_difference(deeper, old, new)


def _version_differences(stored: _StoredGame, deal: Deal) -> Iterator[StoredDifference]:
    """Compare the numbers of the versions, and which of them are current and confirmed."""
    versions = deal.versions.all()
    numbers: list[JsonValue] = [version.number for version in versions]
    current: list[JsonValue] = [version.number for version in versions if version.current]
    confirmed: list[JsonValue] = [version.number for version in versions if version.confirmed]
    newest = numbers[-1:]
    expected: list[tuple[str, JsonValue, JsonValue]] = [
        ("deal.version", deal.version, len(numbers)),
        ("versions.number", numbers, list(range(1, len(numbers) + 1))),
        ("versions.current", current, newest),
    ]
    if deal.state != Deal.State.VOID:
        approved = newest if deal.state == Deal.State.CONFIRMED else []
        expected.append(("versions.confirmed", confirmed, approved))
        expected.append(("deal.state", deal.state == Deal.State.DRAFT, not numbers))
    for column, old, new in expected:
        if old != new:
            yield StoredDifference(stored.game.pk, column, old, new, deal.number)


def _director_differences(stored: _StoredGame, deal: Deal) -> Iterator[StoredDifference]:
    """Compare the director's points in the current version with the ledger."""
    current = [version for version in deal.versions.all() if version.current]
    if deal.state == Deal.State.VOID or not current:
        return
    points_in_sheet = director_points_in(current[0].sheet, len(stored.sides))
    for side, points in zip(stored.sides, points_in_sheet, strict=True):
        charged = -stored.ledger_points(side, deal)
        if points != charged:
            yield StoredDifference(stored.game.pk, "director", points, charged, deal.number, side=side.number)


# What follows from the current versions.


def _derived_differences(stored: _StoredGame) -> Iterator[StoredDifference]:
    game, deals = stored.game, stored.deals
    for side in stored.sides:
        ledger = stored.ledger_points(side, None)
        if side.adjustment != ledger:
            yield StoredDifference(game.pk, "side.adjustment", side.adjustment, ledger, side=side.number)
        side.adjustment = ledger
    counted = [deal for deal in deals if deal.state in Deal.COUNTED]
    versions = [version for deal in counted for version in deal.versions.all() if version.current]
    try:
        derived = derive_game(game, stored.sides, deals, versions)
    except NotNow:
        yield StoredDifference(game.pk, "entered_result", game.entered_result, _totals_of_deals(stored))
        return
    yield from _hand_differences(stored, derived.hands)
    yield from _side_differences(stored, derived.outcome)
    before = outcome_fields(game)
    apply_outcome(game, derived.outcome)
    after = outcome_fields(game)
    for column, value in before.items():
        if value != after[column]:
            yield StoredDifference(game.pk, f"game.{column}", value, after[column])


def _side_differences(stored: _StoredGame, outcome: DerivedOutcome) -> Iterator[StoredDifference]:
    for side, total in zip(stored.sides, outcome.totals, strict=True):
        plays_extra_deal = side.number in outcome.state.extra_deal
        columns: list[tuple[str, JsonValue, JsonValue]] = [
            ("side.total", side.total, total),
            ("side.plays_extra_deal", side.plays_extra_deal, plays_extra_deal),
        ]
        for column, old, new in columns:
            if old != new:
                yield StoredDifference(stored.game.pk, column, old, new, side=side.number)


def _totals_of_deals(stored: _StoredGame) -> JsonValue:
    """Return the totals of the deals, which contradict the entered result."""
    last = [deal for deal in stored.deals if deal.state in Deal.COUNTED][-1]
    return [hand.after for hand in last.hands.all()]


def _hand_differences(stored: _StoredGame, computed: Sequence[Hand]) -> Iterator[StoredDifference]:
    """Compare the hands: one for each side in each deal that counts, none in the others."""
    expected = {(hand.deal_id, hand.side): hand for hand in computed}
    present = {(hand.deal_id, hand.side): hand for deal in stored.deals for hand in deal.hands.all()}
    numbers = {deal.pk: deal.number for deal in stored.deals}
    for deal, side in sorted(expected.keys() | present.keys()):
        old, new = (_hand_columns(hands.get((deal, side))) for hands in (present, expected))
        if old != new:
            path, was, expected_value = _first_difference("hand", old, new)
            yield StoredDifference(stored.game.pk, path, was, expected_value, numbers[deal], side=side)


def _hand_columns(hand: Hand | None) -> JsonValue:
    return None if hand is None else {column: getattr(hand, column) for column in _HAND_COLUMNS}
