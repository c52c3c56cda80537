"""What was scored, as the data of the JSON contract.

Knows names and order of the contract; must not know a sentence: whoever answers people passes a function that
makes one of a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scoring.core.contract import ContractScore
from scoring.core.game import Played
from scoring.core.game_state import GameState
from scoring.core.pipeline import Scored
from scoring.core.problem import Problem, errors_of, warnings_of
from scoring.core.schema import Json
from scoring.core.score import DealScore, SideScore

Message = Callable[[Problem], str]


def answer(deal: Scored, message: Message) -> dict[str, Json]:
    """The result of one deal."""
    problems = deal.problems
    data: dict[str, Json] = {
        "ok": deal.score is not None,
        "errors": _problems_as_data(errors_of(problems), message) if problems else [],
        "warnings": _problems_as_data(warnings_of(problems), message) if problems else [],
    }
    if deal.score is not None:
        data |= as_data(deal.score)
    return data


def game_answer(game: Played, message: Message) -> dict[str, Json]:
    """The result of a whole game."""
    return {
        "ok": game.ok,
        "errors": _problems_as_data(errors_of(game.problems), message),
        "deals": [answer(deal, message) for deal in game.deals],
        "game": None if game.standing is None else game_as_data(game.standing.state),
    }


def as_data(score: DealScore) -> dict[str, Json]:
    """A score, as the part of a result that has no sentences."""
    return {
        "sides": [_side_as_data(side) for side in score.sides],
        "contract": None if score.contract is None else _contract_as_data(score.contract),
        "game": game_as_data(score.game),
    }


def _side_as_data(side: SideScore) -> dict[str, Json]:
    lines, base, cards, total, after, opening, next_opening = side
    return {
        "lines": [
            {"code": code, "group": group, "count": count, "points": points, "rule": rule}
            for code, group, count, points, rule in lines
        ],
        "base": base,
        "cards": cards,
        "total": total,
        "after": after,
        "opening": opening,
        "next_opening": next_opening,
    }


def _contract_as_data(contract: ContractScore) -> dict[str, Json]:
    return {
        "needed": contract.needed,
        "reached": contract.reached,
        "outcome": contract.outcome.value,
        "award": contract.award,
    }


def game_as_data(game: GameState) -> dict[str, Json]:
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
