"""The texts of Canasta."""

from __future__ import annotations

from typing import Final

from scoring.rulesets.texts import GameLabels, Label, OptionLabels, Phrase, label_only_in, phrase_only_in

LABELS: Final = GameLabels(
    name=Label("Canasta"),
    place=60,
    lines={
        "natural": label_only_in("classic", "Natural canastas"),
        "mixed": label_only_in("classic", "Mixed canastas"),
    },
    phrases={
        "natural": phrase_only_in(
            "classic",
            "%(count)s natural canasta, without a wild card",
            "%(count)s natural canastas, without a wild card",
        ),
        "mixed": phrase_only_in(
            "classic", "%(count)s mixed canasta, with wild cards", "%(count)s mixed canastas, with wild cards"
        ),
    },
    red_threes_earned=Phrase("%(count)s red three", "%(count)s red threes"),
    red_threes_unearned=Phrase(
        "%(count)s red three of a side that has not melded",
        "%(count)s red threes of a side that has not melded",
    ),
    options={
        "wild_at_most_naturals": OptionLabels(
            Label("Wild cards in a meld"),
            {False: Label("at most three"), True: Label("never more than the natural cards")},
        ),
    },
)
