"""Reads the worked deals of fixtures/deals: what somebody worked out by hand, with the working beside it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from scoring.core import result
from scoring.core.problem import Problem

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "deals"
RULESETS = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def file_of(ruleset: str) -> Mapping[str, Any]:
    return tomllib.loads((FOLDER / f"{ruleset}.toml").read_text(encoding="utf-8"))


def worked(kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All worked deals, games or auctions, each under the name of its file and its own."""
    for ruleset in RULESETS:
        for case in file_of(ruleset).get(kind, ()):
            yield f"{ruleset}: {case['name']}", case


def said(problem: Problem) -> str:
    """A problem as the files write it: code, place, and of a bad meld the reason."""
    parts = [problem.code.value, problem.where or "", str(problem.params.get("reason", ""))]
    if problem.code.value != "bad_meld":
        parts.pop()
    return " ".join(part for part in parts if part)


def scored(text: str) -> Mapping[str, Any]:
    """A deal as the files expect it: problems as they write them, sides, contract, game."""
    deal = result.scored(json.loads(text))
    problems = [said(problem) for problem in deal.problems if not problem.warning]
    warnings = [said(problem) for problem in deal.problems if problem.warning]
    if deal.score is None:
        return {"ok": False, "errors": problems}
    return {"ok": True, "warnings": warnings, **result.as_data(deal.score)}


def expected(case: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a file expects, with what it leaves out filled in."""
    told = case["expect"]
    if not told["ok"]:
        return {"ok": False, "errors": told["errors"]}
    game = {"over": False, "winner": None, "draw": False, "extra_deal": []} | told.get("game", {})
    return {
        "ok": True,
        "warnings": told.get("warnings", []),
        "sides": [side(one) for one in told["sides"]],
        "contract": told.get("contract"),
        "game": without_none(game),
    }


def side(told: Mapping[str, Any]) -> Mapping[str, Any]:
    read = {name: None if value == "none" else value for name, value in told.items()}
    return read | {"lines": [line(text) for text in told["lines"]]}


def line(text: str) -> tuple[str, int | None, int, str]:
    code, count, points, rule = text.split(" ", 3)
    return code, None if count == "-" else int(count), int(points), rule


def without_none(game: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: None if value == "none" else value for name, value in game.items()}


def as_lines(sides: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Sides with their lines as the files write them."""
    return [
        one | {"lines": [(row["code"], row["count"], row["points"], row["rule"]) for row in one["lines"]]}
        for one in sides
    ]


def agrees(case: Mapping[str, Any]) -> bool:
    found = dict(scored(case["json"]))
    if "sides" in found:
        found["sides"] = as_lines(found["sides"])
    return found == expected(case)


def noticed(ruleset: str) -> bool:
    """Whether a worked deal of this game disagrees with the core, or the core with itself."""
    try:
        return not all(agrees(case) for case in file_of(ruleset)["deal"])
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return True
