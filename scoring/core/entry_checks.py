"""Checks of what is entered for a side: its melds, hand, penalties, tally and claims, each by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scoring.core.cards import ALPHABET
from scoring.core.counted import CountedDeal, SideCount
from scoring.core.melds import Meld
from scoring.core.problem import Code, Params, Problem, hand_problem, quoted
from scoring.core.vocabulary import DIRECTOR, HandSheet, Tally

# Penalties that follow from the melds and are never entered, except some of them with a tally.
_AUTOMATIC: Final = frozenset({"third_wild", "not_opened", "false_finish"})
# Stands for the side that went out where the entry contradicts itself.
UNCLEAR: Final = -2


def entry_problems(deal: CountedDeal, side: SideCount, side_out: int) -> list[Problem]:
    """Return what is wrong with the parts of an entry, each by itself."""
    problems: list[Problem] = []
    hand = side.hand
    if side.unusual_melds:
        problems += _meld_problems(side, side_out)
    if hand.tally is not None:
        problems += _tally_problems(deal, side, hand.tally)
    elif side.cards_held != len(hand.hand):
        problems.append(_unknown_card_in_hand(side))
    if hand.penalties:
        problems += _penalty_problems(deal, hand, side.side)
    if hand.concealed or hand.forfeits_card_points or hand.claimed is not None:
        problems += _claim_problems(deal, side, side_out)
    if side.red_in_hand:
        problems += _red_three_problems(deal, side)
    return problems


def _meld_problems(side: SideCount, side_out: int) -> Iterator[Problem]:
    unfinished: set[str] = set()
    for at, meld in side.unusual_melds:
        problem = _problem_of_meld(side, at, meld, side_out)
        if problem is not None:
            yield problem
        kind = meld.shape.unfinished
        if kind is None:
            continue
        if kind in unfinished:
            params: Params = {"meld": quoted(meld.text), "kind": kind}
            yield Problem(Code.SECOND_INCOMPLETE_MELD, side.side, _meld_path(side, at), params)
        unfinished.add(kind)


def _problem_of_meld(side: SideCount, at: int, meld: Meld, side_out: int) -> Problem | None:
    """Return what is wrong with a meld by itself."""
    shape = meld.shape
    if meld.unknown is not None:
        return _unknown_card(side.side, _meld_path(side, at), meld.text, meld.unknown)
    if shape.fault is not None:
        params: Params = {"reason": shape.fault.value, "meld": quoted(meld.text)}
        return Problem(Code.BAD_MELD, side.side, _meld_path(side, at), params)
    code = shape.warning
    if shape.only_going_out and side_out not in (side.side, UNCLEAR):
        code = Code.BLACK_THREES_NOT_OUT
    if code is None:
        return None
    return Problem(code, side.side, _meld_path(side, at), {"meld": quoted(meld.text)})


def _meld_path(side: SideCount, at: int) -> str:
    return f"hands[{side.side}].melds[{at}]"


def _unknown_card(side: int, path: str, text: str, at: int) -> Problem:
    params: Params = {"card": quoted(text[at]), "position": at + 1, "text": quoted(text)}
    return Problem(Code.UNKNOWN_CARD, side, path, params)


def _unknown_card_in_hand(side: SideCount) -> Problem:
    """Return a problem for the first character of a hand that is not a card."""
    text = side.hand.hand
    at = len(text) - len(text.lstrip(ALPHABET))
    return _unknown_card(side.side, f"hands[{side.side}].hand", text, at)


def _penalty_problems(deal: CountedDeal, hand: HandSheet, side: int) -> Iterator[Problem]:
    rules = deal.sheet.rules
    for code, times in hand.penalties:
        path = f"hands[{side}].penalties.{quoted(code)}"
        if code == DIRECTOR:
            if times % 5:
                yield Problem(Code.NOT_MULTIPLE_OF_5, side, path, {"value": times})
        elif code in _AUTOMATIC:
            if hand.tally is None or code not in rules.tally_penalties:
                yield Problem(Code.AUTOMATIC_PENALTY, side, path, {"penalty": code})
        elif rules.penalty(code) is None:
            yield Problem(Code.UNKNOWN_PENALTY, side, path, {"penalty": quoted(code)})


def _red_three_problems(deal: CountedDeal, side: SideCount) -> Iterator[Problem]:
    """Yield a problem for red threes in the hand, in a game in which they are laid down at once."""
    code = deal.sheet.rules.red_threes.problem_in_hand
    if code is not None:
        yield hand_problem(code, side.side, count=side.red_in_hand)


# A tally.


def _tally_problems(deal: CountedDeal, side: SideCount, tally: Tally) -> Iterator[Problem]:
    hand_path = f"hands[{side.side}]"
    if side.hand.melds or side.hand.hand:
        yield hand_problem(Code.TALLY_AND_CARDS, side.side)
    known = {combination.code for combination in deal.sheet.rules.combinations}
    for code, _count in tally.combinations:
        if code not in known:
            path = f"{hand_path}.tally.combinations.{quoted(code)}"
            yield Problem(Code.UNKNOWN_COMBINATION, side.side, path, {"combination": quoted(code)})
    yield from _tally_points(deal, side, tally, f"{hand_path}.tally")


def _tally_points(deal: CountedDeal, side: SideCount, tally: Tally, path: str) -> Iterator[Problem]:
    for name, value in (("meld_points", tally.meld_points), ("hand_points", tally.hand_points)):
        if value % 5:
            yield Problem(Code.NOT_MULTIPLE_OF_5, side.side, f"{path}.{name}", {"value": value})
    if side.hand.forfeits_card_points:
        if tally.meld_points:
            yield Problem(Code.BAD_VALUE, side.side, f"{path}.meld_points", {"value": tally.meld_points})
        return
    minimum = _min_meld_points(deal, side)
    if tally.meld_points < minimum and not tally.meld_points % 5:
        params = {"value": tally.meld_points, "least": minimum}
        yield Problem(Code.MELD_POINTS_TOO_LOW, side.side, f"{path}.meld_points", params)


def _min_meld_points(deal: CountedDeal, side: SideCount) -> int:
    """Return the minimum value of the cards of the named combinations."""
    named = zip(deal.sheet.rules.combinations, side.combinations.counts, strict=True)
    return sum(combination.min_value * count for combination, count in named)


# Claims of a side that its game may not have.


def _claim_problems(deal: CountedDeal, side: SideCount, side_out: int) -> Iterator[Problem]:
    rules, hand, hand_path = deal.sheet.rules, side.hand, f"hands[{side.side}]"
    if hand.concealed and rules.concealed is None:
        yield Problem(Code.NOT_IN_THIS_GAME, side.side, f"{hand_path}.concealed", {"key": "concealed"})
    elif hand.concealed and not hand.went_out and side_out != UNCLEAR:
        yield Problem(Code.CONCEALED_WITHOUT_GOING_OUT, side.side, f"{hand_path}.concealed")
    if hand.forfeits_card_points and rules.forfeit_rule is None:
        key = "forfeits_card_points"
        yield Problem(Code.NOT_IN_THIS_GAME, side.side, f"{hand_path}.{key}", {"key": key})
    if hand.claimed is not None and (hand.claimed != rules.claim_rule or hand.tally is None):
        yield Problem(Code.BAD_VALUE, side.side, f"{hand_path}.claimed", {"value": quoted(hand.claimed)})
