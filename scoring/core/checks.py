"""Finds everything that is wrong with a deal or unlikely about it.

`find_problems` walks a counted deal from the top. What follows only from another error is left out: a side
with an error of its own is not checked for anything that depends on the whole side. `entry_checks` has the
checks of an entry by itself, `side_checks` those that single rule sets list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scoring.core.counted import CountedDeal, SideCount
from scoring.core.counting import count_deal, is_opening_met
from scoring.core.deal_sheet import DealSheet
from scoring.core.deck import deck_problems
from scoring.core.entry_checks import UNCLEAR, entry_problems
from scoring.core.game_state import is_extra_deal, sides_tied_at_top
from scoring.core.problem import Code, Problem, Problems, errors_of, hand_problem, in_deal_order
from scoring.core.vocabulary import DealEnding

# Parts of a deal that could not be read: sides by their number, other parts by their key.
Unread = frozenset[int | str]
ALL_READ: Final[Unread] = frozenset()
_GOING_OUT_DEPENDS_ON: Final = frozenset({"players", "options", "contract"})


def find_problems(sheet: DealSheet) -> Problems:
    """Return all errors and warnings of a deal, in the order of the deal."""
    return find_counted_problems(count_deal(sheet))


def find_counted_problems(deal: CountedDeal, unread: Unread = ALL_READ) -> Problems:
    """Return the problems of a counted deal, except those that depend on a part that was not read."""
    problems: list[Problem] = []
    side_out = _side_out(deal, unread)
    for side in deal.playing:
        problems += _side_problems(deal, side, side_out, unread)
    if "players" not in unread:
        problems += deck_problems(deal)
    problems += _deal_problems(deal, side_out, unread)
    return in_deal_order(problems) if problems else ()


# Which side went out.

_NO_SIDE: Final = -1


def _side_out(deal: CountedDeal, unread: Unread = ALL_READ) -> int:
    """Return the side that went out, _NO_SIDE, or UNCLEAR where the entry contradicts itself."""
    sides_out = deal.sides_out
    if len(sides_out) > 1 or "ended" in unread or (deal.sheet.ended is DealEnding.OUT) != bool(sides_out):
        return UNCLEAR
    return sides_out[0] if sides_out else _NO_SIDE


def _ending_problems(deal: CountedDeal, unread: Unread) -> Iterator[Problem]:
    """Yield the contradictions between the ending of the deal and the sides that went out."""
    sides_out = deal.sides_out
    if "ended" in unread:
        return
    if deal.sheet.ended is not DealEnding.OUT:
        for side in sides_out:
            yield hand_problem(Code.OUT_ON_STOCK_END, side, ended=deal.sheet.ended.value)
    elif len(sides_out) > 1:
        yield Problem(Code.TWO_SIDES_OUT)
    elif not sides_out and not unread:
        yield Problem(Code.NO_SIDE_OUT)


# One side.


def _side_problems(deal: CountedDeal, side: SideCount, side_out: int, unread: Unread) -> list[Problem]:
    """Check what is entered, then what follows from it, unless something is wrong already."""
    problems = entry_problems(deal, side, side_out)
    for check in deal.sheet.rules.checks:
        problems += check(side)
    if side.side in unread or (problems and errors_of(problems)):
        return problems
    if side.side == side_out and unread.isdisjoint(_GOING_OUT_DEPENDS_ON):
        problems += _going_out_problems(deal, side)
    if not unread:
        problems += _doubts(deal, side, side_out)
    return problems


# The side that went out.


def _going_out_problems(deal: CountedDeal, side: SideCount) -> list[Problem]:
    if not side.opened:
        return [hand_problem(Code.OUT_WITHOUT_MELD, side.side)]
    problems: list[Problem] = []
    if side.players == 1 and _holds_cards(side):
        held = side.cards_held or 0
        problems.append(hand_problem(Code.CARDS_LEFT_AFTER_GOING_OUT, side.side, held=held))
    if not _may_go_out(deal, side):
        problems.append(hand_problem(Code.NOT_ENTITLED_TO_GO_OUT, side.side))
    return problems


def _holds_cards(side: SideCount) -> bool:
    if side.cards_held or side.red_in_hand or side.black_in_hand:
        return True
    return bool(side.hand_points) and not _has_excess_wild(side)


def _has_excess_wild(side: SideCount) -> bool:
    """Whether the hand points of a tally are those of excess wild cards on the table (Samba 34b2)."""
    return any(code == "third_wild" and times for code, times in side.hand.penalties)


def _may_go_out(deal: CountedDeal, side: SideCount) -> bool:
    """Whether a side meets the requirements of going out. The bidder's side takes the risk itself (26B)."""
    contract = deal.sheet.contract
    if contract is not None and contract.side == side.side:
        return True
    if side.players == 1:
        return side.combinations.may_go_out_alone
    return side.combinations.may_go_out


# What is unlikely about a side.


def _doubts(deal: CountedDeal, side: SideCount, side_out: int) -> list[Problem]:
    problems: list[Problem] = []
    seen, held, needed = side.cards_seen, side.cards_held, deal.openings[side.side]
    dealt = deal.sheet.rules.dealt * side.players
    if seen is not None and seen < dealt - side.red_threes:
        problems.append(hand_problem(Code.FEWER_CARDS_THAN_DEALT, side.side, seen=seen, dealt=dealt))
    if side.opened and not is_opening_met(needed, side) and not _low_opening_is_excused(deal, side):
        points = side.meld_points
        problems.append(hand_problem(Code.OPENING_TOO_LOW, side.side, needed=needed or 0, points=points))
    if held is not None and side_out != UNCLEAR and held < side.players - side.hand.went_out:
        problems.append(hand_problem(Code.EMPTY_HAND, side.side, held=held))
    return problems


def _low_opening_is_excused(deal: CountedDeal, side: SideCount) -> bool:
    """Whether a side may have melded less than its opening requirement."""
    rules, contract = deal.sheet.rules, deal.sheet.contract
    if rules.combination_opens and side.combinations.number:
        return True
    if rules.concealed_opens and side.hand.concealed:
        return True
    if side.hand.tally is not None and side.hand.forfeits_card_points:
        return True
    if rules.contract is None or contract is None or contract.side != side.side or contract.doubled:
        return False
    return contract.level >= rules.contract.opens_by_strain_from_level


# The deal as a whole.

# The minimum of sides that play; with fewer nothing else is said about who plays.
_MIN_PLAYING: Final = 2


def _deal_problems(deal: CountedDeal, side_out: int, unread: Unread) -> list[Problem]:
    sheet, rules = deal.sheet, deal.sheet.rules
    problems: list[Problem] = []
    if side_out == UNCLEAR:
        problems += _ending_problems(deal, unread)
    if sheet.contract is not None and "contract" not in unread:
        problems += _contract_problems(deal, unread)
    if not rules.opening_raise and any(sheet.opening_raises):
        problems.append(
            Problem(Code.NOT_IN_THIS_GAME, where="opening_raises", params={"key": "opening_raises"})
        )
    if sheet.ended is DealEnding.STOCK and rules.stock_is_checked and not unread:
        problems += _stock_doubts(deal)
    problems += _extra_deal_problems(deal)
    return problems


def _contract_problems(deal: CountedDeal, unread: Unread) -> Iterator[Problem]:
    rules, contract = deal.sheet.rules.contract, deal.sheet.contract
    if contract is None:
        return
    if rules is None:
        yield Problem(Code.NOT_IN_THIS_GAME, where="contract", params={"key": "contract"})
        return
    if not 0 <= contract.side < len(deal.sides):
        yield Problem(Code.BAD_CONTRACT, where="contract.side", params={"value": contract.side})
        return
    if not 1 <= contract.level <= rules.levels:
        yield Problem(Code.BAD_CONTRACT, where="contract.level", params={"value": contract.level})
    bidder = deal.sides[contract.side]
    if bidder is None or contract.doubled or bidder.opened or contract.side in unread:
        return
    yield hand_problem(Code.BIDDER_NOT_OPENED, contract.side)


def _stock_doubts(deal: CountedDeal) -> Iterator[Problem]:
    """With fewer cards than those dealt and half of the rest the stock cannot have run out."""
    rules, cards_seen = deal.sheet.rules, 0
    for side in deal.playing:
        if side.cards_seen is None:
            return
        cards_seen += side.cards_seen + side.red_threes
    dealt = rules.dealt * sum(side.players for side in deal.playing)
    if 2 * cards_seen < dealt + rules.deck_size:
        params = {"seen": cards_seen, "least": (dealt + rules.deck_size + 1) // 2}
        yield Problem(Code.FEW_CARDS_ON_STOCK_END, params=params)


def _extra_deal_problems(deal: CountedDeal) -> list[Problem]:
    """Check that an extra deal is played where the game has one, and no deal after the end of a game."""
    sheet, rules = deal.sheet, deal.sheet.rules
    problems: list[Problem] = []
    if len(deal.playing) < len(deal.sides):
        problems += _absence_problems(deal)
    if sheet.away is not None and deal.sides[sheet.away] is not None:
        problems.append(hand_problem(Code.NOT_IN_THIS_GAME, sheet.away, key="hands"))
    if sheet.extra_deal and not rules.extra_deal:
        problems.append(Problem(Code.NOT_IN_THIS_GAME, where="extra_deal", params={"key": "extra_deal"}))
    if is_extra_deal(sheet):
        problems += _tie_problems(deal)
    elif max(sheet.before) >= rules.target:
        problems.append(Problem(Code.GAME_ALREADY_OVER, params={"target": rules.target}))
    return problems


def _absence_problems(deal: CountedDeal) -> Iterator[Problem]:
    """Only in an extra deal, or when it has left, may a side be absent, and two must play."""
    if deal.sheet.rules.extra_deal and len(deal.playing) >= _MIN_PLAYING:
        return
    for side, count in enumerate(deal.sides):
        if count is None and (side != deal.sheet.away or len(deal.playing) < _MIN_PLAYING):
            yield hand_problem(Code.NOT_IN_THIS_GAME, side, key="hands")


def _tie_problems(deal: CountedDeal) -> Iterator[Problem]:
    """An extra deal is played by the sides that share the top."""
    tied = sides_tied_at_top(deal.sheet.rules, deal.sheet.before)
    if not tied or len(deal.playing) < _MIN_PLAYING:
        return
    for side, count in enumerate(deal.sides):
        if (count is not None) != (side in tied):
            yield hand_problem(Code.NOT_THE_TIED_SIDES, side)
