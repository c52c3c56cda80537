"""The texts of Danish club canasta."""

from __future__ import annotations

from typing import Final

from scoring.rulesets.texts import GameLabels, Label, OptionLabels, Phrase

LABELS: Final = GameLabels(
    name=Label("Danish club canasta"),
    place=50,
    lines={
        "red": Label("Red canastas"),
        "black": Label("Black canastas"),
        "hinting": Label("Hinting"),
        "count_not_open": Label("Count not open"),
    },
    phrases={
        "red": Phrase(
            "%(count)s red canasta, without a wild card", "%(count)s red canastas, without a wild card"
        ),
        "black": Phrase(
            "%(count)s black canasta, with wild cards", "%(count)s black canastas, with wild cards"
        ),
    },
    red_threes_earned=Phrase("%(count)s red three", "%(count)s red threes"),
    red_threes_unearned=Phrase(
        "%(count)s red three, and no canasta is complete", "%(count)s red threes, and no canasta is complete"
    ),
    options={
        "going_out": OptionLabels(Label("Bonus for going out"), {0: Label("none"), 100: Label("100 points")}),
    },
)
