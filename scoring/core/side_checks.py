"""Checks of one side that single rule sets list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.core.melds import UNFINISHED_THREES
from scoring.core.problem import Code, Problem, hand_problem
from scoring.core.ruleset import CountedSide

_NO_PROBLEMS: Final[tuple[Problem, ...]] = ()


def red_threes_outside_royal(side: CountedSide) -> Sequence[Problem]:
    """Find red threes outside an unfinished meld of red and black threes (Royal Canasta)."""
    if not side.red_threes or side.hand.tally is not None or not _has_unfinished_threes(side):
        return _NO_PROBLEMS
    hand_path = f"hands[{side.side}]"
    paths = [f"{hand_path}.melds[{at}]" for at, meld in side.unusual_melds if meld.shape.is_red_threes]
    if side.hand.red_threes:
        paths.append(f"{hand_path}.red_threes")
    return [Problem(Code.RED_THREES_BELONG_TO_ROYAL, side.side, path) for path in paths]


def _has_unfinished_threes(side: CountedSide) -> bool:
    return any(meld.shape.unfinished == UNFINISHED_THREES for _at, meld in side.unusual_melds)


def going_out_without_combination(side: CountedSide) -> Sequence[Problem]:
    """Going out without a combination is not forbidden, and reverses all points of the side (Danish)."""
    if not side.hand.went_out or side.combinations.number or not side.opened:
        return _NO_PROBLEMS
    return (hand_problem(Code.OUT_WITHOUT_COMBINATION, side.side),)
