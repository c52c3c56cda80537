"""What of the agreement of a knock-out does not go together: the setting, why, and in which row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from tournaments.agreement.agreement import EventAgreement

# How many games two may play against each other at most.
BEST_OF: Final = (1, 3, 5)
_Fault = tuple[str, str, int | None]


def bracket_faults(agreement: EventAgreement) -> Iterator[_Fault]:
    """A knock-out is all that is played in its event, until one is left."""
    if agreement.best_of not in BEST_OF:
        yield "best_of", _("Choose one of these."), None
    if len(agreement.phases) > 1 and (row := _row_of(agreement)) is not None:
        message = _("A knock-out is an event of its own: make another event for the other rounds.")
        yield "phases", message, row


def fixed_tables_fault(agreement: EventAgreement, fixed: int) -> _Fault | None:
    """Two entries that cannot move may come to meet."""
    row = _row_of(agreement)
    if row is None or fixed < 2:
        return None
    message = _("In a knock-out any two may meet: one of two stationary entries would have to move.")
    return "phases", message, row


def _row_of(agreement: EventAgreement) -> int | None:
    return next((row for row, phase in enumerate(agreement.phases) if phase.movement.bracket), None)
