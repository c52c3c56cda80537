"""The calendar and the terms of a federation in words."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from tournaments.core.clashes import CLASH_SENTENCES, DateClash
from tournaments.models import CalendarDate
from tournaments.wording.money import as_decimal


def days_text(first: date, last: date) -> str:
    """Return “6 June 2026”, or “6 June 2026 – 8 June 2026”."""
    days = dict.fromkeys(date_format(day, "DATE_FORMAT") for day in (first, last))
    return " – ".join(days)


def clash_text(clash: DateClash) -> str:
    """Say what is in the way of a date."""
    words = {"name": clash.name, "days": days_text(*clash.days)}
    return _(CLASH_SENTENCES[clash.kind]) % words


def state_text(state: str | None) -> str:
    """Say what has become of a date, as the log has it."""
    return str(CalendarDate.State(state).label) if state else ""


def kind_text(kind: str | None) -> str:
    return str(CalendarDate.Kind(kind).label) if kind else ""


def amount_text(amount: int | None) -> str:
    """Write an amount of the log, which knows no currency."""
    return "" if amount is None else format_value(as_decimal(amount), get_language() or "en")
