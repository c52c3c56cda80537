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
        "%(count)s red three, with two completed canastas",
        "%(count)s red threes, with two completed canastas",
    ),
    red_threes_unearned=Phrase(
        "%(count)s red three, without two completed canastas",
        "%(count)s red threes, without two completed canastas",
    ),
    options={
        "wild_in_sets": OptionLabels(
            Label("Wild cards in a meld of one rank"),
            {"two": Label("at most two"), "any": Label("any number, beside two natural cards")},
        ),
    },
)
