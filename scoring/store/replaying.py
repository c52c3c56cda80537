"""Stored games counted by other house rules, without storing anything."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from django.db.models import Prefetch

from clubs.books.writing import JsonValue
from scoring.core.deal_sheet import DealSheet
from scoring.core.game_state import EarlyEnd, GameEnd, apply_adjustments, end_early
from scoring.core.replay import NotKnown, PlayedDeal, Replay, combinations_made, replay
from scoring.models import Deal, DealVersion, Game, Side
from scoring.store import sheets

# So many games are read at a time, so that the use of memory does not grow with their number.
_BATCH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRules:
    """House rules, and the number of deals that ends a game instead of its target."""

    options: Mapping[str, JsonValue]
    deals: int | None


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """What a game comes to by other rules."""

    totals: tuple[int, ...]
    combinations: tuple[Mapping[str, int], ...]
    over: bool
    # How many of its deals count, of how many.
    deals: int
    dealt: int
    other_openings: tuple[int, ...] = ()
    not_known: NotKnown | None = None
    # The deal because of which it is not known.
    deal: int | None = None


def replay_games(games: Collection[int], rules: OtherRules) -> dict[int, ReplayedGame]:
    """Count these games by other rules."""
    return {game.pk: _replayed(game, rules) for game in _load(sorted(games))}


def _load(games: Sequence[int]) -> Iterator[Game]:
    counted = Deal.objects.filter(state__in=Deal.COUNTED).order_by("number")
    current = DealVersion.objects.filter(current=True).only("deal", "sheet", "overridden_errors", "current")
    for at in range(0, len(games), _BATCH):
        yield from Game.objects.filter(pk__in=games[at : at + _BATCH]).prefetch_related(
            Prefetch("sides", queryset=Side.objects.order_by("number")),
            Prefetch("deals", queryset=counted.prefetch_related(Prefetch("versions", queryset=current))),
        )


def _replayed(game: Game, rules: OtherRules) -> ReplayedGame:
    sides, deals = list(game.sides.all()), list(game.deals.all())
    if game.entered_result is not None or sheets.carried_totals(sides):
        totals = tuple(side.result for side in sides)
        return ReplayedGame(totals, (), game.over, 0, 0, not_known=NotKnown.NO_DEALS)
    other = copy(game)
    other.options, other.deals_agreed = dict(rules.options), rules.deals
    counted = replay(
        sheets.game_start(other, sides),
        [_played_deal(other, deal) for deal in deals],
        played_by=sheets.rules_of_game(game),
        was_over=game.over and not game.ended_by,
    )
    return _ended(other, sides, counted, len(deals))


def _played_deal(game: Game, deal: Deal) -> PlayedDeal:
    (version,) = deal.versions.all()
    return PlayedDeal(deal.number, _sheet_of(game, deal, version), sheets.overridden_codes(version))


def _sheet_of(game: Game, deal: Deal, version: DealVersion) -> DealSheet | None:
    """Return the sheet by the rules of the game; None where these cannot read it."""
    try:
        return sheets.stored_sheet(game, {**version.sheet, "options": game.options}, deal.openings)
    except LookupError:
        return None


def _ended(game: Game, sides: Sequence[Side], counted: Replay, dealt: int) -> ReplayedGame:
    """Return the game with its end, and with the points of its ledger."""
    state, totals = counted.game.state, counted.game.totals
    not_known = counted.not_known
    if game.ended_by and not_known is None:
        if not state.over:
            end = EarlyEnd(GameEnd(game.ended_by), game.end_side)
            state = end_early(counted.game.rules, totals, end, game.away)
        elif sheets.is_given_up(game):
            not_known = NotKnown.OVER_BEFORE
    adjustments = [side.adjustment for side in sides]
    state = apply_adjustments(totals, adjustments, state, game.away)
    codes = sheets.combination_codes(game)
    return ReplayedGame(
        totals=tuple(total + points for total, points in zip(totals, adjustments, strict=True)),
        combinations=combinations_made(counted.scores, codes),
        over=state.over,
        deals=counted.deals,
        dealt=dealt,
        other_openings=counted.other_openings,
        not_known=not_known,
        deal=counted.deal,
    )
