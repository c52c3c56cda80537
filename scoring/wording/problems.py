"""What is wrong with a deal, said in the reader's language: one sentence for each code of a problem.

Knows every code and reason of the core; must not know where on a page a sentence stands. A test holds the
tables against the core's enums.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from scoring.core.problem import Code, Problem, Reason

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Text = str | _StrPromise

SENTENCES: Mapping[Code, Text] = {
    Code.NOT_JSON: _("The line is not JSON."),
    Code.NOT_A_DEAL: _("The line does not hold a deal."),
    Code.NOT_A_GAME: _("The line does not hold a game with its deals."),
    Code.UNKNOWN_RULESET: _("There is no rule set called “%(ruleset)s”."),
    Code.UNKNOWN_OPTION: _("This game has no house rule called “%(option)s”."),
    Code.BAD_OPTION: _("The house rule “%(option)s” cannot be %(value)s."),
    Code.WRONG_SIDES: _("A deal has two or three sides, and every list as many entries."),
    Code.BAD_PLAYERS: _("This game is not played by sides of %(players)s players."),
    Code.BAD_VALUE: _("This value cannot stand here."),
    Code.NOT_IN_THIS_GAME: _("This game does not have that (%(key)s)."),
    Code.NO_SIDE_OUT: _("Nobody is said to have gone out, yet the deal ended by going out."),
    Code.TWO_SIDES_OUT: _("Only one side can go out."),
    Code.OUT_ON_STOCK_END: _("The deal is said to have ended otherwise, yet this side went out."),
    Code.OUT_WITHOUT_MELD: _("A side that went out has at least one meld."),
    Code.UNKNOWN_CARD: _("“%(card)s” at place %(position)s of “%(text)s” is no card."),
    Code.BAD_MELD: _("“%(meld)s” is no meld: %(why)s"),
    Code.SECOND_INCOMPLETE_MELD: _("“%(meld)s” is a second unfinished meld of its kind; only one may lie."),
    Code.BLACK_THREES_NOT_OUT: _("Only the side that went out melds black threes (“%(meld)s”)."),
    Code.CONCEALED_WITHOUT_GOING_OUT: _("Only the side that went out can have done so concealed."),
    Code.CARDS_LEFT_AFTER_GOING_OUT: _("A single player who went out holds no card."),
    Code.NOT_ENTITLED_TO_GO_OUT: _("This side does not have the canastas that going out asks for."),
    Code.RED_THREES_BELONG_TO_ROYAL: _(
        "While a meld of threes is unfinished, every red three of the side belongs to it."
    ),
    Code.DECK_EXCEEDED: _("There are %(excess)s more of the card %(card)s than the deck holds."),
    Code.UNKNOWN_PENALTY: _("This game has no penalty called “%(penalty)s”."),
    Code.AUTOMATIC_PENALTY: _("This penalty follows by itself and is not entered (%(penalty)s)."),
    Code.BAD_CONTRACT: _("There is no such contract (%(value)s)."),
    Code.BIDDER_NOT_OPENED: _("The side that bid has no meld: it has to open at once."),
    Code.TALLY_AND_CARDS: _("A side is given by its cards or as a tally, not by both."),
    Code.UNKNOWN_COMBINATION: _("This game has no combination called “%(combination)s”."),
    Code.NOT_MULTIPLE_OF_5: _("All points are divisible by 5; %(value)s is not."),
    Code.MELD_POINTS_TOO_LOW: _(
        "The canastas named here are worth at least %(least)s in cards; %(value)s is too little."
    ),
    Code.POINTS_EXCEED_DECK: _("The cards of all sides together are worth %(excess)s more than the deck."),
    Code.THIRD_WILD: _("“%(meld)s” has more wild cards than a meld may have; the excess counts as held."),
    Code.GAP_IN_SEQUENCE: _("“%(meld)s” has a gap."),
    Code.FEWER_CARDS_THAN_DEALT: _("This side shows fewer cards than it was dealt."),
    Code.EMPTY_HAND: _("Players of this side would have had no card left, and the play went on."),
    Code.OPENING_TOO_LOW: _("The melds are worth %(points)s in all; the opening asks for %(needed)s."),
    Code.FEW_CARDS_ON_STOCK_END: _("So few cards lie on the tables that the stock cannot have run out."),
    Code.GAME_ALREADY_OVER: _("The game was over before this deal: a side had %(target)s or more."),
    Code.OUT_WITHOUT_COMBINATION: _("This side went out without a canasta."),
    Code.SINGLE_NATURAL: _("“%(meld)s” has a single natural card."),
    Code.RED_THREE_IN_HAND: _("A red three is held; red threes are laid down at once."),
    Code.NOT_THE_TIED_SIDES: _(
        "The extra deal is played by the sides that share the top, and by them alone."
    ),
}

REASONS: Mapping[Reason, Text] = {
    Reason.TOO_SHORT: _("it has too few cards."),
    Reason.TOO_LONG: _("it has too many cards."),
    Reason.MIXED_RANKS: _("its cards are of different ranks."),
    Reason.TOO_FEW_NATURALS: _("it has too few natural cards."),
    Reason.TOO_MANY_WILD: _("it has too many wild cards."),
    Reason.LONE_WILD: _("it has only wild cards."),
    Reason.NOT_MELDABLE: _("these cards are never melded in this game."),
    Reason.MIXED_THREES: _("red and black threes do not go together here."),
    Reason.WILD_AMONG_THREES: _("threes are melded without wild cards."),
    Reason.NOT_A_SEQUENCE: _("its cards do not follow each other."),
    Reason.SEQUENCE_TOO_LONG: _("a sequence has at most seven cards."),
    Reason.WILD_IN_SEQUENCE: _("this game has no wild cards in sequences."),
}


def problem_sentence(problem: Problem) -> str:
    """What is wrong, or unlikely, in one sentence."""
    params: dict[str, object] = dict(problem.params)
    if problem.code is Code.BAD_MELD:
        params["why"] = REASONS[Reason(str(params["reason"]))]
    return str(SENTENCES[problem.code]) % params
