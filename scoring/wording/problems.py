"""Sentences for problems of a deal in the reader's language, one for each code of the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import format_value
from scoring.core.problem import Code, MeldFault, Problem
from scoring.wording.cards import cards_name
from scoring.wording.labels import line_name

if TYPE_CHECKING:
    from scoring.wording.labels import Text

SENTENCES: Mapping[Code, Text] = {
    Code.NOT_JSON: _lazy("The line is not JSON."),
    Code.NOT_A_DEAL: _lazy("The line does not hold a deal."),
    Code.NOT_A_GAME: _lazy("The line does not hold a game with its deals."),
    Code.UNKNOWN_RULESET: _lazy("There is no rule set called “%(ruleset)s”."),
    Code.UNKNOWN_OPTION: _lazy("This game has no house rule called “%(option)s”."),
    Code.BAD_OPTION: _lazy("The house rule “%(option)s” cannot be %(value)s."),
    Code.WRONG_SIDES: _lazy("A deal has two or three sides, and every list must have that many entries."),
    Code.BAD_PLAYERS: _lazy("This game cannot be played with sides of %(players)s players."),
    Code.BAD_VALUE: _lazy("This value is not allowed here."),
    Code.NOT_IN_THIS_GAME: _lazy("This does not exist in this game (%(key)s)."),
    Code.NO_SIDE_OUT: _lazy("The deal ended by going out, but nobody is marked as having gone out."),
    Code.TWO_SIDES_OUT: _lazy("Only one side can go out."),
    Code.OUT_ON_STOCK_END: _lazy("This side went out, but the deal is marked as having ended another way."),
    Code.OUT_WITHOUT_MELD: _lazy("A side that went out must have at least one meld."),
    Code.UNKNOWN_CARD: _lazy("“%(card)s” at position %(position)s of “%(text)s” is not a card."),
    Code.BAD_MELD: _lazy("“%(meld)s” is not a valid meld: %(why)s"),
    Code.SECOND_INCOMPLETE_MELD: _lazy(
        "“%(meld)s” is a second unfinished meld of the same kind; only one is allowed."
    ),
    Code.BLACK_THREES_NOT_OUT: _lazy("Only the side that went out may meld black threes (“%(meld)s”)."),
    Code.CONCEALED_WITHOUT_GOING_OUT: _lazy("Only the side that went out can have gone out concealed."),
    Code.CARDS_LEFT_AFTER_GOING_OUT: _lazy("A single player who went out cannot hold any cards."),
    Code.NOT_ENTITLED_TO_GO_OUT: _lazy("This side does not have the canastas needed for going out."),
    Code.RED_THREES_BELONG_TO_ROYAL: _lazy(
        "While a meld of threes is unfinished, every red three of the side belongs to it."
    ),
    Code.RED_THREE_NOT_LAID: _lazy(
        "A red three is still held. Lay it on the table and enter it with the red threes there."
    ),
    # Of a card itself more is known: `_deck_sentence`.
    Code.DECK_EXCEEDED: _lazy("%(combination)s: %(excess)s more than the deck allows."),
    Code.UNKNOWN_PENALTY: _lazy("This game has no penalty called “%(penalty)s”."),
    Code.AUTOMATIC_PENALTY: _lazy("This penalty is applied automatically and is not entered (%(penalty)s)."),
    Code.BAD_CONTRACT: _lazy("There is no such contract (%(value)s)."),
    Code.BIDDER_NOT_OPENED: _lazy("The side that bid has no meld: it has to open at once."),
    Code.TALLY_AND_CARDS: _lazy("Enter a side either card by card or as totals, not both."),
    Code.UNKNOWN_COMBINATION: _lazy("This game has no combination called “%(combination)s”."),
    Code.NOT_MULTIPLE_OF_5: _lazy("All points must be divisible by 5; %(value)s is not."),
    Code.MELD_POINTS_TOO_LOW: _lazy(
        "The canastas listed are worth at least %(least)s in cards; %(value)s is too low."
    ),
    Code.POINTS_EXCEED_DECK: _lazy(
        "The cards of all sides together are worth %(excess)s more than the deck."
    ),
    Code.THIRD_WILD: _lazy("“%(meld)s” has more wild cards than allowed; the excess counts as held in hand."),
    Code.GAP_IN_SEQUENCE: _lazy("“%(meld)s” has a gap."),
    Code.FEWER_CARDS_THAN_DEALT: _lazy("This side has fewer cards than it was dealt."),
    Code.EMPTY_HAND: _lazy("Players of this side would have had no cards left, but play went on."),
    Code.OPENING_TOO_LOW: _lazy("The melds are worth %(points)s in total; the opening requires %(needed)s."),
    Code.FEW_CARDS_ON_STOCK_END: _lazy("There are too few cards on the table for the stock to have run out."),
    Code.GAME_ALREADY_OVER: _lazy("The game was over before this deal: a side had %(target)s or more."),
    Code.OUT_WITHOUT_COMBINATION: _lazy("This side went out without a canasta."),
    Code.SINGLE_NATURAL: _lazy("“%(meld)s” has a single natural card."),
    Code.RED_THREE_IN_HAND: _lazy("A red three is in hand; red threes must be laid down at once."),
    Code.NOT_THE_TIED_SIDES: _lazy("Only the sides tied for the lead play the extra deal."),
}

REASONS: Mapping[MeldFault, Text] = {
    MeldFault.TOO_SHORT: _lazy("it has too few cards."),
    MeldFault.TOO_LONG: _lazy("it has too many cards."),
    MeldFault.MIXED_RANKS: _lazy("its cards are of different ranks."),
    MeldFault.TOO_FEW_NATURALS: _lazy("it has too few natural cards."),
    MeldFault.TOO_MANY_WILD: _lazy("it has too many wild cards."),
    MeldFault.LONE_WILD: _lazy("it has only wild cards."),
    MeldFault.NOT_MELDABLE: _lazy("these cards are never melded in this game."),
    MeldFault.MIXED_THREES: _lazy("red and black threes cannot be combined here."),
    MeldFault.WILD_AMONG_THREES: _lazy("threes must be melded without wild cards."),
    MeldFault.NOT_A_SEQUENCE: _lazy("its cards are not consecutive."),
    MeldFault.SEQUENCE_TOO_LONG: _lazy("a sequence has at most seven cards."),
    MeldFault.WILD_IN_SEQUENCE: _lazy("this game has no wild cards in sequences."),
}


def problem_sentence(problem: Problem) -> str:
    """Return one sentence about an error or a warning, its numbers as the reader's language writes them."""
    language = get_language() or "en"
    params: dict[str, object] = {
        name: format_value(value, language) if isinstance(value, int) else value
        for name, value in {**problem.params, **problem.facts}.items()
    }
    if problem.code is Code.BAD_MELD:
        params["why"] = REASONS[MeldFault(str(params["reason"]))]
    if problem.code is Code.DECK_EXCEEDED:
        return _deck_sentence(problem, params, language)
    return str(SENTENCES[problem.code]) % params


def _deck_sentence(problem: Problem, params: Mapping[str, object], language: str) -> str:
    """Name the cards, or the combination, of which there are more than the deck has."""
    ruleset, cards = problem.facts.get("ruleset"), str(problem.facts.get("cards"))
    if ruleset is not None:
        name = line_name(str(ruleset), str(problem.params["card"]))
        return str(SENTENCES[problem.code]) % {**params, "combination": name}
    sentence = ngettext(
        "%(cards)s: one too many, the deck has %(copies)s.",
        "%(cards)s: %(excess)s too many, the deck has %(copies)s.",
        int(problem.params["excess"]),
    )
    return sentence % {**params, "cards": cards_name(cards, language)}
