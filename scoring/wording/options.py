"""House rules and forms of a game in plain words, for whoever opens one.

Knows the names and values of every option of every rule set, and the forms of the table; must not know what
an option does to a score. A test holds the tables against the rule sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from scoring.core.rulesets.base import Setting

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Text = str | _StrPromise

# What each house rule is about, and what each of its values means; the first is the default.
OPTIONS: Mapping[str, tuple[Text, Mapping[Setting, Text]]] = {
    "samba/settlement": (
        _("With three players: who wins points from whom"),
        {
            "pairwise": _("the first from both others, the second from the third"),
            "winner_only": _("the first alone, from each of the others"),
        },
    ),
    "samba/cards_dealt": (
        _("Cards dealt to each player"),
        {15: _("15 cards"), 13: _("13 cards, as agreed with six players")},
    ),
    "sitoumussamba/hand_counts_from_level_5": (
        _("Cards held by the bidder's side, from a bid of 5,000 on"),
        {
            True: _("they are deducted from what was reached"),
            False: _("they are not deducted: only melded cards count"),
        },
    ),
    "sitoumussamba/false_finish_doubled": (
        _("A false finish of a doubled bid pays the others"),
        {100: _("the bid once"), 200: _("the bid twice")},
    ),
    "sambola/jokers": (_("Jokers in the deck"), {9: _("9 jokers"), 6: _("6 jokers")}),
    "sambola/high_sambas": (
        _("What a samba is worth"),
        {False: _("1,000 when red, 700 when black"), True: _("1,500 when red, 1,000 when black")},
    ),
    "sambola/easy_individual_finish": (
        _("A single player may go out with"),
        {
            False: _("three canastas or sambas, both red and black among them"),
            True: _("one red and one black canasta or samba"),
        },
    ),
    "danish/going_out": (_("Bonus for going out"), {0: _("none"), 100: _("100 points")}),
    "classic/wild_at_most_naturals": (
        _("Wild cards in a meld"),
        {False: _("at most three"), True: _("never more than natural cards")},
    ),
}

# The forms of a table, by the names that the rules give them.
FORMS: Mapping[str, Text] = {
    "2": _("2 players, each for himself"),
    "3": _("3 players, each for himself"),
    "4": _("4 players, two against two"),
    "5": _("5 players, two against three, who take turns to sit out"),
    "6a": _("6 players, three against three, one of each side sits out in turn"),
    "6b": _("6 players, three against three, all of them play"),
    "6c": _("6 players, three pairs"),
}


def option_label(ruleset: str, name: str) -> Text:
    """What a house rule is about."""
    return OPTIONS[f"{ruleset}/{name}"][0]


def value_label(ruleset: str, name: str, value: Setting) -> Text:
    """What a value of a house rule means."""
    return OPTIONS[f"{ruleset}/{name}"][1][value]
