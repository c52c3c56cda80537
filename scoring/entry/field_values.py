"""The values of the page's fields as text by field name: from a stored deal, and with the sides exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.core.notation import format_cards
from scoring.core.vocabulary import DealEnding
from scoring.entry import cards
from scoring.entry.auction import CALLS_FIELD, DEALER_FIELD, FAILED_FIELD, NO_SIDE
from scoring.entry.column import AS_MELDS, AS_TALLY, PAPER_FIELD
from scoring.entry.parts import FieldValues

_TICKED: Final = "on"
_CONTRACT_SIDE: Final = "contract-side"
_FLAGS: Final = ("forfeits_card_points", "claimed")


def values_from_deal(data: Mapping[str, Any], language: str) -> dict[str, str]:
    """The field values of a stored deal, cards in the letters of the reader's language."""
    typed = {"ended": str(data["ended"])}
    for number, hand in enumerate(data["hands"]):
        if hand is not None:
            typed |= {f"side{number}-{name}": text for name, text in _hand_values(hand, language)}
            typed |= _ending_values(number, hand)
    if data.get("contract"):
        typed |= _contract_values(data["contract"])
    if data.get("auction"):
        typed |= _auction_values(data["auction"])
    for number, times in enumerate(data.get("opening_raises") or ()):
        typed[f"side{number}-opening_raises"] = _count(times)
    return typed


def _ending_values(number: int, hand: Mapping[str, Any]) -> dict[str, str]:
    """The fields of the deal's end, if this side went out."""
    if not hand.get("went_out"):
        return {}
    concealed = {"concealed": _TICKED} if hand.get("concealed") else {}
    return {"ended": f"{DealEnding.OUT}-{number}", **concealed}


def _hand_values(hand: Mapping[str, Any], language: str) -> Iterator[tuple[str, str]]:
    tally = hand.get("tally")
    yield "way", AS_MELDS if tally is None else AS_TALLY
    if tally is None:
        yield "melds", cards.format_melds(hand.get("melds", ()), language)
        yield "hand", format_cards(hand.get("hand", ""), language)
    else:
        yield from _tally_values(tally)
    yield "red_threes", _count(hand.get("red_threes", 0))
    for code, times in (hand.get("penalties") or {}).items():
        yield f"penalty_{code}", _count(times)
    for name in _FLAGS:
        if hand.get(name):
            yield name, _TICKED


def _tally_values(tally: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in tally.items():
        if name == "combinations":
            yield from ((f"combination_{code}", _count(count)) for code, count in value.items())
        elif isinstance(value, int):
            yield name, _count(value)
        elif value:
            yield name, _TICKED


def _contract_values(contract: Mapping[str, Any]) -> dict[str, str]:
    typed = {f"contract-{name}": str(contract[name]) for name in ("side", "level", "strain")}
    return {**typed, "contract-doubled": _TICKED} if contract.get("doubled") else typed


def _auction_values(auction: Mapping[str, Any]) -> dict[str, str]:
    return {
        DEALER_FIELD: str(auction["dealer"]),
        CALLS_FIELD: ",".join(auction["calls"]),
        FAILED_FIELD: str(len(auction["failed"])),
    }


def _count(number: int) -> str:
    """A count as text; 0 is left empty, as on paper."""
    return str(number) if number else ""


def values_from_paper(paper: Sequence[int | None]) -> dict[str, str]:
    """The fields of the totals that were on paper when the deal was copied from it."""
    return {f"side{side}-{PAPER_FIELD}": str(total) for side, total in enumerate(paper) if total is not None}


def is_empty(typed: FieldValues) -> bool:
    """Whether nothing was typed: no end of the deal, no bid, nothing for a side."""
    filled = {name: text for name, text in typed.items() if text.strip() and _says_something(name)}
    return not filled or filled == {_CONTRACT_SIDE: NO_SIDE}


def _says_something(name: str) -> bool:
    """Whether a field carries data of the deal; how a side is written down has a default."""
    start, _dash, field = name.partition("-")
    return name in ("ended", _CONTRACT_SIDE) or (start.startswith("side") and field != "way")


# Exchanging the sides.


def rotate_sides(typed: FieldValues, sides: Sequence[int]) -> dict[str, str]:
    """Move each side's values to the next side; two sides change places."""
    next_side = {str(side): str(sides[(at + 1) % len(sides)]) for at, side in enumerate(sides)}
    return {
        _rotated_name(name, next_side): _rotated_choice(name, text, next_side) for name, text in typed.items()
    }


def _rotated_name(name: str, next_side: Mapping[str, str]) -> str:
    """The name of the same field of the next side."""
    start, dash, field = name.partition("-")
    side = start.removeprefix("side")
    return f"side{next_side[side]}-{field}" if dash and start != side and side in next_side else name


def _rotated_choice(name: str, text: str, next_side: Mapping[str, str]) -> str:
    """The value of a field that names a side: the next side."""
    if name == "ended":
        how, dash, side = text.partition("-")
        return f"{how}{dash}{next_side.get(side, side)}"
    return next_side.get(text, text) if name == _CONTRACT_SIDE else text
