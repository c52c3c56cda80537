"""Sentences for problems of a deal in the reader's language, one for each code of the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _lazy

from scoring.core.problem import Code, MeldFault, Problem

if TYPE_CHECKING:
    from scoring.wording.labels import Text

SENTENCES: Mapping[Code, Text] = {
    Code.NOT_JSON: _lazy("The line is not JSON."),
    Code.NOT_A_DEAL: _lazy("The line does not hold a deal."),
    Code.NOT_A_GAME: _lazy("The line does not hold a game with its deals."),
    Code.UNKNOWN_RULESET: _lazy("There is no rule set called “%(ruleset)s”."),
    Code.UNKNOWN_OPTION: _lazy("This game has no house rule called “%(option)s”."),
    Code.BAD_OPTION: _lazy("The house rule “%(option)s” cannot be %(value)s."),
    Code.WRONG_SIDES: _lazy("A deal has two or three sides, and every list as many entries."),
    Code.BAD_PLAYERS: _lazy("This game is not played by sides of %(players)s players."),
    Code.BAD_VALUE: _lazy("This value cannot stand here."),
    Code.NOT_IN_THIS_GAME: _lazy("This game does not have that (%(key)s)."),
    Code.NO_SIDE_OUT: _lazy("Nobody is said to have gone out, yet the deal ended by going out."),
    Code.TWO_SIDES_OUT: _lazy("Only one side can go out."),
    Code.OUT_ON_STOCK_END: _lazy("The deal is said to have ended otherwise, yet this side went out."),
    Code.OUT_WITHOUT_MELD: _lazy("A side that went out has at least one meld."),
    Code.UNKNOWN_CARD: _lazy("“%(card)s” at place %(position)s of “%(text)s” is no card."),
    Code.BAD_MELD: _lazy("“%(meld)s” is no meld: %(why)s"),
    Code.SECOND_INCOMPLETE_MELD: _lazy(
        "“%(meld)s” is a second unfinished meld of its kind; only one may lie."
    ),
    Code.BLACK_THREES_NOT_OUT: _lazy("Only the side that went out melds black threes (“%(meld)s”)."),
    Code.CONCEALED_WITHOUT_GOING_OUT: _lazy("Only the side that went out can have done so concealed."),
    Code.CARDS_LEFT_AFTER_GOING_OUT: _lazy("A single player who went out holds no card."),
    Code.NOT_ENTITLED_TO_GO_OUT: _lazy("This side does not have the canastas that going out asks for."),
    Code.RED_THREES_BELONG_TO_ROYAL: _lazy(
        "While a meld of threes is unfinished, every red three of the side belongs to it."
    ),
    Code.RED_THREE_NOT_LAID: _lazy(
        "A red three is still held. Lay it on the table and enter it with the red threes there."
    ),
    Code.DECK_EXCEEDED: _lazy("There are %(excess)s more of the card %(card)s than the deck holds."),
    Code.UNKNOWN_PENALTY: _lazy("This game has no penalty called “%(penalty)s”."),
    Code.AUTOMATIC_PENALTY: _lazy("This penalty follows by itself and is not entered (%(penalty)s)."),
    Code.BAD_CONTRACT: _lazy("There is no such contract (%(value)s)."),
    Code.BIDDER_NOT_OPENED: _lazy("The side that bid has no meld: it has to open at once."),
    Code.TALLY_AND_CARDS: _lazy("A side is given by its cards or as a tally, not by both."),
    Code.UNKNOWN_COMBINATION: _lazy("This game has no combination called “%(combination)s”."),
    Code.NOT_MULTIPLE_OF_5: _lazy("All points are divisible by 5; %(value)s is not."),
    Code.MELD_POINTS_TOO_LOW: _lazy(
        "The canastas named here are worth at least %(least)s in cards; %(value)s is too little."
    ),
    Code.POINTS_EXCEED_DECK: _lazy(
        "The cards of all sides together are worth %(excess)s more than the deck."
    ),
    Code.THIRD_WILD: _lazy("“%(meld)s” has more wild cards than a meld may have; the excess counts as held."),
    Code.GAP_IN_SEQUENCE: _lazy("“%(meld)s” has a gap."),
    Code.FEWER_CARDS_THAN_DEALT: _lazy("This side shows fewer cards than it was dealt."),
    Code.EMPTY_HAND: _lazy("Players of this side would have had no card left, and the play went on."),
    Code.OPENING_TOO_LOW: _lazy("The melds are worth %(points)s in all; the opening asks for %(needed)s."),
    Code.FEW_CARDS_ON_STOCK_END: _lazy("So few cards lie on the tables that the stock cannot have run out."),
    Code.GAME_ALREADY_OVER: _lazy("The game was over before this deal: a side had %(target)s or more."),
    Code.OUT_WITHOUT_COMBINATION: _lazy("This side went out without a canasta."),
    Code.SINGLE_NATURAL: _lazy("“%(meld)s” has a single natural card."),
    Code.RED_THREE_IN_HAND: _lazy("A red three is held; red threes are laid down at once."),
    Code.NOT_THE_TIED_SIDES: _lazy(
        "The extra deal is played by the sides that share the top, and by them alone."
    ),
}

REASONS: Mapping[MeldFault, Text] = {
    MeldFault.TOO_SHORT: _lazy("it has too few cards."),
    MeldFault.TOO_LONG: _lazy("it has too many cards."),
    MeldFault.MIXED_RANKS: _lazy("its cards are of different ranks."),
    MeldFault.TOO_FEW_NATURALS: _lazy("it has too few natural cards."),
    MeldFault.TOO_MANY_WILD: _lazy("it has too many wild cards."),
    MeldFault.LONE_WILD: _lazy("it has only wild cards."),
    MeldFault.NOT_MELDABLE: _lazy("these cards are never melded in this game."),
    MeldFault.MIXED_THREES: _lazy("red and black threes do not go together here."),
    MeldFault.WILD_AMONG_THREES: _lazy("threes are melded without wild cards."),
    MeldFault.NOT_A_SEQUENCE: _lazy("its cards do not follow each other."),
    MeldFault.SEQUENCE_TOO_LONG: _lazy("a sequence has at most seven cards."),
    MeldFault.WILD_IN_SEQUENCE: _lazy("this game has no wild cards in sequences."),
}


def problem_sentence(problem: Problem) -> str:
    """Return one sentence about an error or a warning."""
    params: dict[str, object] = dict(problem.params)
    if problem.code is Code.BAD_MELD:
        params["why"] = REASONS[MeldFault(str(params["reason"]))]
    return str(SENTENCES[problem.code]) % params
