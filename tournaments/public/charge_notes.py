"""Notes under the standings: penalties and awards, and what was carried over, which no game shows."""

from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from clubs.reports.report import Note, Value
from tournaments.models import EventAdjustment
from tournaments.public.event_view import EventView


def charge_notes(view: EventView) -> list[str]:
    """Penalties and awards in the standings, and what was carried over, which no game shows."""
    with_carried = sorted({number for number, _unit in view.carried})
    return [
        *(Note(_carried_sentence(view, number), "carried") for number in with_carried),
        *(
            Note(_CHARGE_NOTE_BY_UNIT[unit](view, number, ruled), f"charge_{unit}")
            for (number, unit), amount in view.charges.items()
            if (ruled := amount - view.carried[number, unit])
        ),
    ]


def _carried_sentence(view: EventView, number: int) -> str:
    """What an entry of a final has brought along."""
    words: list[str] = []
    for unit in EventAdjustment.Unit:
        amount = view.carried[number, unit.value]
        value = view.agreement.scheme.shown(amount) if unit is EventAdjustment.Unit.POINTS else amount
        words += [f"{value_with_sign(value, amount)} {unit.label}"] if amount else []
    return _("%(pair)s: brought along %(amounts)s.") % {
        "pair": view.entries[number].name,
        "amounts": ", ".join(words),
    }


def _points_charge_note(view: EventView, number: int, amount: int) -> str:
    return _("%(pair)s: %(points)s points by ruling.") % {
        "pair": view.entries[number].name,
        "points": value_with_sign(view.agreement.scheme.shown(amount), amount),
    }


def _difference_charge_note(view: EventView, number: int, amount: int) -> str:
    return _("%(pair)s: %(points)s to the difference by ruling.") % {
        "pair": view.entries[number].name,
        "points": value_with_sign(amount, amount),
    }


_CHARGE_NOTE_BY_UNIT = {
    EventAdjustment.Unit.POINTS.value: _points_charge_note,
    EventAdjustment.Unit.DIFFERENCE.value: _difference_charge_note,
}


def value_with_sign(value: Value, amount: int) -> str:
    sign = "+" if amount > 0 else ""
    return f"{sign}{format_value(value, get_language() or 'en')}"
