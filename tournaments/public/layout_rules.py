"""Sentences of the rules in force about places that are given out: rounds set beforehand, and brackets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from django.utils.translation import gettext as _

from tournaments.agreement.agreement import EventAgreement, PlacesBy
from tournaments.public.score_keeping_rules import Rule
from tournaments.wording.balance import balance_sentence
from tournaments.wording.settings import BEST_OF_LABELS, LEVEL_GAME_LABELS, PLACES_BY_LABELS


def layout_rules(agreement: EventAgreement) -> Iterator[Rule]:
    """What holds where all rounds of a movement are set beforehand."""
    fixed = [phase.movement for phase in agreement.phases if phase.movement.has_fixed_schedule]
    if not fixed:
        return
    yield Rule(
        _("The places of a movement set beforehand are given out %(how)s.")
        % {"how": PLACES_BY_LABELS[agreement.places_by]}
    )
    if agreement.places_by in (PlacesBy.STRENGTH, PlacesBy.SNAKE) and agreement.strength:
        order = {"order": ", ".join(map(str, agreement.strength))}
        yield Rule(_("The order of their strength, by their numbers: %(order)s.") % order)
    yield Rule(
        _(
            "They are laid out for those who take part in its first round; later the "
            "director can lay the remaining rounds out again."
        )
    )
    if any(movement.plays_in_lines for movement in fixed):
        yield Rule(_phantom_sentence(agreement))
    if agreement.has_round_robin:
        yield Rule(_("When all have met, they meet again with the sides changed."))
    if len(fixed) > 1:
        yield Rule(
            _(
                "A later phase of the same movement with the same places goes on where the "
                "earlier one stopped; any other starts again."
            )
        )
    if any(
        later.movement.has_fixed_schedule and not phase.movement.has_fixed_schedule
        for phase, later in pairwise(agreement.phases)
    ):
        yield Rule(_("Rounds set beforehand repeat meetings of free rounds before them; each says how many."))


def _phantom_sentence(agreement: EventAgreement) -> str:
    """Where the empty place of an odd field begins."""
    table = agreement.phantom_table
    if table is None:
        return (
            _("Of an odd number the empty place begins in the line that sits, at its last table.")
            if agreement.phantom_sits
            else _("Of an odd number the empty place begins in the line that moves, at its last table.")
        )
    words = (
        _("Of an odd number the empty place begins in the line that sits, at table %(table)s.")
        if agreement.phantom_sits
        else _("Of an odd number the empty place begins in the line that moves, at table %(table)s.")
    )
    return words % {"table": table}


def bracket_rules(agreement: EventAgreement) -> Iterator[Rule]:
    """What holds in a knock-out."""
    if agreement.bracket is None:
        return
    yield Rule(
        _("The places of the first round are given out %(how)s: the best meet the last.")
        % {"how": PLACES_BY_LABELS[agreement.places_by]}
    )
    yield Rule(
        _(
            "Where a place of the first round is empty, its opponent goes on without a game; a late entry "
            "takes it as long as that one has not played."
        )
    )
    yield Rule(_("Who goes on is decided by %(games)s.") % {"games": BEST_OF_LABELS[agreement.best_of]})
    yield Rule(
        _("Who leads at the end of a game has won it. After a level game goes on: %(who)s.")
        % {"who": LEVEL_GAME_LABELS[agreement.level_game]}
    )
    yield Rule(
        _(
            "The opponent of who has withdrawn goes on without a game, and so does that of who misses the "
            "round in which both were to play. Where nobody came, nobody goes on. A game that counts nothing "
            "is played again."
        )
    )
    yield Rule(_("Who plays in a published round has come there, also if an earlier result is put right."))


def mixing_rules(agreement: EventAgreement, entries: int) -> Iterator[Rule]:
    """What rounds of changing partners or opponents bring, and who sits out."""
    for phase in agreement.phases:
        if sentence := balance_sentence(phase.movement, entries, phase.rounds):
            yield Rule(sentence)
    if all(phase.movement.mixes_players for phase in agreement.phases):
        yield Rule(_("Sit-outs follow from the places, as evenly as the number of entries lets them be."))
    elif agreement.bracket is None:
        yield Rule(_("Nobody sits out twice before everyone has sat out once."))
