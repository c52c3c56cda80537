"""The texts of Sitoumussamba."""

from __future__ import annotations

from typing import Final

from scoring.rulesets.texts import GameLabels, Label, OptionLabels, Phrase

LABELS: Final = GameLabels(
    name=Label("Sitoumussamba"),
    place=30,
    lines={
        "pure_twos": Label("Pure canastas of twos"),
        "mixed_twos": Label("Mixed canastas of twos"),
        "samba": Label("Sambas"),
        "red_aces": Label("Red canastas of aces"),
        "black_aces": Label("Black canastas of aces"),
        "red": Label("Red canastas"),
        "black": Label("Black canastas"),
        "bid_without_opening": Label("Bid without opening"),
        "opening_failed": Label("Opening failed"),
        "opening_rearranged": Label("Opening rearranged"),
        "improper_finish": Label("Improper finish"),
        "drew_out_of_turn": Label("Drew out of turn"),
        "took_pile_out_of_turn": Label("Took the pile out of turn"),
        "partner_used_penalty_card": Label("Partner used a penalty card"),
        "partner_used_penalty_card_in_samba": Label("Partner used a penalty card in a samba"),
        "red_threes": Label("Bought red threes"),
    },
    phrases={
        "pure_twos": Phrase("%(count)s pure canasta of twos", "%(count)s pure canastas of twos"),
        "mixed_twos": Phrase("%(count)s mixed canasta of twos", "%(count)s mixed canastas of twos"),
        "samba": Phrase("%(count)s samba", "%(count)s sambas"),
        "red_aces": Phrase("%(count)s red canasta of aces", "%(count)s red canastas of aces"),
        "black_aces": Phrase("%(count)s black canasta of aces", "%(count)s black canastas of aces"),
        "red": Phrase(
            "%(count)s red canasta, without a wild card", "%(count)s red canastas, without a wild card"
        ),
        "black": Phrase(
            "%(count)s black canasta, with wild cards", "%(count)s black canastas, with wild cards"
        ),
    },
    red_threes_earned=Phrase("%(count)s bought red three", "%(count)s bought red threes"),
    red_threes_unearned=Phrase("%(count)s bought red three", "%(count)s bought red threes"),
    options={
        "hand_counts_from_level_5": OptionLabels(
            Label("Cards in the bidding side's hand, for bids of 5,000 or more"),
            {
                True: Label("they are deducted from what was reached"),
                False: Label("they are not deducted: only melded cards count"),
            },
        ),
        "false_finish_doubled": OptionLabels(
            Label("For a false finish on a doubled bid the others score"),
            {100: Label("the bid once"), 200: Label("the bid twice")},
        ),
    },
)
