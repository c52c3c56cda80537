"""Results as the data of the JSON contract.

The sentence of a problem comes from a function that the caller passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scoring.core.contract import ContractScore
from scoring.core.game import GameResult
from scoring.core.game_state import GameState
from scoring.core.pipeline import DealResult
from scoring.core.problem import Problem, errors_of, warnings_of
from scoring.core.schema import Json
from scoring.core.score import DealScore, SideScore
from scoring.core.vocabulary import ScoreLine

Message = Callable[[Problem], str]


def deal_result_as_data(deal: DealResult, message: Message) -> dict[str, Json]:
    """Return the result of one deal as data."""
    data: dict[str, Json] = {
        "ok": deal.score is not None,
        "errors": _problems_as_data(errors_of(deal.problems), message),
        "warnings": _problems_as_data(warnings_of(deal.problems), message),
    }
    if deal.score is not None:
        data |= score_as_data(deal.score)
    return data


def game_result_as_data(game: GameResult, message: Message) -> dict[str, Json]:
    """Return the result of a whole game as data."""
    return {
        "ok": game.ok,
        "errors": _problems_as_data(errors_of(game.problems), message),
        "deals": [deal_result_as_data(deal, message) for deal in game.deals],
        "game": None if game.game is None else game_state_as_data(game.game.state),
    }


def score_as_data(score: DealScore) -> dict[str, Json]:
    """Return a score as data: the part of a result without sentences."""
    return {
        "sides": [_side_as_data(side) for side in score.sides],
        "contract": None if score.contract is None else _contract_as_data(score.contract),
        "game": game_state_as_data(score.game),
    }


def _side_as_data(side: SideScore) -> dict[str, Json]:
    return {
        "lines": [_line_as_data(line) for line in side.lines],
        "base": side.base,
        "cards": side.cards,
        "total": side.total,
        "after": side.after,
        "opening": side.opening,
        "next_opening": side.next_opening,
    }


def _line_as_data(line: ScoreLine) -> dict[str, Json]:
    return {
        "code": line.code,
        "group": line.group,
        "count": line.count,
        "points": line.points,
        "rule": line.rule,
    }


def _contract_as_data(contract: ContractScore) -> dict[str, Json]:
    return {
        "needed": contract.needed,
        "reached": contract.reached,
        "outcome": contract.outcome.value,
        "award": contract.award,
    }


def game_state_as_data(game: GameState) -> dict[str, Json]:
    data: dict[str, Json] = {
        "over": game.over,
        "winner": game.winner,
        "draw": game.draw,
        "extra_deal": list(game.extra_deal),
    }
    if game.settlement is not None:
        data["settlement"] = list(game.settlement)
    if game.credit is not None:
        data["credit"] = list(game.credit)
    return data


def _problems_as_data(problems: Iterable[Problem], message: Message) -> list[Json]:
    return [_problem_as_data(problem, message(problem)) for problem in problems]


def _problem_as_data(problem: Problem, message: str) -> dict[str, Json]:
    data: dict[str, Json] = {
        "code": problem.code.value,
        "side": problem.side,
        "where": problem.where,
        "message": message,
    }
    reason = problem.params.get("reason")
    return data if reason is None else {**data, "reason": reason}
