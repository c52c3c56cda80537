"""The director's points of each side in a deal, which only the ledger of adjustments writes into a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubs.books.writing import JsonValue
from scoring.core.problem import Code, Problem, Problems
from scoring.core.vocabulary import DIRECTOR
from scoring.models import Deal

DealData = Mapping[str, JsonValue]


def ledger_charges(deal: Deal, sides: int) -> tuple[int, ...]:
    """Return the points that the ledger charges each side in a deal: penalties positive, awards negative."""
    charges = [0] * sides
    valid = deal.adjustments.filter(cancelled_at=None)
    for side, points in valid.values_list("side", "points"):
        charges[side] -= points
    return tuple(charges)


def director_points_in(data: DealData, sides: int) -> tuple[int, ...]:
    """Return the director's points of each side in a stored sheet."""
    hands = data.get("hands")
    numbers = [_penalties_of(hand).get(DIRECTOR) for hand in hands] if isinstance(hands, list) else []
    return tuple(number if isinstance(number, int) else 0 for number in numbers) or (0,) * sides


def with_director_points(data: DealData, charges: Sequence[int]) -> dict[str, JsonValue]:
    """Return the typed data with the director's points of each side from the ledger."""
    hands = data.get("hands")
    if not any(charges) or not isinstance(hands, list):
        return dict(data)
    return {
        **data,
        "hands": [_with_points(hand, charge) for hand, charge in zip(hands, charges, strict=False)],
    }


def _with_points(hand: JsonValue, charge: int) -> JsonValue:
    if not charge or not isinstance(hand, dict):
        return hand
    penalties = hand.get("penalties") or {}
    return {**hand, "penalties": {**penalties, DIRECTOR: charge}} if isinstance(penalties, dict) else hand


def without_director_points(data: DealData) -> dict[str, JsonValue]:
    """Return the data without the director's points."""
    hands = data.get("hands")
    return (
        {**data, "hands": [_without_points(hand) for hand in hands]}
        if isinstance(hands, list)
        else dict(data)
    )


def _without_points(hand: JsonValue) -> JsonValue:
    penalties = _penalties_of(hand)
    if not isinstance(hand, dict) or DIRECTOR not in penalties:
        return hand
    return {**hand, "penalties": {code: count for code, count in penalties.items() if code != DIRECTOR}}


def typed_director_points(data: DealData, charges: Sequence[int]) -> Problems:
    """Return a problem for each typed number of director's points that is not in the ledger."""
    hands = data.get("hands")
    typed = [_penalties_of(hand).get(DIRECTOR) for hand in hands] if isinstance(hands, list) else []
    return tuple(
        Problem(Code.AUTOMATIC_PENALTY, side, f"hands[{side}].penalties.{DIRECTOR}", {"penalty": DIRECTOR})
        for side, number in enumerate(typed)
        if number is not None and number != (charges[side] if side < len(charges) else 0)
    )


def _penalties_of(hand: JsonValue) -> Mapping[str, JsonValue]:
    penalties = hand.get("penalties") if isinstance(hand, dict) else None
    return penalties if isinstance(penalties, dict) else {}
