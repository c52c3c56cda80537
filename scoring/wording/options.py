"""Labels of house rules and table forms in the reader's language, for every rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _lazy

from scoring.core.vocabulary import OptionValue

if TYPE_CHECKING:
    from scoring.wording.labels import Text

# The label of each house rule, and of each of its values; the first value is the default.
OPTION_LABELS: Mapping[str, tuple[Text, Mapping[OptionValue, Text]]] = {
    "samba/settlement": (
        _lazy("With three players: who wins points from whom"),
        {
            "pairwise": _lazy("the first from both others, the second from the third"),
            "winner_only": _lazy("the first alone, from each of the others"),
        },
    ),
    "samba/cards_dealt": (
        _lazy("Cards dealt to each player"),
        {15: _lazy("15 cards"), 13: _lazy("13 cards, as agreed with six players")},
    ),
    "sitoumussamba/hand_counts_from_level_5": (
        _lazy("Cards held by the bidder's side, from a bid of 5,000 on"),
        {
            True: _lazy("they are deducted from what was reached"),
            False: _lazy("they are not deducted: only melded cards count"),
        },
    ),
    "sitoumussamba/false_finish_doubled": (
        _lazy("A false finish of a doubled bid pays the others"),
        {100: _lazy("the bid once"), 200: _lazy("the bid twice")},
    ),
    "sambola/jokers": (_lazy("Jokers in the deck"), {9: _lazy("9 jokers"), 6: _lazy("6 jokers")}),
    "sambola/high_sambas": (
        _lazy("What a samba is worth"),
        {False: _lazy("1,000 when red, 700 when black"), True: _lazy("1,500 when red, 1,000 when black")},
    ),
    "sambola/easy_individual_finish": (
        _lazy("A single player may go out with"),
        {
            False: _lazy("three canastas or sambas, both red and black among them"),
            True: _lazy("one red and one black canasta or samba"),
        },
    ),
    "danish/going_out": (_lazy("Bonus for going out"), {0: _lazy("none"), 100: _lazy("100 points")}),
    "classic/wild_at_most_naturals": (
        _lazy("Wild cards in a meld"),
        {False: _lazy("at most three"), True: _lazy("never more than natural cards")},
    ),
}

# Labels of the table forms by their names in the rules.
FORM_LABELS: Mapping[str, Text] = {
    "2": _lazy("2 players, each for himself"),
    "3": _lazy("3 players, each for himself"),
    "4": _lazy("4 players, two against two"),
    "5": _lazy("5 players, two against three, who take turns to sit out"),
    "6a": _lazy("6 players, three against three, one of each side sits out in turn"),
    "6b": _lazy("6 players, three against three, all of them play"),
    "6c": _lazy("6 players, three pairs"),
}


def option_label(ruleset: str, name: str) -> Text:
    return OPTION_LABELS[f"{ruleset}/{name}"][0]


def value_label(ruleset: str, name: str, value: OptionValue) -> Text:
    return OPTION_LABELS[f"{ruleset}/{name}"][1][value]
