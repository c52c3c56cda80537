"""The quick way to read a deal: most deals say the same few things, and rightly.

Whatever says more, or something else, is left to `reading`, which names what is wrong; what both can read
they read alike. Knows the data contract; must not know a problem.
"""

from __future__ import annotations

from typing import Final

from scoring.core import rulesets
from scoring.core.data import (
    CONTRACT_KEYS,
    DEAL_KEYS,
    DIRECTOR,
    ENDINGS,
    LARGEST,
    MOST_MELDS,
    SIDES,
    STRAINS,
    TWO_A_SIDE,
    Charges,
    Json,
)
from scoring.core.written import ORDINARY, UNCHARGED, Contract, DealSheet, Hand

ORDINARY_DEAL_KEYS: Final = DEAL_KEYS - {"opening_raises", "extra_deal", "auction", "director_reasons"}
ORDINARY_KEYS: Final = frozenset(ORDINARY)
CHARGED_KEYS: Final = ORDINARY_KEYS | {"concealed", "penalties"}

# What a deal says that does not say it.
NO_OPTIONS: Final[dict[str, Json]] = {}
NO_PENALTIES: Final[dict[str, Json]] = {}
NO_MELDS: Final[list[Json]] = []
TWO_A_SIDE_EACH: Final[list[Json]] = [TWO_A_SIDE] * max(SIDES)
NO_POINTS: Final[list[Json]] = [0] * max(SIDES)
# A named tuple made without the constructor that it has in Python, which takes three times as long.
new: Final = tuple.__new__


def ordinary_deal(data: dict[str, Json], edition: str | None = None) -> DealSheet | None:
    """The sheet of a deal that says only what most deals say; None where it says more, or otherwise."""
    get = data.get
    game, end, hands = get("ruleset"), get("ended"), get("hands")
    if (
        type(game) is not str
        or type(end) is not str
        or type(hands) is not list
        or not ORDINARY_DEAL_KEYS.issuperset(data)
        or get("options", NO_OPTIONS) != NO_OPTIONS
    ):
        return None
    rules, ended, sides = rulesets.find(game, edition), ENDINGS.get(end), len(hands)
    contract = ordinary_contract(data["contract"]) if "contract" in data else None
    form = ordinary_numbers(get("players", TWO_A_SIDE_EACH[:sides]), 1)
    before = ordinary_numbers(get("before", NO_POINTS[:sides]), 5)
    written = [ordinary_hand(hand) for hand in hands]
    if rules is None or ended is None or not all(written) or len(form) != sides or len(before) != sides:
        return None
    if form not in rules.forms or (contract is None and data.get("contract") is not None):
        return None
    return new(DealSheet, (rules, ended, tuple(written), form, before, (), contract, (), False, None))


def ordinary_contract(data: Json) -> Contract | None:
    if type(data) is not dict or not CONTRACT_KEYS.issuperset(data):
        return None
    side, level = data.get("side"), data.get("level")
    strain, doubled = data.get("strain"), data.get("doubled", False)
    if type(side) is not int or type(level) is not int or type(doubled) is not bool:
        return None
    if type(strain) is not str or strain not in STRAINS:
        return None
    if not 0 <= side <= LARGEST or not 0 <= level <= LARGEST:
        return None
    return Contract(side, level, STRAINS[strain], doubled)


def ordinary_numbers(values: Json, step: int) -> tuple[int, ...]:
    """The whole numbers of a list, if it holds nothing else; otherwise none."""
    if type(values) is not list:
        return ()
    numbers = [
        value for value in values if type(value) is int and not value % step and -LARGEST <= value <= LARGEST
    ]
    return tuple(numbers) if len(numbers) == len(values) else ()


def ordinary_hand(data: Json) -> Hand | None:
    """A hand of melds, cards, red threes and little else."""
    if type(data) is not dict:
        return None
    rest: Charges | None = UNCHARGED if ORDINARY_KEYS.issuperset(data) else ordinary_charges(data)
    if rest is None:
        return None
    get = data.get
    melds, cards = get("melds", NO_MELDS), get("hand", "")
    red_threes, went_out = get("red_threes", 0), get("went_out", False)
    if type(melds) is not list or type(cards) is not str or type(went_out) is not bool:
        return None
    if type(red_threes) is not int or not 0 <= red_threes <= LARGEST:
        return None
    if len(melds) > MOST_MELDS:
        return None
    try:
        # Joining refuses what is no text, and asks all of them in one go.
        "".join(melds)  # type: ignore[arg-type] # what is no text is what it is asked about
    except TypeError:
        return None
    return new(Hand, (tuple(melds), red_threes, cards, went_out, *rest))


def ordinary_charges(data: dict[str, Json]) -> Charges | None:
    """What a hand says besides, if it is concealed or pays penalties and nothing more."""
    concealed, penalties = data.get("concealed", False), data.get("penalties", NO_PENALTIES)
    if type(concealed) is not bool or type(penalties) is not dict or not CHARGED_KEYS.issuperset(data):
        return None
    charged = []
    for code, times in penalties.items():
        if type(times) is not int or not (-LARGEST if code == DIRECTOR else 0) <= times <= LARGEST:
            return None
        charged.append((code, times))
    return concealed, tuple(charged), False, None, None
