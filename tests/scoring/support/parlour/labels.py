"""The texts of Parlour canasta."""

from __future__ import annotations

from typing import Final

from scoring.rulesets.texts import GameLabels, Label, OptionLabels, Phrase, label_only_in, phrase_only_in

LABELS: Final = GameLabels(
    name=Label("Parlour canasta"),
    place=900,
    lines={
        "ladder": Label("Ladders"),
        "clean": label_only_in("parlour", "Clean canastas"),
        "dirty": Label("Dirty canastas"),
        "talked": Label("Talked at the table"),
    },
    phrases={
        "ladder": Phrase("%(count)s ladder", "%(count)s ladders"),
        "clean": phrase_only_in("parlour", "%(count)s clean canasta", "%(count)s clean canastas"),
        "dirty": Phrase("%(count)s dirty canasta", "%(count)s dirty canastas"),
    },
    red_threes_earned=Phrase("%(count)s three by the fire", "%(count)s threes by the fire"),
    red_threes_unearned=Phrase("%(count)s three in the cold", "%(count)s threes in the cold"),
    options={
        "long_game": OptionLabels(
            Label("How long the evening is"),
            {False: Label("to 4,000"), True: Label("to 8,000, with supper")},
        ),
    },
)
