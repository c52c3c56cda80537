"""The texts of Samba."""

from __future__ import annotations

from typing import Final

from scoring.rulesets.texts import GameLabels, Label, OptionLabels, Phrase

LABELS: Final = GameLabels(
    name=Label("Samba"),
    place=10,
    lines={
        "samba": Label("Sambas"),
        "natural": Label("Natural canastas"),
        "mixed": Label("Mixed canastas"),
        "cannot_go_out": Label("Had to go out and could not"),
        "went_out_against_no": Label("Went out against the partner's no"),
        "drew_out_of_turn": Label("Drew out of turn"),
        "took_pile_out_of_turn": Label("Took the pile out of turn"),
        "opening_too_low_retracted": Label("Opening too low, cards taken back"),
        "went_out_without_canastas": Label("Went out without two canastas"),
        "third_wild_retracted": Label("Third wild card taken back"),
        "invalid_meld_retracted": Label("Invalid meld taken back"),
        "melded_out_of_turn": Label("Melded out of turn"),
    },
    phrases={
        "samba": Phrase("%(count)s samba", "%(count)s sambas"),
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
        "settlement": OptionLabels(
            Label("With three players: who wins points from whom"),
            {
                "pairwise": Label("the first from both others, the second from the third"),
                "winner_only": Label("the first alone, from each of the others"),
            },
        ),
        "cards_dealt": OptionLabels(
            Label("Cards dealt to each player"),
            {15: Label("15 cards"), 13: Label("13 cards, as agreed with six players")},
        ),
    },
)
