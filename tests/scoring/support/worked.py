"""The worked deals of each game (`deals.toml` in its folder), calculated by hand, compared with the core."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from scoring import rulesets
from scoring.core import serialize
from scoring.core.corrections import CorrectionKind, CorrectionPolicy, CorrectionState, may_correct
from scoring.core.game import evaluate_game
from scoring.core.pipeline import DealResult
from scoring.core.pipeline import evaluate as core_scored
from scoring.core.problem import Problem
from scoring.core.score import SideScore
from scoring.core.seats import seating, table_forms
from tests.scoring.support.deal_files import load_cases

RULESETS = tuple(rulesets.folders())


def worked_cases(kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield all worked deals, games or auctions with the names of their files and their own."""
    for ruleset in RULESETS:
        for case in load_cases(ruleset).get(kind, ()):
            yield f"{ruleset}: {case['name']}", case


def problem_text(problem: Problem) -> str:
    """Return a problem as in the files: code, place, and the reason of a bad meld."""
    parts = [problem.code.value, problem.where or "", str(problem.params.get("reason", ""))]
    if problem.code.value != "bad_meld":
        parts.pop()
    return " ".join(part for part in parts if part)


def evaluated_deal(text: str) -> Mapping[str, Any]:
    """Return an evaluated deal in the form of the files: problems, sides, contract, game."""
    deal = core_scored(json.loads(text), rulesets.find)
    problems = [problem_text(problem) for problem in deal.problems if not problem.warning]
    warnings = [problem_text(problem) for problem in deal.problems if problem.warning]
    if deal.score is None:
        return {"ok": False, "errors": problems}
    return {"ok": True, "warnings": warnings, **serialize.score_as_data(deal.score)}


def expected(case: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the expectation of a file with its defaults."""
    expectation = case["expect"]
    if not expectation["ok"]:
        return {"ok": False, "errors": expectation["errors"]}
    game = {"over": False, "winner": None, "draw": False, "extra_deal": []} | expectation.get("game", {})
    return {
        "ok": True,
        "warnings": expectation.get("warnings", []),
        "sides": [expected_side(fields) for fields in expectation["sides"]],
        "contract": expectation.get("contract"),
        "game": without_none(game),
    }


def expected_side(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    read = {name: None if value == "none" else value for name, value in fields.items()}
    return {**read, "lines": [expected_line(text) for text in fields["lines"]]}


def expected_line(text: str) -> tuple[str, int | None, int, str]:
    code, count, points, rule = text.split(" ", 3)
    return code, None if count == "-" else int(count), int(points), rule


def without_none(game: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: None if value == "none" else value for name, value in game.items()}


def as_lines(sides: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return sides with their lines in the form of the files."""
    return [
        {**side, "lines": [(row["code"], row["count"], row["points"], row["rule"]) for row in side["lines"]]}
        for side in sides
    ]


def evaluated_game(text: str) -> Mapping[str, Any]:
    """Return an evaluated game in the form of the files: totals and openings after each deal, and the end."""
    played = evaluate_game(json.loads(text), rulesets.find)
    game = None if played.game is None else serialize.game_state_as_data(played.game.state)
    return {
        "ok": played.ok,
        "afters": [[side.after for side in sides_of(deal)] for deal in played.deals],
        "openings": [[side.opening for side in sides_of(deal)] for deal in played.deals],
        "game": game,
    }


def sides_of(deal: DealResult) -> tuple[SideScore, ...]:
    return () if deal.score is None else deal.score.sides


def expected_game(case: Mapping[str, Any]) -> Mapping[str, Any]:
    expectation = case["expect"]
    return {
        "ok": expectation["ok"],
        "afters": expectation["afters"],
        "openings": [[None if need == "none" else need for need in deal] for deal in expectation["openings"]],
        "game": without_none(expectation["game"]),
    }


def agrees(case: Mapping[str, Any]) -> bool:
    answer = dict(evaluated_deal(case["json"]))
    if "sides" in answer:
        answer["sides"] = as_lines(answer["sides"])
    return answer == expected(case)


def game_agrees(case: Mapping[str, Any]) -> bool:
    return evaluated_game(case["json"]) == expected_game(case)


@cache
def corrections() -> tuple[Mapping[str, Any], ...]:
    """The worked corrections of all games."""
    return tuple(
        {**case, "ruleset": ruleset}
        for ruleset in RULESETS
        for case in load_cases(ruleset).get("correction", ())
    )


def answer_of(ruleset: str, question: str) -> str:
    """Return the core's answer to "kind | state | verdict paragraph" in the form of the file."""
    kind, words, _answer = (part.strip() for part in question.split("|"))
    flags = {word: True for word in words.split() if word != CorrectionPolicy.BY_CONSENT}
    policy = (
        CorrectionPolicy.BY_CONSENT
        if CorrectionPolicy.BY_CONSENT in words.split()
        else CorrectionPolicy.STRICT
    )
    rules = rulesets.find(ruleset)
    if rules is None:
        raise LookupError(ruleset)
    verdict = may_correct(rules, CorrectionKind(kind), CorrectionState(**flags, policy=policy))
    return f"{kind} | {words} | {verdict.answer} {verdict.rule}".replace("|  |", "| |")


def facts_of(ruleset: str) -> Mapping[str, Any]:
    """Return what no deal shows of a rule set, in the form of the file."""
    rules = rulesets.find(ruleset)
    if rules is None:
        raise LookupError(ruleset)
    facts = {
        "tables": list(rules.table_forms),
        "first_dealers": [seating(rules, table, 1).dealer for table in table_forms(rules).values()],
        "agreements": {option.name: option.rule for option in rules.options},
        "mixed_melds": rules.forfeit_rule,
        "dearest_of_one_act": rules.dearest_of_one_act_rule,
        "failed_bid": rules.contract and rules.contract.failed_bid,
    }
    return {name: value for name, value in facts.items() if value is not None}


def correction_agrees(case: Mapping[str, Any]) -> bool:
    return all(answer_of(case["ruleset"], answer) == answer for answer in case["answers"])


def is_noticed(ruleset: str) -> bool:
    """Tell whether a worked deal, game or correction disagrees with the core, or the core with itself."""
    cases = load_cases(ruleset)
    own_corrections = (case for case in corrections() if case["ruleset"] == ruleset)
    try:
        return not (
            facts_of(ruleset) == cases["facts"]
            and all(map(correction_agrees, own_corrections))
            and all(map(agrees, cases["deal"]))
            and all(map(game_agrees, cases.get("game", ())))
        )
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return True
