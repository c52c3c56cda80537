"""How a game stands between two deals: openings, when it is over, who has won, who plays an extra deal.

Knows totals and how they follow from each other; must not know how a deal came to its points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scoring.core.deal_sheet import DealSheet
from scoring.core.rulesets.base import Opening, RuleSet, Settlement
from scoring.core.schema import SIDES


class GameState(NamedTuple):
    """How a game stands: over or not, who has won, and who plays an extra deal."""

    over: bool = False
    winner: int | None = None
    draw: bool = False
    extra_deal: tuple[int, ...] = ()
    # What three sides win from each other when the game is over.
    settlement: tuple[int, ...] | None = None
    # Points credited beside the totals when a side has forfeited the game.
    credit: tuple[int, ...] | None = None


GOES_ON: Final = GameState()
# Won by this side, and nothing more to say: how most games end.
_WON: Final = tuple(GameState(over=True, winner=side) for side in range(max(SIDES)))


def tied_at_the_top(rules: RuleSet, totals: Sequence[int]) -> tuple[int, ...]:
    """The sides that share the highest total at or above the target; empty when no top is shared."""
    top = max(totals)
    if top < rules.target or totals.count(top) == 1:
        return ()
    return tuple(side for side, total in enumerate(totals) if total == top)


def is_extra_deal(sheet: DealSheet) -> bool:
    """Whether the deal settles a shared top: it says so, a side does not play, or the totals show it."""
    if not sheet.rules.extra_deal:
        return False
    return sheet.extra_deal or not all(sheet.hands) or bool(tied_at_the_top(sheet.rules, sheet.before))


def openings_before(rules: RuleSet, totals: Sequence[int]) -> tuple[Opening, ...]:
    """What each side needs to open with these totals. A deal keeps what it was dealt with (35b, 41A)."""
    starts, needs = rules.opening_starts, rules.opening_needs
    found: tuple[Opening, ...] = ()
    for total in totals:
        found += (needs[bisect_right(starts, total)],)
    return found


def openings_needed(sheet: DealSheet) -> tuple[Opening | None, ...]:
    """What each side needs to open: as frozen when the deal was dealt, raised by withdrawn openings."""
    rules, _ended, hands, _players, before, _options, _contract, raises, _extra, frozen = sheet
    needed: tuple[Opening | None, ...] = openings_before(rules, before) if frozen is None else frozen
    if not all(hands):
        needed = tuple([opening if hand else None for hand, opening in zip(hands, needed, strict=True)])
    if not raises:
        return needed
    return tuple(
        opening + rules.opening_raise * times if isinstance(opening, int) else opening
        for opening, times in zip(needed, raises, strict=True)
    )


def state_after(sheet: DealSheet, totals: tuple[int, ...]) -> GameState:
    """How the game stands after a deal that brought the sides to these totals."""
    rules = sheet.rules
    if rules.extra_deal and is_extra_deal(sheet):
        return _played_out(rules, totals, [s for s, hand in enumerate(sheet.hands) if hand is not None])
    return GOES_ON if max(totals) < rules.target else _finished(rules, totals)


def _played_out(rules: RuleSet, totals: tuple[int, ...], playing: Sequence[int]) -> GameState:
    """After an extra deal the higher of those that played it has won; equal again, those play again."""
    top = max(totals[side] for side in playing)
    first = tuple(side for side in playing if totals[side] == top)
    if len(first) > 1:
        return GameState(extra_deal=first)
    return GameState(over=True, winner=first[0], settlement=settled(rules, totals))


def _finished(rules: RuleSet, totals: tuple[int, ...]) -> GameState:
    """The target is reached: the highest total wins, and a shared top is drawn or played out."""
    top, settlement = max(totals), settled(rules, totals)
    if totals.count(top) > 1:
        if rules.extra_deal:
            return GameState(extra_deal=tied_at_the_top(rules, totals))
        return GameState(over=True, draw=True, settlement=settlement)
    winner = totals.index(top)
    return _WON[winner] if settlement is None else GameState(over=True, winner=winner, settlement=settlement)


def settled(rules: RuleSet, totals: Sequence[int]) -> tuple[int, ...] | None:
    """What each of three sides wins from the others, in points; together nothing."""
    if rules.settlement is None or len(totals) != 3:
        return None
    top = max(totals)
    if rules.settlement is Settlement.PAIRWISE or totals.count(top) > 1:
        return tuple(3 * total - sum(totals) for total in totals)
    return tuple(3 * top - sum(totals) if total == top else total - top for total in totals)


def next_openings(rules: RuleSet, totals: Sequence[int], state: GameState) -> tuple[Opening | None, ...]:
    """What each side needs in the next deal; None for a side that does not play it."""
    if state.over:
        return (None,) * len(totals)
    needed = openings_before(rules, totals)
    if not state.extra_deal:
        return needed
    return tuple(opening if side in state.extra_deal else None for side, opening in enumerate(needed))


def after_deals(
    rules: RuleSet, totals: Sequence[int], state: GameState, played: int, agreed: int | None
) -> GameState:
    """Where a number of deals was agreed on, the game is over after the last of them, by the totals.

    `played` are the deals that count: one that was declared void is dealt again, under the next number.
    """
    if agreed is None or state.over or played < agreed:
        return state
    return _by_totals(rules, totals, range(len(totals)))


def adjusted(totals: Sequence[int], adjustments: Sequence[int], state: GameState) -> GameState:
    """Penalties and awards of a game change who has won it, never whether it is over."""
    if not state.over or not any(adjustments):
        return state
    results = [total + points for total, points in zip(totals, adjustments, strict=True)]
    drawn = results.count(max(results)) > 1
    return state._replace(winner=None if drawn else results.index(max(results)), draw=drawn)


# How a game may end otherwise than by its target.


class GameEnd(StrEnum):
    """Why a game ended before its target."""

    FORFEIT = "forfeit"
    STOPPED = "stopped"
    TIME = "time"


class EarlyEnd(NamedTuple):
    """A game that a side gave up or stopped, or that time ended."""

    kind: GameEnd
    side: int | None = None


def ended_early(rules: RuleSet, totals: Sequence[int], end: EarlyEnd) -> GameState:
    """Time: the higher total wins. Forfeited or stopped: the others do, whatever the totals."""
    left = [side for side in range(len(totals)) if end.kind is GameEnd.TIME or side != end.side]
    state = _by_totals(rules, totals, left)
    if end.kind is not GameEnd.FORFEIT or not rules.forfeit_credit:
        return state
    credit = tuple(0 if side == end.side else rules.forfeit_credit for side in range(len(totals)))
    return state._replace(credit=credit)


def _by_totals(rules: RuleSet, totals: Sequence[int], among: Sequence[int]) -> GameState:
    """The game is over, whether or not the target was reached: the highest among these sides has won."""
    top = max(totals[side] for side in among)
    first = [side for side in among if totals[side] == top]
    drawn = len(first) > 1
    return GameState(
        over=True,
        winner=None if drawn else first[0],
        draw=drawn,
        settlement=settled(rules, totals),
    )


def differences(totals: Sequence[int]) -> tuple[int, ...] | None:
    """How far each of two sides is ahead of the other; of three there is no such difference."""
    if len(totals) != 2:
        return None
    ahead = totals[0] - totals[1]
    return ahead, -ahead
