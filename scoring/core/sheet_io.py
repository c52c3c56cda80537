"""Reads deal sheets from data and writes them back, for storage, the command line, the web and imports.

`read_sheet` takes any data of a JSON parser and never raises: what cannot be read is listed with its place,
and the rest is checked all the same, so that one answer names every error.
"""

from __future__ import annotations

from scoring.core.checks import find_counted_problems
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet
from scoring.core.parser import DealParser
from scoring.core.problem import Code, Problem, Problems, errors_of, in_deal_order
from scoring.core.ruleset import FindRules
from scoring.core.schema import Json
from scoring.core.vocabulary import HandSheet, Opening

__all__ = ["DealSheet", "Json", "read_sheet", "sheet_as_data"]


def read_sheet(
    data: object,
    find: FindRules,
    *,
    openings: tuple[Opening | None, ...] | None = None,
    edition: str | None = None,
) -> tuple[DealSheet | None, Problems]:
    """Return the sheet of some data, or every error in it.

    `find` returns a game by its slug; `openings` are the requirements when the deal was dealt, and `edition`
    is the edition of the rules then.
    """
    if not isinstance(data, dict):
        return None, (Problem(Code.NOT_A_DEAL),)
    parser = DealParser(data, find)
    sheet = parser.deal(edition)
    if parser.problems:
        return None, _all_problems(parser, sheet)
    return (sheet if openings is None or sheet is None else sheet._replace(openings=openings)), ()


def _all_problems(parser: DealParser, sheet: DealSheet | None) -> Problems:
    """Return what could not be read, and what is wrong with the rest."""
    problems = parser.problems
    if sheet is not None:
        places = {problem.where for problem in problems}
        rest = errors_of(find_counted_problems(count_deal(sheet), frozenset(parser.unread)))
        problems = [*problems, *(problem for problem in rest if problem.where not in places)]
    return in_deal_order(problems)


def sheet_as_data(sheet: DealSheet) -> dict[str, Json]:
    """Return a sheet as the data that `read_sheet` takes, without absent and default values."""
    data: dict[str, Json] = {
        "ruleset": sheet.rules.slug,
        "options": dict(sheet.options),
        "players": list(sheet.players),
        "before": list(sheet.before),
        "ended": sheet.ended.value,
    }
    if sheet.contract is not None:
        data["contract"] = {**sheet.contract._asdict(), "strain": sheet.contract.strain.value}
    data["hands"] = [None if hand is None else _hand_as_data(hand) for hand in sheet.hands]
    if sheet.opening_raises:
        data["opening_raises"] = list(sheet.opening_raises)
    if sheet.extra_deal:
        data["extra_deal"] = True
    if sheet.away is not None:
        data["away"] = sheet.away
    return data


def _hand_as_data(hand: HandSheet) -> dict[str, Json]:
    data: dict[str, Json] = {"went_out": hand.went_out, "red_threes": hand.red_threes}
    if hand.tally is None:
        data |= {"melds": list(hand.melds), "hand": hand.hand}
    else:
        data["tally"] = {**hand.tally._asdict(), "combinations": dict(hand.tally.combinations)}
    flags = {"concealed": hand.concealed, "forfeits_card_points": hand.forfeits_card_points}
    data |= {name: True for name, value in flags.items() if value}
    if hand.penalties:
        data["penalties"] = dict(hand.penalties)
    if hand.claimed is not None:
        data["claimed"] = hand.claimed
    return data
