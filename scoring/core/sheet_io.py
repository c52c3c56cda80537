"""From data to a sheet and back: the one reader of deals, for storage, the command line, the web and imports.

`read` takes whatever a JSON parser gives and never raises: what cannot be read is listed with its place,
and what can is checked all the same, so that one answer names every error. Must not know where the data
came from.
"""

from __future__ import annotations

from scoring.core.checks import problems_of
from scoring.core.counting import count_deal
from scoring.core.deal_sheet import DealSheet, Hand
from scoring.core.fast_parser import ordinary_deal
from scoring.core.parser import Reading
from scoring.core.problem import Code, Problem, Problems, errors_of, in_order_of_the_deal
from scoring.core.rulesets.base import Opening
from scoring.core.schema import Json

__all__ = ["DealSheet", "Json", "as_data", "read"]


def read(
    data: object, *, openings: tuple[Opening | None, ...] | None = None, edition: str | None = None
) -> tuple[DealSheet | None, Problems]:
    """A sheet of data, or every error that can be found.

    `openings` are the requirements as frozen when the deal was dealt, `edition` that of the rules then.
    """
    if not isinstance(data, dict):
        return None, (Problem(Code.NOT_A_DEAL),)
    sheet = ordinary_deal(data, edition)
    if sheet is None:
        reading = Reading(data)
        sheet = reading.deal(edition)
        if reading.found:
            return None, _problems_with(reading, sheet)
    return (sheet if openings is None or sheet is None else sheet._replace(openings=openings)), ()


def _problems_with(reading: Reading, sheet: DealSheet | None) -> Problems:
    """What could not be read, and what is wrong with the rest all the same."""
    found = reading.found
    if sheet is not None:
        places = {problem.where for problem in found}
        rest = errors_of(problems_of(count_deal(sheet), frozenset(reading.unread)))
        found = [*found, *(problem for problem in rest if problem.where not in places)]
    return in_order_of_the_deal(found)


def as_data(sheet: DealSheet) -> dict[str, Json]:
    """The sheet as the data that `read` takes, without what is absent or default."""
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
    return data


def _hand_as_data(hand: Hand) -> dict[str, Json]:
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
