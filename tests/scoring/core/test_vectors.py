"""The deals of fixtures/vectors: totals, lines and error codes as they were agreed with the clubs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from scoring import rulesets
from scoring.core import serialize
from scoring.core.game import evaluate_game
from scoring.core.jsonl import NotJson, parse_line
from scoring.core.pipeline import evaluate
from scoring.core.problem import Problem
from tests import ROOT

FOLDER = ROOT / "fixtures" / "vectors"
GAMES = ("samba", "royal", "sitoumussamba", "sambola", "danish")
SUMS = ("base", "cards", "total", "after", "opening", "next_opening")

Vector = Mapping[str, Any]


def vectors(*names: str) -> list[Any]:
    texts = [(FOLDER / f"{name}.jsonl").read_text(encoding="utf-8") for name in names]
    result = [json.loads(line) for text in texts for line in text.splitlines()]
    return [pytest.param(vector, id=vector["id"]) for vector in result]


def answered(deal: object) -> Mapping[str, Any]:
    return serialize.deal_result_as_data(evaluate(deal, rulesets.find), code_of)


def code_of(problem: Problem) -> str:
    return problem.code.value


def count_items(lines: list[Any]) -> Counter[tuple[str, int | None, int]]:
    return Counter((code, count, points) for code, count, points in lines)


def agree(expected: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Sums, lines, contract and game of one result."""
    assert given["ok"], given["errors"]
    for wanted, side in zip(expected["sides"], given["sides"], strict=True):
        assert {name: side[name] for name in SUMS} == {name: wanted[name] for name in SUMS}
        lines = [(line["code"], line["count"], line["points"]) for line in side["lines"]]
        assert Counter(lines) == count_items(wanted["lines"])
    assert given["contract"] == expected["contract"]
    assert {name: given["game"][name] for name in expected["game"]} == expected["game"]


@pytest.mark.parametrize("vector", vectors(*GAMES))
def test_a_deal_scores_what_was_agreed(vector: Vector) -> None:
    agree(vector["expect"], answered(vector["deal"]))


@pytest.mark.parametrize("vector", vectors("errors"))
def test_an_erroneous_deal_is_refused_with_its_code(vector: Vector) -> None:
    if "raw" in vector:
        with pytest.raises(NotJson):
            parse_line(vector["raw"].encode())
        return
    given = answered(vector["deal"])
    assert not given["ok"]
    assert "sides" not in given
    assert vector["expect"].get("code", given["errors"][0]["code"]) in [e["code"] for e in given["errors"]]


@pytest.mark.parametrize("vector", vectors("games"))
def test_a_whole_game_folds_to_what_was_agreed(vector: Vector) -> None:
    given: Mapping[str, Any] = serialize.game_result_as_data(
        evaluate_game(vector["game"], rulesets.find), code_of
    )
    assert given["ok"] is vector["expect"]["ok"]
    for expected, deal in zip(vector["expect"]["deals"], given["deals"], strict=True):
        agree(expected, deal)
    assert given["game"] == vector["expect"]["game"]
