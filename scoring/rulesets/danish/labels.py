"""The texts of Danish club canasta."""

from __future__ import annotations

from typing import Final

from scoring.rulesets.texts import GameLabels, Label, OptionLabels, Phrase, label_only_in

LABELS: Final = GameLabels(
    name=Label("Danish club canasta"),
    place=50,
    lines={
        "red": Label("Red canastas"),
        "black": Label("Black canastas"),
        "hinting": Label("Hinting"),
        "count_not_open": Label("Points not counted openly"),
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
        "%(count)s red three, without a completed canasta",
        "%(count)s red threes, without a completed canasta",
    ),
    options={
        "going_out": OptionLabels(
            Label("Bonus for going out"), {0: label_only_in("danish", "none"), 100: Label("100 points")}
        ),
    },
)
