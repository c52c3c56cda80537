"""What stands in the fields of the page, as plain text by field name.

Made from a stored deal when it is written anew, and changed by a touch: the sides exchanged. Knows names of
fields; must not know a form, nor what anything is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.core.deal_sheet import Ended
from scoring.core.notation import printed
from scoring.entry import cards
from scoring.entry.auction import CALLS, DEALER, FAILED, NOBODY
from scoring.entry.column import MELDS, PAPER, TALLY
from scoring.entry.parts import Typed

_TICKED: Final = "on"
_CONTRACT_SIDE: Final = "contract-side"
_FLAGS: Final = ("forfeits_card_points", "claimed")


def typed_of(body: Mapping[str, Any], language: str) -> dict[str, str]:
    """The fields of a stored deal, cards in the letters of the reader's language."""
    typed = {"ended": str(body["ended"])}
    for number, hand in enumerate(body["hands"]):
        if hand is not None:
            typed |= {f"side{number}-{name}": text for name, text in _hand_typed(hand, language)}
            typed |= _ended_by(number, hand)
    if body.get("contract"):
        typed |= _contract_typed(body["contract"])
    if body.get("auction"):
        typed |= _auction_typed(body["auction"])
    for number, times in enumerate(body.get("opening_raises") or ()):
        typed[f"side{number}-opening_raises"] = _figure(times)
    return typed


def _ended_by(number: int, hand: Mapping[str, Any]) -> dict[str, str]:
    """What is said of the deal's end, where this side went out."""
    if not hand.get("went_out"):
        return {}
    concealed = {"concealed": _TICKED} if hand.get("concealed") else {}
    return {"ended": f"{Ended.OUT}-{number}", **concealed}


def _hand_typed(hand: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    tally = hand.get("tally")
    yield "way", MELDS if tally is None else TALLY
    if tally is None:
        yield "melds", cards.written(hand.get("melds", ()), language)
        yield "hand", printed(hand.get("hand", ""), language)
    else:
        yield from _tally_typed(tally)
    yield "red_threes", _figure(hand.get("red_threes", 0))
    for code, times in (hand.get("penalties") or {}).items():
        yield f"penalty_{code}", _figure(times)
    for name in _FLAGS:
        if hand.get(name):
            yield name, _TICKED


def _tally_typed(tally: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in tally.items():
        if name == "combinations":
            yield from ((f"combination_{code}", _figure(count)) for code, count in value.items())
        elif isinstance(value, int):
            yield name, _figure(value)
        elif value:
            yield name, _TICKED


def _contract_typed(contract: Mapping[str, Any]) -> dict[str, str]:
    typed = {f"contract-{name}": str(contract[name]) for name in ("side", "level", "strain")}
    return {**typed, "contract-doubled": _TICKED} if contract.get("doubled") else typed


def _auction_typed(auction: Mapping[str, Any]) -> dict[str, str]:
    return {
        DEALER: str(auction["dealer"]),
        CALLS: ",".join(auction["calls"]),
        FAILED: str(len(auction["failed"])),
    }


def _figure(number: int) -> str:
    """Nothing is left empty, as on paper."""
    return str(number) if number else ""


def paper_typed(paper: Sequence[int | None]) -> dict[str, str]:
    """The totals as they stood on paper, beside a deal that was written down from it."""
    return {f"side{side}-{PAPER}": str(total) for side, total in enumerate(paper) if total is not None}


def is_empty(typed: Typed) -> bool:
    """Whether nobody has typed anything: neither how the deal ended, nor a bid, nor anything of a side."""
    said = {name: text for name, text in typed.items() if text.strip() and _is_said(name)}
    return not said or said == {_CONTRACT_SIDE: NOBODY}


def _is_said(name: str) -> bool:
    """Whether a field says something of the deal: how a side is written down stands there before."""
    start, _dash, field = name.partition("-")
    return name in ("ended", _CONTRACT_SIDE) or (start.startswith("side") and field != "way")


# One touch.


def exchanged(typed: Typed, sides: Sequence[int]) -> dict[str, str]:
    """Each side's entries in the next side's column; with two sides they change places."""
    next_side = {str(side): str(sides[(at + 1) % len(sides)]) for at, side in enumerate(sides)}
    return {_moved(name, next_side): _moved_choice(name, text, next_side) for name, text in typed.items()}


def _moved(name: str, next_side: Mapping[str, str]) -> str:
    """The name of the same field in the next column."""
    start, dash, field = name.partition("-")
    side = start.removeprefix("side")
    return f"side{next_side[side]}-{field}" if dash and start != side and side in next_side else name


def _moved_choice(name: str, text: str, next_side: Mapping[str, str]) -> str:
    """A side that was chosen is the next one now."""
    if name == "ended":
        how, dash, side = text.partition("-")
        return f"{how}{dash}{next_side.get(side, side)}"
    return next_side.get(text, text) if name == _CONTRACT_SIDE else text
