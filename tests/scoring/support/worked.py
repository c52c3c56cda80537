"""Reads the worked deals of fixtures/deals: what somebody worked out by hand, with the working beside it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from scoring.core import rulesets, serialize
from scoring.core.corrections import Kind, Policy, State, may
from scoring.core.game import play
from scoring.core.pipeline import Scored
from scoring.core.pipeline import scored as core_scored
from scoring.core.problem import Problem
from scoring.core.score import SideScore
from scoring.core.seats import seating, tables_of
from tests import ROOT

FOLDER = ROOT / "fixtures" / "deals"
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
    deal = core_scored(json.loads(text))
    problems = [said(problem) for problem in deal.problems if not problem.warning]
    warnings = [said(problem) for problem in deal.problems if problem.warning]
    if deal.score is None:
        return {"ok": False, "errors": problems}
    return {"ok": True, "warnings": warnings, **serialize.as_data(deal.score)}


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
    return {**read, "lines": [line(text) for text in told["lines"]]}


def line(text: str) -> tuple[str, int | None, int, str]:
    code, count, points, rule = text.split(" ", 3)
    return code, None if count == "-" else int(count), int(points), rule


def without_none(game: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: None if value == "none" else value for name, value in game.items()}


def as_lines(sides: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Sides with their lines as the files write them."""
    return [
        {**one, "lines": [(row["code"], row["count"], row["points"], row["rule"]) for row in one["lines"]]}
        for one in sides
    ]


def folded(text: str) -> Mapping[str, Any]:
    """A game as the files expect it: totals and openings after each deal, and how it ended."""
    played = play(json.loads(text))
    game = None if played.standing is None else serialize.game_as_data(played.standing.state)
    return {
        "ok": played.ok,
        "afters": [[one.after for one in sides_of(deal)] for deal in played.deals],
        "openings": [[one.opening for one in sides_of(deal)] for deal in played.deals],
        "game": game,
    }


def sides_of(deal: Scored) -> tuple[SideScore, ...]:
    return () if deal.score is None else deal.score.sides


def expected_game(case: Mapping[str, Any]) -> Mapping[str, Any]:
    told = case["expect"]
    return {
        "ok": told["ok"],
        "afters": told["afters"],
        "openings": [[None if need == "none" else need for need in deal] for deal in told["openings"]],
        "game": without_none(told["game"]),
    }


def agrees(case: Mapping[str, Any]) -> bool:
    found = dict(scored(case["json"]))
    if "sides" in found:
        found["sides"] = as_lines(found["sides"])
    return found == expected(case)


def game_agrees(case: Mapping[str, Any]) -> bool:
    return folded(case["json"]) == expected_game(case)


@cache
def corrections() -> tuple[Mapping[str, Any], ...]:
    """The worked corrections of all games."""
    path = FOLDER.parent / "corrections.toml"
    return tuple(tomllib.loads(path.read_text(encoding="utf-8"))["correction"])


def answer_of(ruleset: str, told: str) -> str:
    """The core's answer to the question in "kind | state | verdict paragraph", written as the file does."""
    kind, words, _answer = (part.strip() for part in told.split("|"))
    flags = {word: True for word in words.split() if word != Policy.BY_CONSENT}
    policy = Policy.BY_CONSENT if Policy.BY_CONSENT in words.split() else Policy.STRICT
    rules = rulesets.find(ruleset)
    if rules is None:
        raise LookupError(ruleset)
    verdict = may(rules, Kind(kind), State(**flags, policy=policy))
    return f"{kind} | {words} | {verdict.answer} {verdict.rule}".replace("|  |", "| |")


@cache
def tables() -> Mapping[str, Mapping[str, Any]]:
    """What each rule set says that no deal shows."""
    return tomllib.loads((FOLDER.parent / "tables.toml").read_text(encoding="utf-8"))


def table_of(ruleset: str) -> Mapping[str, Any]:
    """The same of the core, as the file writes it."""
    rules = rulesets.find(ruleset)
    if rules is None:
        raise LookupError(ruleset)
    said = {
        "tables": list(rules.tables),
        "first_dealers": [seating(rules, table, 1).dealer for table in tables_of(rules).values()],
        "agreements": {option.name: option.rule for option in rules.options},
        "mixed_melds": rules.forfeit_rule,
        "dearest_of_one_act": rules.dearest_of_one_act_rule,
        "failed_bid": rules.contract and rules.contract.failed_bid,
    }
    return {name: value for name, value in said.items() if value is not None}


def correction_agrees(case: Mapping[str, Any]) -> bool:
    return all(answer_of(case["ruleset"], told) == told for told in case["answers"])


def noticed(ruleset: str) -> bool:
    """Whether a worked deal, game or correction disagrees with the core, or the core with itself."""
    cases = file_of(ruleset)
    mine = (case for case in corrections() if case["ruleset"] == ruleset)
    try:
        return not (
            table_of(ruleset) == tables()[ruleset]
            and all(map(correction_agrees, mine))
            and all(map(agrees, cases["deal"]))
            and all(map(game_agrees, cases.get("game", ())))
        )
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return True
