"""The texts of Sambola."""

from __future__ import annotations

from typing import Final

from scoring.rulesets.texts import GameLabels, Label, OptionLabels, Phrase

LABELS: Final = GameLabels(
    name=Label("Sambola"),
    place=40,
    lines={
        "red_canasta": Label("Red canastas"),
        "black_canasta": Label("Black canastas"),
        "red_samba": Label("Red sambas"),
        "black_samba": Label("Black sambas"),
    },
    phrases={
        "red_canasta": Phrase(
            "%(count)s red canasta, without a wild card", "%(count)s red canastas, without a wild card"
        ),
        "black_canasta": Phrase(
            "%(count)s black canasta, with wild cards", "%(count)s black canastas, with wild cards"
        ),
        "red_samba": Phrase(
            "%(count)s red samba, without a wild card", "%(count)s red sambas, without a wild card"
        ),
        "black_samba": Phrase(
            "%(count)s black samba, with a wild card", "%(count)s black sambas, with a wild card"
        ),
    },
    red_threes_earned=Phrase("%(count)s red three", "%(count)s red threes"),
    red_threes_unearned=Phrase("%(count)s red three", "%(count)s red threes"),
    options={
        "jokers": OptionLabels(Label("Jokers in the deck"), {9: Label("9 jokers"), 6: Label("6 jokers")}),
        "high_sambas": OptionLabels(
            Label("What a samba is worth"),
            {False: Label("1,000 when red, 700 when black"), True: Label("1,500 when red, 1,000 when black")},
        ),
        "easy_individual_finish": OptionLabels(
            Label("A single player may go out with"),
            {
                False: Label("three canastas or sambas, including both red and black"),
                True: Label("one red and one black canasta or samba"),
            },
        ),
    },
)
