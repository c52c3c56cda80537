"""Scored deals and games as text for a terminal: tables of lines with points and paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from scoring.core.contract import ContractOutcome, ContractScore
from scoring.core.game import GameResult
from scoring.core.game_state import GameState
from scoring.core.pipeline import DealResult
from scoring.core.problem import Problems
from scoring.core.ruleset import RuleSet
from scoring.core.score import SideScore
from scoring.core.vocabulary import Opening
from scoring.wording import labels
from scoring.wording.problems import problem_sentence

_WIDTH = 72


def deal_table(number: int, scored: DealResult) -> str:
    """Return the table of a deal, ending with an empty line."""
    return "\n".join([*_deal_rows(number, scored), "", ""])


def game_table(number: int, played: GameResult) -> str:
    """Return the tables of a game's deals, and its state."""
    rows = [_heading(_("Game %(number)s") % {"number": number})]
    rows += _problem_rows(played.problems)
    for at, scored in enumerate(played.deals, 1):
        rows += [*_deal_rows(at, scored), ""]
    if played.game is not None:
        totals = [format_points(total) for total in played.game.totals]
        rows += [" : ".join(totals), _standing_row(played.game.state)]
    return "\n".join([*rows, "", ""])


def _deal_rows(number: int, scored: DealResult) -> Iterator[str]:
    title = _("Deal %(number)s") % {"number": number}
    if scored.sheet is not None:
        title = f"{title} · {labels.ruleset_name(scored.sheet.rules.slug)}"
    yield _heading(title)
    yield from _problem_rows(scored.problems)
    if scored.sheet is None or scored.score is None:
        yield _("Not scored.")
        return
    for at, side in enumerate(scored.score.sides, 1):
        yield from _side_rows(at, side, scored.sheet.rules)
    if scored.score.contract is not None:
        yield contract_row(scored.score.contract)
    yield _standing_row(scored.score.game)


def _heading(title: str) -> str:
    return f"{title}\n{'=' * len(title)}"


def _problem_rows(problems: Problems) -> Iterator[str]:
    for problem in problems:
        place = f" ({problem.where})" if problem.where else ""
        yield f"! {problem_sentence(problem)}{place}"


def _side_rows(number: int, side: SideScore, rules: RuleSet) -> Iterator[str]:
    yield ""
    yield _row(_("Side %(number)s") % {"number": number}, _opening(side.opening))
    for line in side.lines:
        sentence = f"  {labels.phrase(rules.slug, line)} ({labels.paragraph_label(line.rule)})"
        yield _row(sentence, labels.signed_points(line.points))
    yield _row(_("Base points"), format_points(side.base))
    yield _row(_("Card points"), format_points(side.cards))
    yield _row(_("Deal total"), format_points(side.total))
    yield _row(_("Running total"), format_points(side.after))


def _row(text: str, figure: str) -> str:
    """Return a row with text on the left and a figure on the right."""
    return f"{text:<{_WIDTH - len(figure) - 1}} {figure}".rstrip()


def format_points(points: int) -> str:
    return format_value(points, get_language() or "en")


def _opening(needed: Opening | None) -> str:
    if needed is None:
        return _("does not play this deal")
    if isinstance(needed, str):
        return _("needs a canasta to open")
    return _("needs %(points)s to open") % {"points": needed}


def contract_row(contract: ContractScore) -> str:
    facts = {"needed": format_points(contract.needed), "reached": format_points(contract.reached)}
    if contract.outcome is ContractOutcome.MADE:
        return _("Contract %(needed)s, reached %(reached)s: made.") % facts
    if contract.outcome is ContractOutcome.ROBBED:
        return _("Contract %(needed)s, reached %(reached)s: robbed.") % facts
    if contract.outcome is ContractOutcome.VOID:
        return _("Contract %(needed)s, reached %(reached)s: void.") % facts
    return _("Contract %(needed)s, reached %(reached)s: a false finish.") % facts


def _standing_row(state: GameState) -> str:
    if state.draw:
        return _("The game is over: a draw.")
    if state.winner is not None:
        return _("The game is over: side %(number)s has won.") % {"number": state.winner + 1}
    if state.extra_deal:
        return _("An extra deal between sides %(sides)s.") % {"sides": _numbers(state.extra_deal)}
    return _("The game goes on.")


def _numbers(sides: Iterable[int]) -> str:
    return ", ".join(str(side + 1) for side in sides)
