"""Template filters of the desk: PINs, sides, speakers, paragraphs and times."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime

from scoring.game.remarks import speaker_name
from scoring.models import Side
from scoring.wording import labels
from scoring.wording.other_results import other_result_label, other_result_sentence

register = template.Library()
register.filter(speaker_name)
register.filter(other_result_label)
register.filter(other_result_sentence)


@register.filter
def pin_digits(pin: str) -> str:
    """Split the eight digits of a PIN as people read them to each other."""
    return f"{pin[:4]} {pin[4:]}"


@register.filter
def name_in(side: Side, names: Sequence[str]) -> str:
    return names[side.number]


@register.filter
def item_at(names: Sequence[str], number: int) -> str:
    return names[number]


@register.filter
def paragraph(rule: str) -> str:
    return labels.paragraph_label(rule)


@register.filter
def ending_label(end: str) -> str:
    """Say why a game ended before its target."""
    return str(labels.ENDED_BY[end])


@register.filter
def for_book(rights: Mapping[int, object], book: int) -> object:
    """Return the rights that a person has in a book."""
    return rights[book]


@register.filter
def short_moment(moment: datetime, today: date) -> str:
    """Format a moment of today as its time, any other as its date."""
    local = localtime(moment)
    return date_format(local, "TIME_FORMAT" if local.date() == today else "SHORT_DATE_FORMAT")
