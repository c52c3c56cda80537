"""The state of a game between two deals: opening requirements, the end, the winner, an extra deal.

Everything here follows from the totals.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.core.deal_sheet import DealSheet
from scoring.core.ruleset import RuleSet, Settlement
from scoring.core.schema import SIDE_COUNTS
from scoring.core.vocabulary import Opening


class GameState(NamedTuple):
    """Whether a game is over, who has won, and who plays an extra deal."""

    over: bool = False
    winner: int | None = None
    draw: bool = False
    extra_deal: tuple[int, ...] = ()
    # The points that each of three sides wins from the others when the game is over.
    settlement: tuple[int, ...] | None = None
    # Points credited in addition to the totals when a side has forfeited the game.
    credit: tuple[int, ...] | None = None


ONGOING: Final = GameState()
# Won by this side, without settlement or credit: how most games end.
_WON: Final = tuple(GameState(over=True, winner=side) for side in range(max(SIDE_COUNTS)))


def sides_tied_at_top(rules: RuleSet, totals: Sequence[int]) -> tuple[int, ...]:
    """Return the sides that share the highest total at or above the target; empty when one side leads."""
    top = max(totals)
    if top < rules.target or totals.count(top) == 1:
        return ()
    return tuple(side for side, total in enumerate(totals) if total == top)


def is_extra_deal(sheet: DealSheet) -> bool:
    """Whether the deal settles a shared top: by its flag, by a side that does not play, or by the totals."""
    if not sheet.rules.extra_deal:
        return False
    return (
        sheet.extra_deal
        or any(hand is None and side != sheet.away for side, hand in enumerate(sheet.hands))
        or bool(sides_tied_at_top(sheet.rules, sheet.before))
    )


def openings_asked(rules: RuleSet) -> tuple[Sequence[int], Sequence[Opening]]:
    """Return from which totals on which opening is asked."""
    return rules.opening_starts, rules.opening_needs


def openings_for(rules: RuleSet, totals: Sequence[int]) -> tuple[Opening, ...]:
    """Return what each side needs to open with these totals.

    A deal keeps the requirements with which it was dealt (35b, 41A).
    """
    starts, needs = rules.opening_starts, rules.opening_needs
    openings: tuple[Opening, ...] = ()
    for total in totals:
        openings += (needs[bisect_right(starts, total)],)
    return openings


def sheet_openings(sheet: DealSheet) -> tuple[Opening | None, ...]:
    """Return what each side of a sheet needs to open, raised by withdrawn openings.

    The requirements are those frozen when the deal was dealt, else those of the totals before it.
    """
    rules, needed = sheet.rules, sheet.openings
    if needed is None:
        needed = openings_for(rules, sheet.before)
    if None in sheet.hands:
        playing = zip(sheet.hands, needed, strict=True)
        needed = tuple([None if hand is None else opening for hand, opening in playing])
    if not sheet.opening_raises:
        return needed
    return tuple(
        opening + rules.opening_raise * times if isinstance(opening, int) else opening
        for opening, times in zip(needed, sheet.opening_raises, strict=True)
    )


def state_after(sheet: DealSheet, totals: tuple[int, ...]) -> GameState:
    """Return the state of the game after a deal that led to these totals."""
    rules = sheet.rules
    if rules.extra_deal and is_extra_deal(sheet):
        state = _played_out(rules, totals, [s for s, hand in enumerate(sheet.hands) if hand is not None])
    else:
        state = ONGOING if max(totals) < rules.target else _finished(rules, totals)
    # A game that a side has left is not settled between three.
    return state if sheet.away is None else state._replace(settlement=None)


def _played_out(rules: RuleSet, totals: tuple[int, ...], playing: Sequence[int]) -> GameState:
    """After an extra deal the highest of its sides has won; sides that are level again play another."""
    top = max(totals[side] for side in playing)
    leaders = tuple(side for side in playing if totals[side] == top)
    if len(leaders) > 1:
        return GameState(extra_deal=leaders)
    return GameState(over=True, winner=leaders[0], settlement=three_sided_settlement(rules, totals))


def _finished(rules: RuleSet, totals: tuple[int, ...]) -> GameState:
    """The target is reached: the highest total wins; a shared top is a draw or is played out."""
    top, settlement = max(totals), three_sided_settlement(rules, totals)
    if totals.count(top) > 1:
        if rules.extra_deal:
            return GameState(extra_deal=sides_tied_at_top(rules, totals))
        return GameState(over=True, draw=True, settlement=settlement)
    winner = totals.index(top)
    return _WON[winner] if settlement is None else GameState(over=True, winner=winner, settlement=settlement)


def three_sided_settlement(rules: RuleSet, totals: Sequence[int]) -> tuple[int, ...] | None:
    """Return the points that each of three sides wins from the others, adding up to zero."""
    if rules.settlement is None or len(totals) != 3:
        return None
    top = max(totals)
    if rules.settlement is Settlement.PAIRWISE or totals.count(top) > 1:
        return tuple(3 * total - sum(totals) for total in totals)
    return tuple(3 * top - sum(totals) if total == top else total - top for total in totals)


def next_openings(
    rules: RuleSet, totals: Sequence[int], state: GameState, away: int | None = None
) -> tuple[Opening | None, ...]:
    """Return what each side needs to open in the next deal; None for a side that does not play it."""
    if state.over:
        return (None,) * len(totals)
    return openings_of_playing(openings_for(rules, totals), state.extra_deal, away)


def openings_of_playing(
    needed: tuple[Opening, ...], extra_deal: Collection[int], away: int | None
) -> tuple[Opening | None, ...]:
    """Return the requirements of the sides that play, in an extra deal those of its sides."""
    if not extra_deal and away is None:
        return needed
    return tuple(
        None if side == away or (extra_deal and side not in extra_deal) else opening
        for side, opening in enumerate(needed)
    )


def end_at_deal_limit(
    rules: RuleSet,
    totals: Sequence[int],
    state: GameState,
    deals_played: int,
    deal_limit: int | None,
    away: int | None = None,
) -> GameState:
    """End the game by the totals after its last deal, where a number of deals was agreed.

    `deals_played` are the deals that count: a void deal is dealt again, under the next number.
    """
    if deal_limit is None or state.over or deals_played < deal_limit:
        return state
    return _by_totals(rules, totals, range(len(totals)), away)


def apply_adjustments(
    totals: Sequence[int], adjustments: Sequence[int], state: GameState, away: int | None = None
) -> GameState:
    """Apply penalties and awards: they change who has won a game, never whether it is over."""
    if not state.over or not any(adjustments):
        return state
    results = [total + points for total, points in zip(totals, adjustments, strict=True)]
    top = max(result for side, result in enumerate(results) if side != away)
    leaders = [side for side, result in enumerate(results) if side != away and result == top]
    drawn = len(leaders) > 1
    return state._replace(winner=None if drawn else leaders[0], draw=drawn)


# Ends of a game before its target.


class GameEnd(StrEnum):
    """Why a game ended before its target."""

    FORFEIT = "forfeit"
    STOPPED = "stopped"
    TIME = "time"


class EarlyEnd(NamedTuple):
    """The end of a game that a side forfeited or stopped, or that time ended."""

    kind: GameEnd
    side: int | None = None


def end_early(rules: RuleSet, totals: Sequence[int], end: EarlyEnd, away: int | None = None) -> GameState:
    """End a game early: by time the highest total wins, otherwise the other sides, whatever the totals."""
    winners = [side for side in range(len(totals)) if end.kind is GameEnd.TIME or side != end.side]
    state = _by_totals(rules, totals, winners, away)
    if end.kind is not GameEnd.FORFEIT or not rules.forfeit_credit:
        return state
    credit = tuple(0 if side == end.side else rules.forfeit_credit for side in range(len(totals)))
    return state._replace(credit=credit)


def _by_totals(
    rules: RuleSet, totals: Sequence[int], sides: Iterable[int], away: int | None = None
) -> GameState:
    """The game is over, whether or not the target was reached: the highest of these sides has won.

    A side that is away has not.
    """
    among = [side for side in sides if side != away]
    top = max(totals[side] for side in among)
    leaders = [side for side in among if totals[side] == top]
    drawn = len(leaders) > 1
    return GameState(
        over=True,
        winner=None if drawn else leaders[0],
        draw=drawn,
        settlement=three_sided_settlement(rules, totals) if away is None else None,
    )


def point_leads(totals: Sequence[int]) -> tuple[int, ...] | None:
    """Return how far each of two sides is ahead of the other; None for three sides."""
    if len(totals) != 2:
        return None
    ahead = totals[0] - totals[1]
    return ahead, -ahead
