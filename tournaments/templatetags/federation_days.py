"""The days of a date, and what is in its way, in words."""

from __future__ import annotations

from django import template

from tournaments.core.clashes import DateClash
from tournaments.federation.words import clash_text, days_text
from tournaments.models import CalendarDate, ClosedDay

register = template.Library()


@register.simple_tag
def days(one: CalendarDate | ClosedDay) -> str:
    return days_text(one.first_day, one.last_day)


@register.simple_tag
def clash_words(clash: DateClash) -> str:
    return clash_text(clash)
