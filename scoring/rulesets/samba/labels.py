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
        "cannot_go_out": Label("Was bound to go out and could not"),
        "went_out_against_no": Label("Went out against the partner's refusal"),
        "drew_out_of_turn": Label("Drew out of turn"),
        "took_pile_out_of_turn": Label("Took the pile out of turn"),
        "opening_too_low_retracted": Label("Opening too low, cards picked up again"),
        "went_out_without_canastas": Label("Went out without two canastas"),
        "third_wild_retracted": Label("Third wild card picked up again"),
        "invalid_meld_retracted": Label("Invalid meld picked up again"),
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
        "%(count)s red three, with two completed canastas",
        "%(count)s red threes, with two completed canastas",
    ),
    red_threes_unearned=Phrase(
        "%(count)s red three, without two completed canastas",
        "%(count)s red threes, without two completed canastas",
    ),
    options={
        "settlement": OptionLabels(
            Label("With three players: who scores off whom"),
            {
                "pairwise": Label("the first off both others, the second off the third"),
                "winner_only": Label("only the first, off each of the others"),
            },
        ),
        "cards_dealt": OptionLabels(
            Label("Cards dealt to each player"),
            {15: Label("15 cards"), 13: Label("13 cards, as agreed with six players")},
        ),
    },
)
