"""The values that follow from the deals of a game: hands, running totals, and the game's outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.writing import JsonValue
from clubs.plugins.hooks import HookList
from scoring.core.game import rescore_deals
from scoring.core.game_state import (
    ONGOING,
    EarlyEnd,
    GameEnd,
    GameState,
    apply_adjustments,
    end_early,
)
from scoring.core.score import DealScore, SideScore
from scoring.models import Deal, DealVersion, Game, Hand, Side
from scoring.recording.session import OpenGame
from scoring.store import sheets as stored_sheets
from scoring.wording import labels


class DerivedOutcome(NamedTuple):
    """The totals of a game's sides, and the fields of the game that follow from them."""

    totals: list[int]
    state: GameState
    # A result entered without deals, until the deals make the same totals.
    entered_result: list[int] | None
    ended_by: str


class DerivedGame(NamedTuple):
    """The hands of all deals of a game, and its outcome."""

    hands: list[Hand]
    outcome: DerivedOutcome


def store_score(opened: OpenGame, deal: Deal, score: DealScore, counted: int | None = None) -> None:
    """Store the hands and totals of the last deal of a game; no other deal depends on it.

    `counted` is how many deals count with it; it is queried if it matters and is not known.
    """
    Hand.objects.bulk_create(_hands(opened.game, deal, opened.sides, score))
    totals = [side.after for side in score.sides]
    was_over, state = opened.game.over, _state_after(opened.game, score, counted)
    _store_outcome(opened, _outcome_with(opened.game, opened.sides, totals, state), ["total"])
    if opened.game.over or was_over:
        _notify_changed(opened.game)


def _state_after(game: Game, score: DealScore, counted: int | None) -> GameState:
    """Return the state after the last deal. The deals are counted only if a number of them was agreed."""
    if game.deals_agreed is None:
        return score.game
    if counted is None:
        counted = game.deals.filter(state__in=Deal.COUNTED).count()
    return stored_sheets.state_after_deal(game, score, counted)


def recompute_game(opened: OpenGame, *, notifies: bool = True) -> None:
    """Recompute hands and totals of all deals. The openings of deals already dealt stay (35b, 41A).

    An act on many games notifies nobody of each: it recomputes once what follows from all.
    """
    derived = _derive_from_current(opened.game, opened.sides, list(opened.game.deals.order_by("number")))
    Hand.objects.filter(deal__game=opened.game).delete()
    Hand.objects.bulk_create(derived.hands)
    _store_outcome(opened, derived.outcome, ["total", "adjustment"])
    if notifies:
        _notify_changed(opened.game)


# Functions of the apps above. They are called, in the same transaction, after a game was recomputed, and
# after a new deal that ends it or belongs to a game whose result was entered without deals.
recompute_listeners: HookList[Callable[[Game], None]] = HookList()


def _notify_changed(game: Game) -> None:
    for listener in recompute_listeners:
        listener(game)


def _derive_from_current(game: Game, sides: Sequence[Side], deals: Sequence[Deal]) -> DerivedGame:
    """Derive a game from the current versions of its deals; store nothing."""
    counted = {deal.pk: deal for deal in deals if deal.state in Deal.COUNTED}
    versions = DealVersion.objects.filter(deal__in=counted, current=True).order_by("deal__number")
    return derive_game(game, sides, deals, list(versions))


def derive_game(
    game: Game, sides: Sequence[Side], deals: Sequence[Deal], versions: Sequence[DealVersion]
) -> DerivedGame:
    """Derive a game from its deals and the current versions of those that count; store nothing."""
    by_id = {deal.pk: deal for deal in deals}
    start = stored_sheets.game_start(game, sides)
    dealt = [by_id[version.deal_id] for version in versions]
    sheets = [
        stored_sheets.stored_sheet(game, version.sheet, deal.openings)
        for version, deal in zip(versions, dealt, strict=True)
    ]
    scores = list(rescore_deals(start, sheets))
    totals = [side.after for side in scores[-1].sides] if scores else list(start.totals)
    state = scores[-1].game if scores and not _has_draft(deals) else ONGOING
    hands = [
        hand for deal, score in zip(dealt, scores, strict=True) for hand in _hands(game, deal, sides, score)
    ]
    return DerivedGame(hands, _outcome_with(game, sides, totals, state))


def _has_draft(deals: Sequence[Deal]) -> bool:
    """Tell whether a deal is dealt but not recorded: a game is over at the end of a deal, not during it."""
    return any(deal.state == Deal.State.DRAFT for deal in deals)


def _hands(game: Game, deal: Deal, sides: Iterable[Side], score: DealScore) -> Iterable[Hand]:
    codes = stored_sheets.combination_codes(game)
    return (_hand(deal, side, scored, codes) for side, scored in zip(sides, score.sides, strict=True))


def _hand(deal: Deal, side: Side, scored: SideScore, codes: frozenset[str]) -> Hand:
    """Return a side's hand in a deal, with its combinations for the statistics."""
    return Hand(
        deal=deal,
        side=side.number,
        base=scored.base,
        cards=scored.cards,
        total=scored.total,
        after=scored.after,
        combinations={line.code: line.count for line in scored.lines if line.code in codes},
    )


def _outcome_with(game: Game, sides: Sequence[Side], totals: list[int], state: GameState) -> DerivedOutcome:
    """Return the outcome of a game with the totals of its deals; refuse deals that contradict its result."""
    result, ended_by = game.entered_result, game.ended_by
    if result is not None:
        if totals == result:
            # The deals confirm the result, which ended the game whatever its target.
            result, ended_by = None, ended_by or ("" if state.over else GameEnd.TIME.value)
        elif state.over:
            figures = {"deals": labels.joined_totals(totals), "result": labels.joined_totals(result)}
            raise NotNow(
                _lazy(
                    "The deals make %(deals)s, and the result was entered as %(result)s. Correct one of them."
                )
                % figures
            )
        else:
            totals, state = list(result), _ended_early(game, result, GameEnd.TIME)
    if ended_by:
        state = _ended_early(game, totals, GameEnd(ended_by))
    if not ended_by or ended_by == GameEnd.TIME:
        state = apply_adjustments(totals, [side.adjustment for side in sides], state, game.away)
    return DerivedOutcome(totals, state, result, ended_by)


def _ended_early(game: Game, totals: Sequence[int], kind: GameEnd) -> GameState:
    return end_early(stored_sheets.rules_of_game(game), totals, EarlyEnd(kind, game.end_side), game.away)


def _store_outcome(opened: OpenGame, outcome: DerivedOutcome, side_fields: Sequence[str]) -> None:
    """Store what follows of the sides, and the fields of the game that have changed."""
    for side, total in zip(opened.sides, outcome.totals, strict=True):
        side.total = total
        side.plays_extra_deal = side.number in outcome.state.extra_deal
    Side.objects.bulk_update(opened.sides, [*side_fields, "plays_extra_deal"])
    before = outcome_fields(opened.game)
    apply_outcome(opened.game, outcome)
    if outcome_fields(opened.game) != before:
        opened.game.save(update_fields=_OUTCOME_FIELDS)


_OUTCOME_FIELDS = ("over", "is_draw", "winner", "state", "entered_result", "ended_by")


def outcome_fields(game: Game) -> dict[str, JsonValue]:
    """Return the stored outcome of a game without what its sides store."""
    return {field: getattr(game, field) for field in _OUTCOME_FIELDS}


def apply_outcome(game: Game, outcome: DerivedOutcome) -> None:
    """Set the fields of a game that follow from its totals; a signed game stays signed."""
    state = outcome.state
    game.over, game.is_draw, game.winner = state.over, state.draw, state.winner
    game.entered_result, game.ended_by = outcome.entered_result, outcome.ended_by
    if game.state in (Game.State.OPEN, Game.State.FINISHED):
        game.state = Game.State.FINISHED if state.over else Game.State.OPEN
