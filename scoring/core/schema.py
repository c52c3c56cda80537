"""The data of a deal: what a JSON parser gives, which keys there are, and how large a number may be.

Knows the contract's words; must not know what any of them means in a game.
"""

from __future__ import annotations

from typing import Final

from scoring.core.deal_sheet import Ended, Hand, Strain, Tally
from scoring.core.problem import quoted

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
# Concealed, penalties, forfeits_card_points, tally, claimed: the rest of a hand, in its order.
Charges = tuple[bool, tuple[tuple[str, int], ...], bool, Tally | None, str | None]

_LARGEST_DIGITS: Final = 9
LARGEST: Final = 10**_LARGEST_DIGITS
# More melds than any deck has cards.
MOST_MELDS: Final = 200
SIDES: Final = (2, 3)
TWO_A_SIDE: Final = 2
DIRECTOR: Final = "director"

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
        # Stored and not read.
        "auction",
        "director_reasons",
    }
)
CONTRACT_KEYS: Final = frozenset({"side", "level", "strain", "doubled"})
HAND_KEYS: Final = frozenset(Hand._fields)
TALLY_NUMBERS: Final = Tally._fields[1:]
# What is claimed may be said of the tally or of the hand.
TALLY_KEYS: Final = frozenset({*Tally._fields, "claimed"})

ENDINGS: Final = {ended.value: ended for ended in Ended}
STRAINS: Final = {strain.value: strain for strain in Strain}


def wrong_number(value: Json, least: int | None) -> str | None:
    """Why a value is not a whole number of its place, if it is not. True and 1.0 are no numbers here."""
    if type(value) is not int:
        return "type"
    if not -LARGEST <= value <= LARGEST:
        return "too_large"
    return "too_small" if least is not None and value < least else None


def named(key: object) -> str:
    """A key as a path may carry it."""
    return quoted(key if isinstance(key, str) else repr(key))


def shown(value: object) -> str:
    """A value as a message may repeat it, however large it is."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > LARGEST:
        return f"±10^{_LARGEST_DIGITS}…"
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    return quoted(value if isinstance(value, str) else str(value))
