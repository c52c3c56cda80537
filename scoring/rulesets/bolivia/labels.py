"""The texts of Bolivia."""

from __future__ import annotations

from typing import Final

from scoring.rulesets.texts import GameLabels, Label, OptionLabels, Phrase

LABELS: Final = GameLabels(
    name=Label("Bolivia"),
    place=70,
    kept_words=frozenset({"bolivia", "escalera"}),
    lines={
        "bolivia": Label("Bolivias"),
        "escalera": Label("Escaleras"),
        "natural": Label("Natural canastas"),
        "mixed": Label("Mixed canastas"),
    },
    phrases={
        "bolivia": Phrase("%(count)s bolivia", "%(count)s bolivias"),
        "escalera": Phrase("%(count)s escalera", "%(count)s escaleras"),
        "natural": Phrase(
            "%(count)s natural canasta, without a wild card",
            "%(count)s natural canastas, without a wild card",
        ),
        "mixed": Phrase(
            "%(count)s mixed canasta, with wild cards", "%(count)s mixed canastas, with wild cards"
        ),
    },
    red_threes_earned=Phrase(
        "%(count)s red three, and two canastas are complete",
        "%(count)s red threes, and two canastas are complete",
    ),
    red_threes_unearned=Phrase(
        "%(count)s red three, and two canastas are not complete",
        "%(count)s red threes, and two canastas are not complete",
    ),
    options={
        "wild_in_sets": OptionLabels(
            Label("Wild cards in a meld of one rank"),
            {"two": Label("at most two"), "any": Label("any number, beside two natural cards")},
        ),
    },
)
