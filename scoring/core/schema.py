"""The data of a deal: the types of JSON, the keys of the contract and the limits of numbers."""

from __future__ import annotations

from typing import Final, TypeGuard

from scoring.core.problem import quoted
from scoring.core.vocabulary import DealEnding, HandSheet, Strain, Tally

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

_MAX_DIGITS: Final = 9
MAX_NUMBER: Final = 10**_MAX_DIGITS
MIN_NUMBER: Final = -MAX_NUMBER
# More melds than any deck has cards.
MAX_MELDS: Final = 200
SIDE_COUNTS: Final = (2, 3)
USUAL_PLAYERS: Final = 2

DEAL_KEYS: Final = frozenset(
    {
        "ruleset",
        "options",
        "players",
        "before",
        "ended",
        "contract",
        "hands",
        "opening_raises",
        "extra_deal",
        "away",
        # Stored, but not read here.
        "auction",
        "director_reasons",
    }
)
CONTRACT_KEYS: Final = frozenset({"side", "level", "strain", "doubled"})
HAND_KEYS: Final = frozenset(HandSheet._fields)
# A claim may be in the tally or in the hand.
TALLY_KEYS: Final = frozenset({*Tally._fields, "claimed"})

ENDING_BY_NAME: Final = {ended.value: ended for ended in DealEnding}
STRAIN_BY_NAME: Final = {strain.value: strain for strain in Strain}


def is_whole_number(value: Json, minimum: int) -> TypeGuard[int]:
    """Whether a value is a valid whole number. True and 1.0 are not numbers here."""
    return type(value) is int and minimum <= value <= MAX_NUMBER


def number_fault(value: Json, minimum: int) -> str:
    """Return why a value is not a valid whole number."""
    if type(value) is not int:
        return "type"
    return "too_small" if MIN_NUMBER <= value < minimum else "too_large"


def quote_key(key: object) -> str:
    """Return a key as a path may repeat it."""
    return quoted(key if isinstance(key, str) else repr(key))


def quote_value(value: object) -> str:
    """Return a value as a message may repeat it, however large it is."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MAX_NUMBER:
        return f"±10^{_MAX_DIGITS}…"
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    return quoted(value if isinstance(value, str) else str(value))
