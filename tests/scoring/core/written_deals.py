"""Deals as data for tests, everything with a default: a test states only what it is about."""

from __future__ import annotations

from typing import Any

from scoring import rulesets
from scoring.core.deal_sheet import DealSheet
from scoring.core.pipeline import DealResult, evaluate
from scoring.core.sheet_io import read_sheet

# Melds that go out in each game.
FINISH = {
    "samba": ["KKKKKKK", "555552*"],
    "royal": ["s456789T", "KKKKKKK"],
    "sitoumussamba": ["s456789T", "KKKKKKK", "QQQQQ2*"],
    "sambola": ["s456789T", "KKKKKKK", "QQQQQ2*"],
    "danish": ["KKKKKKK", "QQQQ", "JJJJ"],
    "classic": ["KKKKKKK", "QQQQ", "JJJJ"],
}

BESIDE_A_TALLY = ("red_threes", "went_out", "claimed", "penalties", "forfeits_card_points")


def hand(*melds: str, held: str = "", **fields: Any) -> dict[str, Any]:
    return {"melds": list(melds), "hand": held, **fields}


def tally(meld_points: int = 0, hand_points: int = 0, **counts: Any) -> dict[str, Any]:
    """A hand as a tally: combinations by their codes, with everything else in other fields."""
    fields: dict[str, Any] = {key: counts.pop(key) for key in BESIDE_A_TALLY if key in counts}
    threes = {key: counts.pop(key, 0) for key in ("hand_red_threes", "hand_black_threes")}
    points = {"meld_points": meld_points, "hand_points": hand_points}
    return {"tally": {"combinations": counts, **points, **threes}, **fields}


def deal(ruleset: str, *hands: dict[str, Any] | None, **fields: Any) -> dict[str, Any]:
    """A deal that the clock ended, unless `fields` has another ending."""
    return {"ruleset": ruleset, "ended": "clock", "hands": list(hands), **fields}


def finished(ruleset: str, *others: str, **fields: Any) -> dict[str, Any]:
    """A deal that side 0 went out in; the other side has melded little."""
    winner = hand(*FINISH[ruleset], *others, held="9", went_out=True)
    loser = hand("TTTTT", held="AA998877")
    return deal(
        ruleset,
        {**winner, **fields.pop("winner", {})},
        {**loser, **fields.pop("loser", {})},
        ended="out",
        **fields,
    )


def sheet_of(data: dict[str, Any]) -> DealSheet:
    result, problems = read_sheet(data, rulesets.find)
    assert result is not None, problems
    return result


def problems(data: object) -> list[str]:
    """All problems of a deal: code, place, and the reason where there is one."""
    return [
        " ".join(filter(None, (p.code.value, p.where, str(p.params.get("reason", "")))))
        for p in evaluate(data, rulesets.find).problems
    ]


def errors(data: object) -> list[str]:
    return [
        " ".join(filter(None, (p.code.value, p.where, str(p.params.get("reason", "")))))
        for p in evaluate(data, rulesets.find).problems
        if not p.warning
    ]


def good(data: object) -> DealResult:
    result = evaluate(data, rulesets.find)
    assert result.score is not None, result.problems
    return result


def lines(data: object, side: int = 0) -> dict[str, tuple[int | None, int]]:
    """The lines of a side: count and points by code."""
    score = good(data).score
    assert score is not None
    return {line.code: (line.count, line.points) for line in score.sides[side].lines}
