"""Played deals with planted errors that a director may override, for every rule set that has the error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from scoring.core.problem import Code
from scoring.core.ruleset import RuleSet

Body = dict[str, Any]
ALL: Final = frozenset({"samba", "royal", "sitoumussamba", "sambola", "danish", "classic"})


def no_side_out(body: Body, ended: str = "stock") -> None:
    body["ended"] = ended
    for hand in filter(None, body["hands"]):
        hand["went_out"] = False
        hand.pop("concealed", None)


def first_out(body: Body) -> Any:
    """Let the first side alone go out."""
    no_side_out(body, "out")
    body["hands"][0]["went_out"] = True
    body["hands"][0].pop("forfeits_card_points", None)
    return body["hands"][0]


def with_nothing(body: Body, side: int = 0) -> Any:
    """Take all melds and cards from a side."""
    hand = body["hands"][side]
    for name in ("tally", "penalties", "claimed", "forfeits_card_points", "concealed"):
        hand.pop(name, None)
    hand |= {"melds": [], "hand": "", "red_threes": 0}
    return hand


def out_without_meld(body: Body, _rules: RuleSet) -> None:
    with_nothing(body)["hand"] = "K"
    first_out(body)


def out_on_stock_end(body: Body, _rules: RuleSet) -> None:
    no_side_out(body)
    body["hands"][0]["went_out"] = True


def second_incomplete_meld(body: Body, _rules: RuleSet) -> None:
    no_side_out(body)
    with_nothing(body)["melds"] = ["KKK", "KKK"]


def black_threes_not_out(body: Body, _rules: RuleSet) -> None:
    no_side_out(body)
    with_nothing(body)["melds"] = ["KKK", "BBB"]


def cards_left(body: Body, _rules: RuleSet) -> None:
    hand = with_nothing(body)
    hand["melds"], hand["hand"] = ["KKK"], "Q"
    first_out(body)


def not_entitled(body: Body, rules: RuleSet) -> None:
    with_nothing(body)["melds"] = ["KKK"]
    first_out(body)
    if rules.contract is not None:
        # The bidder's side goes out at its own risk.
        body.pop("contract", None)


def red_threes_outside(body: Body, _rules: RuleSet) -> None:
    no_side_out(body)
    hand = with_nothing(body)
    hand["melds"], hand["red_threes"] = ["RRB"], 1


def red_three_not_laid(body: Body, _rules: RuleSet) -> None:
    no_side_out(body)
    with_nothing(body)["hand"] = "KR"


def beyond_the_deck(body: Body, _rules: RuleSet) -> None:
    no_side_out(body)
    with_nothing(body)["hand"] = "K" * 20


def bidder_not_opened(body: Body, _rules: RuleSet) -> None:
    no_side_out(body)
    with_nothing(body)
    body["contract"] = {"side": 0, "level": 1, "strain": "clubs", "doubled": False}


def with_a_tally(body: Body, combinations: Mapping[str, int], meld_points: int) -> None:
    no_side_out(body)
    hand = with_nothing(body)
    del hand["melds"], hand["hand"]
    zeros = dict.fromkeys(("hand_points", "hand_red_threes", "hand_black_threes"), 0)
    hand["tally"] = {"combinations": dict(combinations), "meld_points": meld_points, **zeros}


def too_few_points(body: Body, rules: RuleSet) -> None:
    with_a_tally(body, {rules.combinations[0].code: 1}, 5)


def too_many_points(body: Body, _rules: RuleSet) -> None:
    with_a_tally(body, {}, 5000)


class PlantedError(NamedTuple):
    """A function that plants an error, and the rule sets and forms in which it is one."""

    plant: Callable[[Body, RuleSet], None]
    games: frozenset[str] = ALL
    single_players: bool = False


PLANTED_ERRORS: Final[Mapping[Code, PlantedError]] = {
    Code.OUT_WITHOUT_MELD: PlantedError(out_without_meld),
    Code.OUT_ON_STOCK_END: PlantedError(out_on_stock_end),
    Code.SECOND_INCOMPLETE_MELD: PlantedError(
        second_incomplete_meld, frozenset({"royal", "sambola", "classic"})
    ),
    Code.BLACK_THREES_NOT_OUT: PlantedError(black_threes_not_out, ALL - {"sambola"}),
    Code.CARDS_LEFT_AFTER_GOING_OUT: PlantedError(
        cards_left, frozenset({"samba", "royal", "sambola", "classic"}), single_players=True
    ),
    # Danish rules let a side go out without a canasta.
    Code.NOT_ENTITLED_TO_GO_OUT: PlantedError(not_entitled, ALL - {"danish"}),
    Code.RED_THREES_BELONG_TO_ROYAL: PlantedError(red_threes_outside, frozenset({"royal"})),
    Code.RED_THREE_NOT_LAID: PlantedError(red_three_not_laid, frozenset({"bolivia"})),
    Code.DECK_EXCEEDED: PlantedError(beyond_the_deck),
    Code.BIDDER_NOT_OPENED: PlantedError(bidder_not_opened, frozenset({"sitoumussamba"})),
    Code.MELD_POINTS_TOO_LOW: PlantedError(too_few_points),
    Code.POINTS_EXCEED_DECK: PlantedError(too_many_points),
}
