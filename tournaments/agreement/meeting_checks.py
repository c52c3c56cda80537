"""What of an agreement on who meets whom does not go together, and whose the places are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from django.utils.translation import gettext as _

from tournaments.agreement.agreement import EventAgreement
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS

_MAX_TABLE: Final = 999
# The setting, why it cannot be agreed on, and the row where it is a list of rows.
Found = tuple[str, str, int | None]


def check_meetings(agreement: EventAgreement) -> Iterator[Found]:
    """Yield every problem."""
    return chain.from_iterable(
        check(agreement)
        for check in (_check_clubs_apart, _check_apart, _check_wished, _check_round_robins, _check_places)
    )


def _check_clubs_apart(agreement: EventAgreement) -> Iterator[Found]:
    if agreement.clubs_apart and not any(phase.movement.keeps_clubs_apart for phase in agreement.phases):
        names = ", ".join(_(movement.label) for movement in MOVEMENTS.values() if movement.keeps_clubs_apart)
        message = _("Only these keep club mates apart: %(movements)s.") % {"movements": names}
        yield "clubs_apart", message, None


def _check_apart(agreement: EventAgreement) -> Iterator[Found]:
    if agreement.apart and not any(phase.movement.is_redrawable for phase in agreement.phases):
        message = _("Here who meets whom is set for all rounds, or set by hand: nobody is kept apart.")
        yield "apart", message, None


def _check_wished(agreement: EventAgreement) -> Iterator[Found]:
    if agreement.wished and not any(phase.movement.grants_wishes for phase in agreement.phases):
        message = _("Here who meets whom is set for all rounds, or set by hand: no wish is granted.")
        yield "wished", message, None
    for first, second in sorted({*agreement.wished} & {*agreement.apart}):
        message = _("%(first)s and %(second)s are not to meet: that is written above.")
        yield "wished", message % {"first": first, "second": second}, None


def _check_round_robins(agreement: EventAgreement) -> Iterator[Found]:
    """Turns go on over the phases of one round robin, and of two kinds nobody would know how far they are."""
    kinds: dict[Movement, int] = {}
    for row, phase in enumerate(agreement.phases):
        if phase.movement.all_meet:
            kinds.setdefault(phase.movement, row)
    if len(kinds) > 1:
        message = _("Choose one kind of round robin for all rounds in which everybody meets everybody.")
        yield "phases", message, max(kinds.values())


def _check_places(agreement: EventAgreement) -> Iterator[Found]:
    if agreement.phantom_table is not None and not 1 <= agreement.phantom_table <= _MAX_TABLE:
        yield "phantom_table", _("From 1 to %(most)s, or empty.") % {"most": _MAX_TABLE}, None
    if len({*agreement.strength}) < len(agreement.strength):
        yield "strength", _("Write numbers of entries, each once, such as 4, 2, 7."), None
