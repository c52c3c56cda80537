"""Reads an ordinary deal quickly: most deals have the same few keys, and valid values.

Everything else is left to `parser`, which names what is wrong. What both can read they read alike.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from scoring.core import rulesets
from scoring.core.deal_sheet import DealSheet
from scoring.core.schema import (
    CONTRACT_KEYS,
    ENDING_BY_NAME,
    MAX_MELDS,
    MAX_NUMBER,
    SIDE_COUNTS,
    STRAIN_BY_NAME,
    USUAL_PLAYERS,
    HandCharges,
    Json,
)
from scoring.core.vocabulary import DIRECTOR, NO_CHARGES, ORDINARY_FIELDS, Contract, HandSheet

# The keys of nearly every deal and hand, fetched together.
_ORDINARY_KEYS: Final = ("ruleset", "ended", "players", "before", "hands")
_ordinary_deal_values: Final = itemgetter(*_ORDINARY_KEYS)
_ordinary_hand_values: Final = itemgetter(*ORDINARY_FIELDS)

# The defaults of missing keys; the number of sides follows from the hands.
_DEAL_DEFAULTS: Final[dict[str, Json]] = {"ruleset": None, "ended": None, "hands": None}
_HAND_DEFAULTS: Final[dict[str, Json]] = {"melds": [], "red_threes": 0, "hand": "", "went_out": False}
_USUAL_PLAYERS_EACH: Final[list[Json]] = [USUAL_PLAYERS] * max(SIDE_COUNTS)
_NO_POINTS: Final[list[Json]] = [0] * max(SIDE_COUNTS)
_NO_OPTIONS: Final[dict[str, Json]] = {}
_NO_PENALTIES: Final[dict[str, Json]] = {}

_ORDINARY_DEAL_KEYS: Final = frozenset({*_ORDINARY_KEYS, "options", "contract"})
_CHARGED_KEYS: Final = frozenset({*ORDINARY_FIELDS, "concealed", "penalties"})

# Options, contract, raises, extra deal, frozen openings: the rest of a sheet, in its order.
_Rest = tuple[tuple[()], Contract | None, tuple[()], bool, None]
_PLAIN: Final[_Rest] = ((), None, (), False, None)

_COUNTS: Final = range(MAX_NUMBER + 1)
_TOTALS: Final = range(-MAX_NUMBER, MAX_NUMBER + 1, 5)
# Makes a named tuple without its constructor, which is written in Python and takes three times as long.
_make_tuple: Final = tuple.__new__


def parse_ordinary_deal(data: dict[str, Json], edition: str | None = None) -> DealSheet | None:
    """Return the sheet of a deal with only the ordinary keys and valid values; None for any other."""
    try:
        game, end, players, before, hands = _ordinary_deal_values(data)
    except KeyError:
        return parse_ordinary_deal(_with_deal_defaults(data), edition)
    rest = _PLAIN if len(data) == len(_ORDINARY_KEYS) else _ordinary_rest(data)
    if rest is None or type(game) is not str or type(end) is not str or type(hands) is not list:
        return None
    rules, ended, sides = rulesets.find(game, edition), ENDING_BY_NAME.get(end), len(hands)
    form, totals = _ordinary_numbers(players, _COUNTS), _ordinary_numbers(before, _TOTALS)
    if (
        rules is None
        or ended is None
        or form not in rules.player_counts
        or not len(form) == len(totals) == sides
    ):
        return None
    hand_sheets: list[HandSheet] = []
    for hand_data in hands:
        hand = _ordinary_hand(hand_data)
        if hand is None:
            return None
        hand_sheets.append(hand)
    return _make_tuple(DealSheet, (rules, ended, tuple(hand_sheets), form, totals, *rest))


def _with_deal_defaults(data: dict[str, Json]) -> dict[str, Json]:
    """Return the deal with the defaults of its missing keys."""
    hands = data.get("hands")
    sides = len(hands) if isinstance(hands, list) else 0
    return {**_DEAL_DEFAULTS, "players": _USUAL_PLAYERS_EACH[:sides], "before": _NO_POINTS[:sides], **data}


def _ordinary_rest(data: dict[str, Json]) -> _Rest | None:
    """Return the rest of a sheet, if the deal adds at most a contract to the ordinary keys."""
    contract_data = data.get("contract")
    contract = _ordinary_contract(contract_data)
    if (contract is None and contract_data is not None) or data.get("options", _NO_OPTIONS) != _NO_OPTIONS:
        return None
    return ((), contract, (), False, None) if _ORDINARY_DEAL_KEYS.issuperset(data) else None


def _ordinary_contract(data: Json) -> Contract | None:
    if type(data) is not dict or not CONTRACT_KEYS.issuperset(data):
        return None
    side, level = data.get("side"), data.get("level")
    strain, doubled = data.get("strain"), data.get("doubled", False)
    if type(side) is not int or type(level) is not int or type(doubled) is not bool:
        return None
    if type(strain) is not str or strain not in STRAIN_BY_NAME:
        return None
    if not 0 <= side <= MAX_NUMBER or not 0 <= level <= MAX_NUMBER:
        return None
    return Contract(side, level, STRAIN_BY_NAME[strain], doubled)


def _ordinary_numbers(values: Json, allowed: range) -> tuple[int, ...]:
    """Return the whole numbers of a list if it has nothing else; otherwise an empty tuple."""
    if type(values) is not list:
        return ()
    for value in values:
        if type(value) is not int or value not in allowed:
            return ()
    return tuple(values)  # type: ignore[arg-type] # the loop above has checked the values


def _ordinary_hand(data: Json) -> HandSheet | None:
    """Return a hand of melds, cards, red threes and few charges; None for any other."""
    if type(data) is not dict:
        return None
    try:
        melds, red_threes, cards, went_out = _ordinary_hand_values(data)
    except KeyError:
        return _ordinary_hand(_HAND_DEFAULTS | data)
    rest = NO_CHARGES if len(data) == len(ORDINARY_FIELDS) else _ordinary_charges(data)
    if rest is None:
        return None
    if type(melds) is not list or type(cards) is not str or type(went_out) is not bool:
        return None
    if type(red_threes) is not int or red_threes not in _COUNTS or len(melds) > MAX_MELDS:
        return None
    try:
        # Joining raises TypeError unless every meld is a text.
        "".join(melds)
    except TypeError:
        return None
    return _make_tuple(HandSheet, (tuple(melds), red_threes, cards, went_out, *rest))


def _ordinary_charges(data: dict[str, Json]) -> HandCharges | None:
    """Return the rest of a hand, if it adds at most `concealed` and penalties to the ordinary keys."""
    concealed, penalties = data.get("concealed", False), data.get("penalties", _NO_PENALTIES)
    if type(concealed) is not bool or type(penalties) is not dict or not _CHARGED_KEYS.issuperset(data):
        return None
    charged = []
    for code, times in penalties.items():
        if type(times) is not int or not (-MAX_NUMBER if code == DIRECTOR else 0) <= times <= MAX_NUMBER:
            return None
        charged.append((code, times))
    return concealed, tuple(charged), False, None, None
