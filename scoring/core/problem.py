"""Problems: errors and warnings about a deal, as data. Their sentences are made in `scoring.wording`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class Code(StrEnum):
    """Every code of an error or a warning."""

    NOT_JSON = "not_json"
    NOT_A_DEAL = "not_a_deal"
    NOT_A_GAME = "not_a_game"
    UNKNOWN_RULESET = "unknown_ruleset"
    UNKNOWN_OPTION = "unknown_option"
    BAD_OPTION = "bad_option"
    WRONG_SIDES = "wrong_sides"
    BAD_PLAYERS = "bad_players"
    BAD_VALUE = "bad_value"
    NOT_IN_THIS_GAME = "not_in_this_game"
    NO_SIDE_OUT = "no_side_out"
    TWO_SIDES_OUT = "two_sides_out"
    OUT_ON_STOCK_END = "out_on_stock_end"
    OUT_WITHOUT_MELD = "out_without_meld"
    UNKNOWN_CARD = "unknown_card"
    BAD_MELD = "bad_meld"
    SECOND_INCOMPLETE_MELD = "second_incomplete_meld"
    BLACK_THREES_NOT_OUT = "black_threes_not_out"
    CONCEALED_WITHOUT_GOING_OUT = "concealed_without_going_out"
    CARDS_LEFT_AFTER_GOING_OUT = "cards_left_after_going_out"
    NOT_ENTITLED_TO_GO_OUT = "not_entitled_to_go_out"
    RED_THREES_BELONG_TO_ROYAL = "red_threes_belong_to_royal"
    RED_THREE_NOT_LAID = "red_three_not_laid"
    DECK_EXCEEDED = "deck_exceeded"
    UNKNOWN_PENALTY = "unknown_penalty"
    AUTOMATIC_PENALTY = "automatic_penalty"
    BAD_CONTRACT = "bad_contract"
    BIDDER_NOT_OPENED = "bidder_not_opened"
    TALLY_AND_CARDS = "tally_and_cards"
    UNKNOWN_COMBINATION = "unknown_combination"
    NOT_MULTIPLE_OF_5 = "not_multiple_of_5"
    MELD_POINTS_TOO_LOW = "meld_points_too_low"
    POINTS_EXCEED_DECK = "points_exceed_deck"

    THIRD_WILD = "third_wild"
    GAP_IN_SEQUENCE = "gap_in_sequence"
    FEWER_CARDS_THAN_DEALT = "fewer_cards_than_dealt"
    EMPTY_HAND = "empty_hand"
    OPENING_TOO_LOW = "opening_too_low"
    FEW_CARDS_ON_STOCK_END = "few_cards_on_stock_end"
    GAME_ALREADY_OVER = "game_already_over"
    OUT_WITHOUT_COMBINATION = "out_without_combination"
    SINGLE_NATURAL = "single_natural"
    RED_THREE_IN_HAND = "red_three_in_hand"
    NOT_THE_TIED_SIDES = "not_the_tied_sides"


WARNINGS: Final = frozenset(
    {
        Code.THIRD_WILD,
        Code.GAP_IN_SEQUENCE,
        Code.FEWER_CARDS_THAN_DEALT,
        Code.EMPTY_HAND,
        Code.OPENING_TOO_LOW,
        Code.FEW_CARDS_ON_STOCK_END,
        Code.GAME_ALREADY_OVER,
        Code.OUT_WITHOUT_COMBINATION,
        Code.SINGLE_NATURAL,
        Code.RED_THREE_IN_HAND,
        Code.NOT_THE_TIED_SIDES,
    }
)


# Errors that a director may override with a reason (scoring.md 3): the sheet can be read and counted, and
# only cards or rules contradict it. All other errors make a sheet meaningless.
OVERRIDABLE: Final = frozenset(
    {
        Code.OUT_WITHOUT_MELD,
        Code.OUT_ON_STOCK_END,
        Code.SECOND_INCOMPLETE_MELD,
        Code.BLACK_THREES_NOT_OUT,
        Code.CARDS_LEFT_AFTER_GOING_OUT,
        Code.NOT_ENTITLED_TO_GO_OUT,
        Code.RED_THREES_BELONG_TO_ROYAL,
        Code.RED_THREE_NOT_LAID,
        Code.DECK_EXCEEDED,
        Code.BIDDER_NOT_OPENED,
        Code.MELD_POINTS_TOO_LOW,
        Code.POINTS_EXCEED_DECK,
    }
)


class MeldFault(StrEnum):
    """Why cards are not a meld: the parameter `reason` of `bad_meld`."""

    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    MIXED_RANKS = "mixed_ranks"
    TOO_FEW_NATURALS = "too_few_naturals"
    TOO_MANY_WILD = "too_many_wild"
    LONE_WILD = "lone_wild"
    NOT_MELDABLE = "not_meldable"
    MIXED_THREES = "mixed_threes"
    WILD_AMONG_THREES = "wild_among_threes"
    NOT_A_SEQUENCE = "not_a_sequence"
    SEQUENCE_TOO_LONG = "sequence_too_long"
    WILD_IN_SEQUENCE = "wild_in_sequence"


Params = Mapping[str, str | int]
_NO_PARAMS: Final[Params] = {}


class Problem(NamedTuple):
    """One error or warning: its side (None: the whole deal) and its place in the deal."""

    code: Code
    side: int | None = None
    where: str | None = None
    params: Params = _NO_PARAMS
    # What its sentence says besides. Results as data have the parameters alone.
    facts: Params = _NO_PARAMS

    @property
    def warning(self) -> bool:
        return self.code in WARNINGS


Problems = tuple[Problem, ...]


def hand_problem(code: Code, side: int, **params: str | int) -> Problem:
    """Return a problem of a whole hand."""
    return Problem(code, side, f"hands[{side}]", params)


def blocking_errors(problems: Iterable[Problem], overridden: Collection[Code]) -> Problems:
    """Return the errors that are not overridden."""
    return tuple([problem for problem in errors_of(problems) if problem.code not in overridden])


def errors_of(problems: Iterable[Problem]) -> Problems:
    return tuple([problem for problem in problems if problem.code not in WARNINGS])


def warnings_of(problems: Iterable[Problem]) -> Problems:
    return tuple([problem for problem in problems if problem.code in WARNINGS])


_MAX_QUOTE: Final = 40


def quoted(text: str) -> str:
    """Return input as a message may repeat it: printable, and no longer than a line."""
    printable = "".join(character if character.isprintable() else "�" for character in text[: _MAX_QUOTE + 1])
    return printable if len(printable) <= _MAX_QUOTE else printable[:_MAX_QUOTE] + "…"


# The order of the keys of a deal in the JSON contract. Other keys come last.
_SECTIONS: Final = (
    ("ruleset", "options", "players", "before", "ended"),
    ("contract", "side", "level", "strain", "doubled"),
    ("hands", "melds", "tally", "combinations", "meld_points", "hand_points"),
    ("hand_red_threes", "hand_black_threes", "red_threes", "hand", "went_out", "concealed"),
    ("penalties", "forfeits_card_points", "claimed"),
    ("opening_raises", "extra_deal", "deals"),
)
_ORDER: Final = {key: at for at, key in enumerate(key for section in _SECTIONS for key in section)}
_LAST: Final = len(_ORDER) + 2
_PIECES: Final = re.compile(r"[^.\[\]]+")


def in_deal_order(problems: Iterable[Problem]) -> Problems:
    """Sort the problems by their place in the deal; those of the whole deal come last."""
    return tuple(sorted(problems, key=_place))


def _place(problem: Problem) -> tuple[int, ...]:
    """Return the sort key of a problem: the pieces of its path. A whole comes after its parts."""
    if problem.where is None or problem.code is Code.DECK_EXCEEDED:
        return (_LAST - (problem.where is not None),)
    return (*map(_place_of_piece, _PIECES.findall(problem.where)), _LAST)


def _place_of_piece(piece: str) -> int:
    if piece.isdecimal() and len(piece) < 9:
        return int(piece)
    return _ORDER.get(piece, len(_ORDER))
