"""An agreement drawn by dice, with every setting that decides what counts: for events full of mishaps."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from tournaments.agreement.agreement import EntriesUntil, EventAgreement, Phase, PlacesBy, WithdrawalRule
from tournaments.agreement.validation import DraftAgreement, validate
from tournaments.core.criteria import CRITERIA
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.results import MissedValue, SitOutValue, Substitutes
from tournaments.core.schemes import SCHEMES

# Of so many events one has tables of three sides, and one has drawn partners.
_SHAPES: Final = 6
_THREE_SIDES: Final = 3
# Of couples some play in different entries.
_APART: Final = ((), (), (), ((1, 2),), ((1, 2), (1, 3), (4, 5)))
# Others wish to meet: some of them have two wishes.
_WISHED: Final = ((), (), ((2, 3),), ((1, 6), (2, 3), (3, 4)))
_MAX_PHASES, _MAX_ROUNDS_OF_PHASE = 2, 4
# A game over some deals has no target: what a walkover counts is agreed on.
_DEALS, _MARGINS = (None, None, 2, 4), (0, 900, 2000, 4000)
_PERCENTS: Final = (0, 35, 60, 70, 100)


def draw_agreement(dice: Random, ruleset: str) -> EventAgreement:
    """Return an agreement that fits together; the same dice give the same."""
    while True:
        agreement = _draw_any(dice)
        if not validate(DraftAgreement(ruleset, {}, agreement)):
            return agreement


def draw_other_terms(dice: Random, ruleset: str, agreement: EventAgreement) -> EventAgreement:
    """Return an agreement on the same rounds and tables, with another scheme and other numbers."""
    while True:
        other = _with_terms(dice, agreement)
        if not validate(DraftAgreement(ruleset, {}, other)):
            return other


def _draw_any(dice: Random) -> EventAgreement:
    shape = dice.randrange(_SHAPES)
    sides, players = (_THREE_SIDES, 2) if shape == 0 else (2, 1 if shape == 1 else 2)
    movements = [
        movement
        for movement in MOVEMENTS.values()
        if movement.draws_partners == (shape == 1)
        and (movement.is_set_by_hand or movement.sides == sides)
        # A knock-out is an event of its own.
        and movement.bracket is None
    ]
    agreement = EventAgreement(
        phases=tuple(_draw_phase(dice, movements) for _phase in range(dice.randint(1, _MAX_PHASES))),
        players=players,
        sides=sides,
        deals=dice.choice(_DEALS),
        places_by=dice.choice(list(PlacesBy)),
        strength=tuple(dice.sample(range(1, 9), dice.randrange(9))),
        phantom_sits=dice.random() < 1 / 2,
        phantom_table=dice.choice((None, 1, 2, 3)),
        clubs_apart=dice.random() < 1 / 4,
        apart=dice.choice(_APART),
        entries_until=dice.choice(list(EntriesUntil)),
        wished=dice.choice(_WISHED),
        large_tables=shape == 1 and dice.random() < 1 / 2,
    )
    return _with_terms(dice, agreement)


def _draw_phase(dice: Random, movements: list[Movement]) -> Phase:
    return Phase(movement=dice.choice(movements), rounds=dice.randint(1, _MAX_ROUNDS_OF_PHASE))


def _with_terms(dice: Random, agreement: EventAgreement) -> EventAgreement:
    """Return the agreement with a scheme, tie-breaks, and numbers for what was not played."""
    return replace(
        agreement,
        scheme=dice.choice([scheme for scheme in SCHEMES.values() if agreement.sides in scheme.sides]),
        chain=("points", *dice.sample([code for code in CRITERIA if code != "points"], dice.randint(1, 4))),
        cap=dice.choice((None, 3000, 9000)),
        bound=dice.choice((3000, 8000)),
        place_points=dice.choice(((3, 1, 0), (5, 3, 1), (6, 2, 1))),
        last_of_two=dice.random() < 1 / 2,
        walkover_shared=dice.random() < 1 / 2,
        two_play_on=dice.random() < 1 / 2,
        walkover_margin=dice.choice(_MARGINS),
        walkover_percent=dice.choice((None, *_PERCENTS)),
        sit_out=dice.choice(list(SitOutValue)),
        sit_out_points=dice.choice((0, 1, 2, 12)),
        sit_out_difference=dice.choice((0, 0, 300, -200)),
        sit_out_percent=dice.choice(_PERCENTS),
        missed=dice.choice(list(MissedValue)),
        missed_times=dice.choice((None, None, 0, 1, 2)),
        missed_last=dice.random() < 1 / 2,
        missed_walkover=dice.random() < 1 / 2,
        who_leaves=dice.choice(list(WithdrawalRule)),
        substitutes=dice.choice(list(Substitutes)),
        substitute_percent=dice.choice(_PERCENTS),
    )
