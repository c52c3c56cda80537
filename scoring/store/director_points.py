"""The director's number of each side in a deal: written by the ledger and by nobody else.

Knows how the ledger is stored and where the number stands in a sheet; must not know who may charge a side,
nor what anything else on the sheet means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubs.books.writing import Value
from scoring.core.corrections import DIRECTOR
from scoring.core.problem import Code, Problem, Problems
from scoring.models import Deal

Body = Mapping[str, Value]


def charged_in(deal: Deal, sides: int) -> tuple[int, ...]:
    """What the ledger charges each side in a deal: penalties above nothing, awards below."""
    charged = [0] * sides
    standing = deal.adjustments.filter(cancelled_at=None)
    for side, points in standing.values_list("side__number", "points"):
        charged[side] -= points
    return tuple(charged)


def rulings_in(body: Body, sides: int) -> tuple[int, ...]:
    """The director's number of each side, as a stored sheet has it."""
    hands = body.get("hands")
    numbers = [_penalties_in(hand).get(DIRECTOR) for hand in hands] if isinstance(hands, list) else []
    return tuple(number if isinstance(number, int) else 0 for number in numbers) or (0,) * sides


def with_rulings(body: Body, charged: Sequence[int]) -> dict[str, Value]:
    """What was typed, with the director's number of each side as the ledger has it."""
    hands = body.get("hands")
    if not any(charged) or not isinstance(hands, list):
        return dict(body)
    return {
        **body,
        "hands": [_with_ruling(hand, charge) for hand, charge in zip(hands, charged, strict=False)],
    }


def _with_ruling(hand: Value, charge: int) -> Value:
    if not charge or not isinstance(hand, dict):
        return hand
    penalties = hand.get("penalties") or {}
    return {**hand, "penalties": {**penalties, DIRECTOR: charge}} if isinstance(penalties, dict) else hand


def without_rulings(body: Body) -> dict[str, Value]:
    """What people wrote down, without the director's numbers."""
    hands = body.get("hands")
    return (
        {**body, "hands": [_without_ruling(hand) for hand in hands]}
        if isinstance(hands, list)
        else dict(body)
    )


def _without_ruling(hand: Value) -> Value:
    penalties = _penalties_in(hand)
    if not isinstance(hand, dict) or DIRECTOR not in penalties:
        return hand
    return {**hand, "penalties": {code: count for code, count in penalties.items() if code != DIRECTOR}}


def typed_rulings(body: Body, charged: Sequence[int]) -> Problems:
    """Where somebody typed a director's number that does not stand in the ledger."""
    hands = body.get("hands")
    typed = [_penalties_in(hand).get(DIRECTOR) for hand in hands] if isinstance(hands, list) else []
    return tuple(
        Problem(Code.AUTOMATIC_PENALTY, side, f"hands[{side}].penalties.{DIRECTOR}", {"penalty": DIRECTOR})
        for side, number in enumerate(typed)
        if number is not None and number != (charged[side] if side < len(charged) else 0)
    )


def _penalties_in(hand: Value) -> Mapping[str, Value]:
    penalties = hand.get("penalties") if isinstance(hand, dict) else None
    return penalties if isinstance(penalties, dict) else {}
