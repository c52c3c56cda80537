"""How balanced rounds of changing partners or opponents are, as a sentence."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.core.drawing.balance import RoundsBalance, Spread, count_balance
from tournaments.core.drawing.movement import Movement


def balance_sentence(movement: Movement, entries: int, rounds: int) -> str:
    """Say what the rounds of a movement bring so many entries; empty where they bring nothing to say."""
    if not movement.mixes_players or not rounds:
        return ""
    balance = count_balance(movement, entries, rounds) if entries > 1 else None
    if balance is None:
        return ""
    return _of_partners(balance, entries) if movement.draws_partners else _of_opponents(balance, entries)


def _of_partners(balance: RoundsBalance, entries: int) -> str:
    return _(
        "%(entries)s players, %(rounds)s rounds. Different partners of each: %(partners)s of %(others)s. "
        "Times that two are partners: %(times)s, and opponents: %(met)s. Sit-outs of each: %(out)s."
    ) % {
        "entries": entries,
        "rounds": balance.rounds,
        "partners": spread_label(balance.partners),
        "others": entries - 1,
        "times": spread_label(balance.times_partnered),
        "met": spread_label(balance.times_met),
        "out": spread_label(balance.sit_outs),
    }


def _of_opponents(balance: RoundsBalance, entries: int) -> str:
    return _(
        "%(entries)s entries, %(rounds)s rounds. Different opponents of each: %(opponents)s of %(others)s. "
        "Times that two meet: %(met)s. Tables of two of each: %(small)s."
    ) % {
        "entries": entries,
        "rounds": balance.rounds,
        "opponents": spread_label(balance.opponents),
        "others": entries - 1,
        "met": spread_label(balance.times_met),
        "small": spread_label(balance.small_tables),
    }


def spread_label(spread: Spread) -> str:
    """Write the least and the most of something, or the one number where these are the same."""
    return str(spread.least) if spread.least == spread.most else f"{spread.least}–{spread.most}"
