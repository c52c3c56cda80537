"""The texts of Royal Canasta."""

from __future__ import annotations

from typing import Final

from scoring.rulesets.texts import GameLabels, Label, Phrase

LABELS: Final = GameLabels(
    name=Label("Royal Canasta"),
    place=20,
    lines={
        "super_royal": Label("Super royals"),
        "royal": Label("Royals"),
        "bolivia": Label("Bolivias"),
        "samba": Label("Sambas"),
        "red": Label("Red canastas"),
        "black": Label("Black canastas"),
        "touched_pile": Label("Touched the pile"),
        "took_top_card_without_melding": Label("Took the top card without melding"),
        "took_unusable_top_card": Label("Took an unusable top card"),
        "exposed_stock_card": Label("Exposed a card of the stock"),
        "took_pile_into_hand": Label("Picked up the pile improperly"),
        "drew_out_of_turn": Label("Drew out of turn"),
        "melded_out_of_turn": Label("Melded out of turn"),
        "asked_and_did_not_go_out": Label("Asked to go out and did not"),
        "picked_up_hand_early": Label("Picked up the cards too early"),
    },
    phrases={
        "super_royal": Phrase("%(count)s super royal", "%(count)s super royals"),
        "royal": Phrase("%(count)s royal", "%(count)s royals"),
        "bolivia": Phrase("%(count)s bolivia", "%(count)s bolivias"),
        "samba": Phrase("%(count)s samba", "%(count)s sambas"),
        "red": Phrase(
            "%(count)s red canasta, without a wild card", "%(count)s red canastas, without a wild card"
        ),
        "black": Phrase(
            "%(count)s black canasta, with wild cards", "%(count)s black canastas, with wild cards"
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
)
