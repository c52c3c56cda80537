"""Notes under the standings: penalties and awards, and what was carried over, which no game shows."""

from __future__ import annotations

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from clubs.reports.report import Note, Value
from tournaments.agreement.parts import EventPart
from tournaments.core.sections import CarryOver
from tournaments.models import EventAdjustment
from tournaments.public.event_view import EventView


def charge_notes(view: EventView) -> list[str]:
    """Penalties and awards in the standings, and what was carried over, which no game shows."""
    return [
        *carried_notes(view),
        *(
            Note(_CHARGE_NOTE_BY_UNIT[unit](view, number, ruled), f"charge_{unit}")
            for (number, unit), amount in view.charges.items()
            if (ruled := amount - view.carried[number, unit])
        ),
    ]


def carried_notes(view: EventView) -> list[str]:
    """What was carried over to a final: the rule, and what each entry has brought along."""
    with_carried = sorted({number for number, _unit in view.carried})
    part = view.event.as_part
    return [
        *([Note(carried_rule(part), "carried_rule")] if part is not None and with_carried else []),
        *(Note(_carried_sentence(view, number), "carried") for number in with_carried),
    ]


def carried_rule(part: EventPart) -> str:
    """What the entries of a final bring along."""
    if part.carry is CarryOver.SHARE:
        sentence = _(
            "%(percent)s %% of the result before the final is carried over; less than a whole point is "
            "left out."
        )
        return sentence % {"percent": part.percent}
    if part.carry is CarryOver.AMONG:
        return _("The games among those who are in this final are carried over.")
    return _("Nothing is carried over: everybody begins at 0.")


def _carried_sentence(view: EventView, number: int) -> str:
    return _("%(pair)s, carried over: %(amounts)s.") % {
        "pair": view.entries[number].name,
        "amounts": carried_amounts(view, number),
    }


def carried_amounts(view: EventView, number: int) -> str:
    """What an entry of a final has brought along: “points +5, difference −630”; empty of any other."""
    words: list[str] = []
    for unit in EventAdjustment.Unit:
        amount = view.carried[number, unit.value]
        value = view.agreement.scheme.shown(amount) if unit is EventAdjustment.Unit.POINTS else amount
        words += [f"{unit.label} {value_with_sign(value, amount)}"] if amount else []
    return ", ".join(words)


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
