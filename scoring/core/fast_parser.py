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
_DEAL_SAYS: Final = ("ruleset", "ended", "players", "before", "hands")
_said_of_deal: Final = itemgetter(*_DEAL_SAYS)
_said_of_hand: Final = itemgetter(*ORDINARY)

# What it means when it is not said; the number of sides is said by the hands.
_UNSAID_OF_DEAL: Final[dict[str, Json]] = {"ruleset": None, "ended": None, "hands": None}
_UNSAID_OF_HAND: Final[dict[str, Json]] = {"melds": [], "red_threes": 0, "hand": "", "went_out": False}
_TWO_A_SIDE_EACH: Final[list[Json]] = [TWO_A_SIDE] * max(SIDES)
_NO_POINTS: Final[list[Json]] = [0] * max(SIDES)
_NO_OPTIONS: Final[dict[str, Json]] = {}
_NO_PENALTIES: Final[dict[str, Json]] = {}

_ORDINARY_DEAL_KEYS: Final = frozenset({*_DEAL_SAYS, "options", "contract"})
_CHARGED_KEYS: Final = frozenset({*ORDINARY, "concealed", "penalties"})

# Options, contract, raises, extra deal, frozen openings: the rest of a sheet, in its order.
_Rest = tuple[tuple[()], Contract | None, tuple[()], bool, None]
_PLAIN: Final[_Rest] = ((), None, (), False, None)

_COUNTS: Final = range(LARGEST + 1)
_TOTALS: Final = range(-LARGEST, LARGEST + 1, 5)
# A named tuple made without the constructor that it has in Python, which takes three times as long.
_new: Final = tuple.__new__


def ordinary_deal(data: dict[str, Json], edition: str | None = None) -> DealSheet | None:
    """The sheet of a deal that says only what most deals say; None where it says more, or otherwise."""
    try:
        game, end, players, before, hands = _said_of_deal(data)
    except KeyError:
        return ordinary_deal(_all_said(data), edition)
    rest = _PLAIN if len(data) == len(_DEAL_SAYS) else _ordinary_rest(data)
    if rest is None or type(game) is not str or type(end) is not str or type(hands) is not list:
        return None
    rules, ended, sides = rulesets.find(game, edition), ENDINGS.get(end), len(hands)
    form, totals = _ordinary_numbers(players, _COUNTS), _ordinary_numbers(before, _TOTALS)
    if rules is None or ended is None or form not in rules.forms or not len(form) == len(totals) == sides:
        return None
    written: list[Hand] = []
    for one in hands:
        hand = _ordinary_hand(one)
        if hand is None:
            return None
        written.append(hand)
    return _new(DealSheet, (rules, ended, tuple(written), form, totals, *rest))


def _all_said(data: dict[str, Json]) -> dict[str, Json]:
    """A deal with what it means where it says nothing."""
    hands = data.get("hands")
    sides = len(hands) if isinstance(hands, list) else 0
    return {**_UNSAID_OF_DEAL, "players": _TWO_A_SIDE_EACH[:sides], "before": _NO_POINTS[:sides], **data}


def _ordinary_rest(data: dict[str, Json]) -> _Rest | None:
    """What a deal says besides, if that is a contract and nothing more."""
    said = data.get("contract")
    contract = _ordinary_contract(said)
    if (contract is None and said is not None) or data.get("options", _NO_OPTIONS) != _NO_OPTIONS:
        return None
    return ((), contract, (), False, None) if _ORDINARY_DEAL_KEYS.issuperset(data) else None


def _ordinary_contract(data: Json) -> Contract | None:
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


def _ordinary_numbers(values: Json, among: range) -> tuple[int, ...]:
    """The whole numbers of a list, if it holds nothing else; otherwise none."""
    if type(values) is not list:
        return ()
    for value in values:
        if type(value) is not int or value not in among:
            return ()
    return tuple(values)  # type: ignore[arg-type] # what is in it was just asked


def _ordinary_hand(data: Json) -> Hand | None:
    """A hand of melds, cards, red threes and little else."""
    if type(data) is not dict:
        return None
    try:
        melds, red_threes, cards, went_out = _said_of_hand(data)
    except KeyError:
        return _ordinary_hand(_UNSAID_OF_HAND | data)
    rest = UNCHARGED if len(data) == len(ORDINARY) else _ordinary_charges(data)
    if rest is None:
        return None
    if type(melds) is not list or type(cards) is not str or type(went_out) is not bool:
        return None
    if type(red_threes) is not int or red_threes not in _COUNTS or len(melds) > MOST_MELDS:
        return None
    try:
        # Joining refuses what is no text, and asks all of them in one go.
        "".join(melds)
    except TypeError:
        return None
    return _new(Hand, (tuple(melds), red_threes, cards, went_out, *rest))


def _ordinary_charges(data: dict[str, Json]) -> Charges | None:
    """What a hand says besides, if it is concealed or pays penalties and nothing more."""
    concealed, penalties = data.get("concealed", False), data.get("penalties", _NO_PENALTIES)
    if type(concealed) is not bool or type(penalties) is not dict or not _CHARGED_KEYS.issuperset(data):
        return None
    charged = []
    for code, times in penalties.items():
        if type(times) is not int or not (-LARGEST if code == DIRECTOR else 0) <= times <= LARGEST:
            return None
        charged.append((code, times))
    return concealed, tuple(charged), False, None, None
