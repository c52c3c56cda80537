"""Everything that is wrong with a deal or unlikely about it, all at once.

`problems` walks a counted deal from the top. What follows only from another error is left out: a side with
an error of its own is asked nothing that depends on the whole side. The checks of single games are
functions that their rule sets list. Knows how to find a problem; must not know its sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.core.bitfields import UNFINISHED_THREES
from scoring.core.cards import RED_THREE
from scoring.core.counting import CountedDeal, SideCount, Special, count_deal, is_opening_met
from scoring.core.deal_sheet import DealSheet, Ended, Hand, Tally
from scoring.core.deck import deck_problems
from scoring.core.game_state import is_extra_deal, tied_at_the_top
from scoring.core.melds import Meld
from scoring.core.problem import (
    WARNINGS,
    Code,
    Params,
    Problem,
    Problems,
    in_order_of_the_deal,
    quoted,
)
from scoring.core.rulesets.base import Opening

_AUTOMATIC: Final = frozenset({"third_wild", "not_opened", "false_finish"})
_DIRECTOR: Final = "director"
_NOTHING: Final[tuple[Problem, ...]] = ()
# Contract, withdrawn openings and extra deal of a sheet that says nothing of them.
_NOTHING_SAID: Final = (None, (), False)
# Names of a module are found sooner than those of a class.
_ENTRY: Final = Special.ENTRY
_WENT_OUT: Final = Special.WENT_OUT
_OUT: Final = Ended.OUT
_STOCK: Final = Ended.STOCK
# Parts of a deal that could not be read: sides by their number, other parts by their key.
Unread = frozenset[int | str]
ALL_READ: Final[Unread] = frozenset()
_GOING_OUT_DEPENDS_ON: Final = frozenset({"players", "options", "contract"})


def problems(sheet: DealSheet) -> Problems:
    """All errors and warnings of a deal, in the order of the deal."""
    return problems_of(count_deal(sheet))


def problems_of(deal: CountedDeal, unread: Unread = ALL_READ) -> Problems:
    if unread or not is_in_order(deal):
        return in_order_of_the_deal(all_problems(deal, unread))
    found = deck_problems(deal)
    return in_order_of_the_deal(found) if found else _NOTHING


def is_in_order(deal: CountedDeal) -> bool:
    """The short answer for nearly every deal: nothing is wrong or unlikely, but for the deck."""
    sheet = deal.sheet
    rules = sheet.rules
    if rules.checks or sheet[6:9] != _NOTHING_SAID or max(sheet.before) >= rules.target:
        return False
    # One side has gone out, or none when the deal ended otherwise.
    if len(deal.out) != (sheet.ended is _OUT) or sheet.ended is _STOCK:
        return False
    openings, dealt = deal.openings, rules.dealt
    for side in deal.sides:
        if side is None or side.special & _ENTRY:
            return False
        needed, players = openings[side.side], side.players
        if type(needed) is not int or side.meld_points < needed or (side.held or 0) < players:
            return False
        if (side.seen or 0) < players * dealt:
            return False
        if side.special & _WENT_OUT and not (players > 1 and side.opened and side.combinations.may_go_out):
            return False
    return True


def all_problems(deal: CountedDeal, unread: Unread) -> list[Problem]:
    """The whole walk."""
    found: list[Problem] = []
    out = _who_went_out(deal, unread)
    for side in deal.sides:
        if side is not None:
            found += _side_problems(deal, side, out, unread)
    if "players" not in unread:
        found += deck_problems(deal)
    found += _deal_problems(deal, out, unread)
    return found


# Who went out.

_NOBODY: Final = -1
_UNCLEAR: Final = -2


def _who_went_out(deal: CountedDeal, unread: Unread = ALL_READ) -> int:
    """The side that went out, nobody, or unclear where the entry contradicts itself."""
    out = deal.out
    if len(out) > 1 or "ended" in unread or (deal.sheet.ended is _OUT) != bool(out):
        return _UNCLEAR
    return out[0] if out else _NOBODY


def _ending_problems(deal: CountedDeal, unread: Unread) -> Iterator[Problem]:
    """How the deal ended and who went out contradict each other."""
    out = deal.out
    if "ended" in unread:
        return
    if deal.sheet.ended is not Ended.OUT:
        for side in out:
            yield Problem(Code.OUT_ON_STOCK_END, side, f"hands[{side}]", {"ended": deal.sheet.ended.value})
    elif len(out) > 1:
        yield Problem(Code.TWO_SIDES_OUT)
    elif not out and not unread:
        yield Problem(Code.NO_SIDE_OUT)


# One side.


def _side_problems(deal: CountedDeal, side: SideCount, out: int, unread: Unread) -> Sequence[Problem]:
    if side.special & _ENTRY or deal.sheet.rules.checks or unread:
        return _odd_side_problems(deal, side, out, unread)
    found = _out_problems(deal, side) if side.side == out else _NOTHING
    return [*found, *_doubts(deal, side, out)]


def _odd_side_problems(deal: CountedDeal, side: SideCount, out: int, unread: Unread) -> list[Problem]:
    """The whole walk: what is entered, then what follows from it, unless something is wrong already."""
    found = _entry_problems(deal, side, out)
    for check in deal.sheet.rules.checks:
        found += check(deal, side)
    if side.side in unread or _has_errors(found):
        return found
    if side.side == out and unread.isdisjoint(_GOING_OUT_DEPENDS_ON):
        found += _out_problems(deal, side)
    if not unread:
        found += _doubts(deal, side, out)
    return found


def _has_errors(found: Sequence[Problem]) -> bool:
    return any(problem.code not in WARNINGS for problem in found)


def _entry_problems(deal: CountedDeal, side: SideCount, out: int) -> list[Problem]:
    """What is wrong with the parts of an entry, each by itself."""
    found: list[Problem] = []
    hand = side.hand
    if side.melds or side.unknown:
        found += _meld_problems(side, out)
        found += _hand_problems(side)
    if hand.penalties:
        found += _penalty_problems(deal, hand, side.side)
    if hand.tally is not None:
        found += _tally_problems(deal, side, hand.tally)
    if hand.concealed or hand.forfeits_card_points or hand.claimed is not None:
        found += _claims(deal, side, out)
    return found


def _meld_problems(side: SideCount, out: int) -> Iterator[Problem]:
    unfinished: set[str] = set()
    for at, meld in enumerate(side.melds):
        where = f"hands[{side.side}].melds[{at}]"
        yield from _one_meld(side, meld, where, out)
        kind = meld.form.unfinished
        if kind is not None and kind in unfinished:
            yield Problem(
                Code.SECOND_INCOMPLETE_MELD, side.side, where, {"meld": quoted(meld.text), "kind": kind}
            )
        if kind is not None:
            unfinished.add(kind)


def _one_meld(side: SideCount, meld: Meld, where: str, out: int) -> Iterator[Problem]:
    form, text = meld.form, quoted(meld.text)
    if meld.unknown is not None:
        yield _unknown_card(side.side, where, meld.text, meld.unknown)
    elif form.reason is not None:
        yield Problem(Code.BAD_MELD, side.side, where, {"reason": form.reason.value, "meld": text})
    elif form.only_going_out and out not in (side.side, _UNCLEAR):
        yield Problem(Code.BLACK_THREES_NOT_OUT, side.side, where, {"meld": text})
    elif form.warning is not None:
        yield Problem(form.warning, side.side, where, {"meld": text})


def _unknown_card(side: int, where: str, text: str, at: int) -> Problem:
    params: Params = {"card": quoted(text[at]), "position": at + 1, "text": quoted(text)}
    return Problem(Code.UNKNOWN_CARD, side, where, params)


def _hand_problems(side: SideCount) -> Iterator[Problem]:
    """The first sign of a hand that is no card."""
    if side.unknown:
        text = side.hand.hand
        yield _unknown_card(side.side, f"hands[{side.side}].hand", text, text.index(side.unknown[0]))


def _penalty_problems(deal: CountedDeal, hand: Hand, side: int) -> Iterator[Problem]:
    rules = deal.sheet.rules
    for code, times in hand.penalties:
        where = f"hands[{side}].penalties.{quoted(code)}"
        if code == _DIRECTOR:
            if times % 5:
                yield Problem(Code.NOT_MULTIPLE_OF_5, side, where, {"value": times})
        elif code in _AUTOMATIC:
            if hand.tally is None or code not in rules.tally_penalties:
                yield Problem(Code.AUTOMATIC_PENALTY, side, where, {"penalty": code})
        elif rules.penalty(code) is None:
            yield Problem(Code.UNKNOWN_PENALTY, side, where, {"penalty": quoted(code)})


# A tally.


def _tally_problems(deal: CountedDeal, side: SideCount, tally: Tally) -> Iterator[Problem]:
    here = f"hands[{side.side}]"
    if side.hand.melds or side.hand.hand:
        yield Problem(Code.TALLY_AND_CARDS, side.side, here)
    known = {one.code for one in deal.sheet.rules.combinations}
    for code, _count in tally.combinations:
        if code not in known:
            where = f"{here}.tally.combinations.{quoted(code)}"
            yield Problem(Code.UNKNOWN_COMBINATION, side.side, where, {"combination": quoted(code)})
    yield from _tally_points(deal, side, tally, f"{here}.tally")


def _tally_points(deal: CountedDeal, side: SideCount, tally: Tally, where: str) -> Iterator[Problem]:
    for name, value in (("meld_points", tally.meld_points), ("hand_points", tally.hand_points)):
        if value % 5:
            yield Problem(Code.NOT_MULTIPLE_OF_5, side.side, f"{where}.{name}", {"value": value})
    if side.hand.forfeits_card_points:
        if tally.meld_points:
            yield Problem(Code.BAD_VALUE, side.side, f"{where}.meld_points", {"value": tally.meld_points})
        return
    least = _least_worth(deal, side)
    if tally.meld_points < least and not tally.meld_points % 5:
        params = {"value": tally.meld_points, "least": least}
        yield Problem(Code.MELD_POINTS_TOO_LOW, side.side, f"{where}.meld_points", params)


def _least_worth(deal: CountedDeal, side: SideCount) -> int:
    """What the cards of the named combinations are worth at the least."""
    named = zip(deal.sheet.rules.combinations, side.combinations.counts, strict=True)
    return sum(one.least_worth * count for one, count in named)


# What is claimed of a side, and whether its game knows it.


def _claims(deal: CountedDeal, side: SideCount, out: int) -> Iterator[Problem]:
    rules, hand, here = deal.sheet.rules, side.hand, f"hands[{side.side}]"
    if hand.concealed and rules.concealed is None:
        yield Problem(Code.NOT_IN_THIS_GAME, side.side, f"{here}.concealed", {"key": "concealed"})
    elif hand.concealed and not hand.went_out and out != _UNCLEAR:
        yield Problem(Code.CONCEALED_WITHOUT_GOING_OUT, side.side, f"{here}.concealed")
    if hand.forfeits_card_points and rules.forfeit_rule is None:
        key = "forfeits_card_points"
        yield Problem(Code.NOT_IN_THIS_GAME, side.side, f"{here}.{key}", {"key": key})
    if hand.claimed is not None and (hand.claimed != rules.claim_rule or hand.tally is None):
        yield Problem(Code.BAD_VALUE, side.side, f"{here}.claimed", {"value": quoted(hand.claimed)})


# The side that went out.


def _out_problems(deal: CountedDeal, side: SideCount) -> Sequence[Problem]:
    here = f"hands[{side.side}]"
    if not side.opened:
        return (Problem(Code.OUT_WITHOUT_MELD, side.side, here),)
    found: list[Problem] = []
    if side.players == 1 and _holds_cards(side):
        found.append(Problem(Code.CARDS_LEFT_AFTER_GOING_OUT, side.side, here, {"held": side.held or 0}))
    if not _may_go_out(deal, side):
        found.append(Problem(Code.NOT_ENTITLED_TO_GO_OUT, side.side, here))
    return found


def _holds_cards(side: SideCount) -> bool:
    if side.held or side.red_in_hand or side.black_in_hand:
        return True
    return bool(side.hand_points) and not _has_excess_wild(side)


def _has_excess_wild(side: SideCount) -> bool:
    """The points in hand of such a tally are those of wild cards that lie on the table (Samba 34b2)."""
    return any(code == "third_wild" and times for code, times in side.hand.penalties)


def _may_go_out(deal: CountedDeal, side: SideCount) -> bool:
    """What going out asks for. The bidder's side goes out at its own risk (26B)."""
    contract = deal.sheet.contract
    if contract is not None and contract.side == side.side:
        return True
    if side.players == 1:
        return side.combinations.may_go_out_alone
    return side.combinations.may_go_out


# What is unlikely about a side.


def _doubts(deal: CountedDeal, side: SideCount, out: int) -> Iterator[Problem]:
    here = f"hands[{side.side}]"
    dealt = deal.sheet.rules.dealt * side.players
    if side.seen is not None and side.seen < dealt - side.red_threes:
        yield Problem(Code.FEWER_CARDS_THAN_DEALT, side.side, here, {"seen": side.seen, "dealt": dealt})
    needed = deal.openings[side.side]
    if side.opened and _opening_is_doubtful(deal, side, needed):
        opening: Params = {"needed": needed or 0, "points": side.meld_points}
        yield Problem(Code.OPENING_TOO_LOW, side.side, here, opening)
    if side.held is not None and out != _UNCLEAR and side.held < side.players - side.hand.went_out:
        yield Problem(Code.EMPTY_HAND, side.side, here, {"held": side.held})


def _opening_is_doubtful(deal: CountedDeal, side: SideCount, needed: Opening | None) -> bool:
    """All that a side melded is worth less than what it had to open with, and nothing excuses it."""
    if is_opening_met(needed, side):
        return False
    rules, contract = deal.sheet.rules, deal.sheet.contract
    if rules.a_combination_opens and side.combinations.number:
        return False
    if rules.concealed_opens and side.hand.concealed:
        return False
    if side.hand.tally is not None and side.hand.forfeits_card_points:
        return False
    if rules.contract is None or contract is None or contract.side != side.side or contract.doubled:
        return True
    return contract.level < rules.contract.opens_by_strain_from


# The deal as a whole.


def _deal_problems(deal: CountedDeal, out: int, unread: Unread) -> list[Problem]:
    sheet, rules = deal.sheet, deal.sheet.rules
    found: list[Problem] = []
    if out == _UNCLEAR:
        found += _ending_problems(deal, unread)
    if sheet.contract is not None and "contract" not in unread:
        found += _contract_problems(deal, unread)
    if any(sheet.opening_raises) and not rules.opening_raise:
        found.append(Problem(Code.NOT_IN_THIS_GAME, where="opening_raises", params={"key": "opening_raises"}))
    if sheet.ended is _STOCK and rules.stock_is_checked and not unread:
        found += _stock_doubts(deal)
    found += _extra_deal_problems(sheet)
    return found


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
    yield Problem(Code.BIDDER_NOT_OPENED, contract.side, f"hands[{contract.side}]")


def _stock_doubts(deal: CountedDeal) -> Iterator[Problem]:
    """Fewer cards than those dealt and half of the rest: such a stock has not run out."""
    rules, seen = deal.sheet.rules, 0
    for side in deal.playing:
        if side.seen is None:
            return
        seen += side.seen + side.red_threes
    dealt = rules.dealt * sum(side.players for side in deal.playing)
    if 2 * seen < dealt + rules.deck_size:
        params = {"seen": seen, "least": (dealt + rules.deck_size + 1) // 2}
        yield Problem(Code.FEW_CARDS_ON_STOCK_END, params=params)


def _extra_deal_problems(sheet: DealSheet) -> Iterator[Problem]:
    """An extra deal is played where the game has one, by those that share the top."""
    rules = sheet.rules
    idle = [side for side, hand in enumerate(sheet.hands) if hand is None]
    few = len(sheet.hands) - len(idle) < 2
    for side in idle:
        if not rules.extra_deal or few:
            yield Problem(Code.NOT_IN_THIS_GAME, side, f"hands[{side}]", {"key": "hands"})
    if sheet.extra_deal and not rules.extra_deal:
        yield Problem(Code.NOT_IN_THIS_GAME, where="extra_deal", params={"key": "extra_deal"})
    if not is_extra_deal(sheet):
        if max(sheet.before) >= rules.target:
            yield Problem(Code.GAME_ALREADY_OVER, params={"target": rules.target})
        return
    tied = tied_at_the_top(rules, sheet.before)
    for side, hand in enumerate(sheet.hands):
        if tied and not few and (hand is not None) != (side in tied):
            yield Problem(Code.NOT_THE_TIED_SIDES, side, f"hands[{side}]")


# Checks that single rule sets list.


def red_threes_in_the_royal(deal: CountedDeal, side: SideCount) -> Sequence[Problem]:  # noqa: ARG001
    """While red and black threes lie in an unfinished meld, no red three lies outside it (Royal Canasta)."""
    if not side.red_threes or side.hand.tally is not None or not _has_unfinished_threes(side):
        return _NOTHING
    here = f"hands[{side.side}]"
    laid = [f"{here}.melds[{at}]" for at, meld in enumerate(side.melds) if meld.form.laid_threes]
    if side.hand.red_threes:
        laid.append(f"{here}.red_threes")
    return [Problem(Code.RED_THREES_BELONG_TO_ROYAL, side.side, where) for where in laid]


def _has_unfinished_threes(side: SideCount) -> bool:
    if side.melds:
        return any(meld.form.unfinished == UNFINISHED_THREES for meld in side.melds)
    return any(RED_THREE in text and len(text) < 7 for text in side.hand.melds)


def combination_before_going_out(deal: CountedDeal, side: SideCount) -> Sequence[Problem]:  # noqa: ARG001
    """A finish without a combination is not forbidden, and turns all points of the side (Danish)."""
    if not side.hand.went_out or side.combinations.number or not side.opened:
        return _NOTHING
    return (Problem(Code.OUT_WITHOUT_COMBINATION, side.side, f"hands[{side.side}]"),)


def red_three_laid_at_once(deal: CountedDeal, side: SideCount) -> Sequence[Problem]:  # noqa: ARG001
    """Red threes are laid down at once, so that none is held (Sambola)."""
    if not side.red_in_hand:
        return _NOTHING
    count = {"count": side.red_in_hand}
    return (Problem(Code.RED_THREE_IN_HAND, side.side, f"hands[{side.side}]", count),)
