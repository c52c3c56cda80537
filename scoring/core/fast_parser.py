"""The quick way to read a deal: most deals say the same few things, and rightly.

Whatever says more, or something else, is left to `reading`, which names what is wrong; what both can read
they read alike. Knows the data contract; must not know a problem.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from scoring.core import rulesets
from scoring.core.deal_sheet import ORDINARY, UNCHARGED, Contract, DealSheet, Hand
from scoring.core.schema import (
    CONTRACT_KEYS,
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

# What nearly every deal and hand says, taken out at one go.
DEAL_SAYS: Final = ("ruleset", "ended", "players", "before", "hands")
said_of_deal: Final = itemgetter(*DEAL_SAYS)
said_of_hand: Final = itemgetter(*ORDINARY)

# What it means when it is not said; the number of sides is said by the hands.
UNSAID_OF_DEAL: Final[dict[str, Json]] = {"ruleset": None, "ended": None, "hands": None}
UNSAID_OF_HAND: Final[dict[str, Json]] = {"melds": [], "red_threes": 0, "hand": "", "went_out": False}
TWO_A_SIDE_EACH: Final[list[Json]] = [TWO_A_SIDE] * max(SIDES)
NO_POINTS: Final[list[Json]] = [0] * max(SIDES)
NO_OPTIONS: Final[dict[str, Json]] = {}
NO_PENALTIES: Final[dict[str, Json]] = {}

ORDINARY_DEAL_KEYS: Final = frozenset({*DEAL_SAYS, "options", "contract"})
CHARGED_KEYS: Final = frozenset({*ORDINARY, "concealed", "penalties"})

# Options, contract, raises, extra deal, frozen openings: the rest of a sheet, in its order.
Rest = tuple[tuple[()], Contract | None, tuple[()], bool, None]
PLAIN: Final[Rest] = ((), None, (), False, None)

COUNTS: Final = range(LARGEST + 1)
TOTALS: Final = range(-LARGEST, LARGEST + 1, 5)
# A named tuple made without the constructor that it has in Python, which takes three times as long.
new: Final = tuple.__new__


def ordinary_deal(data: dict[str, Json], edition: str | None = None) -> DealSheet | None:
    """The sheet of a deal that says only what most deals say; None where it says more, or otherwise."""
    try:
        game, end, players, before, hands = said_of_deal(data)
    except KeyError:
        return ordinary_deal(all_said(data), edition)
    rest = PLAIN if len(data) == len(DEAL_SAYS) else ordinary_rest(data)
    if rest is None or type(game) is not str or type(end) is not str or type(hands) is not list:
        return None
    rules, ended, sides = rulesets.find(game, edition), ENDINGS.get(end), len(hands)
    form, totals = ordinary_numbers(players, COUNTS), ordinary_numbers(before, TOTALS)
    if rules is None or ended is None or form not in rules.forms or not len(form) == len(totals) == sides:
        return None
    written: list[Hand] = []
    for one in hands:
        hand = ordinary_hand(one)
        if hand is None:
            return None
        written.append(hand)
    return new(DealSheet, (rules, ended, tuple(written), form, totals, *rest))


def all_said(data: dict[str, Json]) -> dict[str, Json]:
    """A deal with what it means where it says nothing."""
    hands = data.get("hands")
    sides = len(hands) if isinstance(hands, list) else 0
    return {**UNSAID_OF_DEAL, "players": TWO_A_SIDE_EACH[:sides], "before": NO_POINTS[:sides], **data}


def ordinary_rest(data: dict[str, Json]) -> Rest | None:
    """What a deal says besides, if that is a contract and nothing more."""
    said = data.get("contract")
    contract = ordinary_contract(said)
    if (contract is None and said is not None) or data.get("options", NO_OPTIONS) != NO_OPTIONS:
        return None
    return ((), contract, (), False, None) if ORDINARY_DEAL_KEYS.issuperset(data) else None


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


def ordinary_numbers(values: Json, among: range) -> tuple[int, ...]:
    """The whole numbers of a list, if it holds nothing else; otherwise none."""
    if type(values) is not list:
        return ()
    for value in values:
        if type(value) is not int or value not in among:
            return ()
    return tuple(values)  # type: ignore[arg-type] # what is in it was just asked


def ordinary_hand(data: Json) -> Hand | None:
    """A hand of melds, cards, red threes and little else."""
    if type(data) is not dict:
        return None
    try:
        melds, red_threes, cards, went_out = said_of_hand(data)
    except KeyError:
        return ordinary_hand(UNSAID_OF_HAND | data)
    rest = UNCHARGED if len(data) == len(ORDINARY) else ordinary_charges(data)
    if rest is None:
        return None
    if type(melds) is not list or type(cards) is not str or type(went_out) is not bool:
        return None
    if type(red_threes) is not int or red_threes not in COUNTS or len(melds) > MOST_MELDS:
        return None
    try:
        # Joining refuses what is no text, and asks all of them in one go.
        "".join(melds)
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
