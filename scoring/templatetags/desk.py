"""How the desk writes a PIN, a side, a speaker and a paragraph."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from django import template
from django.utils.formats import date_format
from django.utils.timezone import localtime

from scoring.desk.game_page import speaker_of
from scoring.models import Confirmation, Side
from scoring.wording import labels

register = template.Library()


@register.filter
def in_threes(pin: str) -> str:
    """Six digits as people read them to each other."""
    return f"{pin[:3]} {pin[3:]}"


@register.filter
def called(side: Side, names: Sequence[str]) -> str:
    return names[side.number]


@register.filter
def at(names: Sequence[str], number: int) -> str:
    return names[number]


@register.filter
def speaker(word: Confirmation, names: Sequence[str]) -> str:
    return speaker_of(word, names)


@register.filter
def paragraph(rule: str) -> str:
    return labels.paragraph(rule)


@register.filter
def end_word(end: str) -> str:
    """Why a game ended before its target."""
    return str(labels.ENDS[end])


@register.filter
def of_book(rights: Mapping[int, object], book: int) -> object:
    """What somebody may do in a game, by the game's book."""
    return rights[book]


@register.filter
def when(at: datetime, today: date) -> str:
    """A moment: the time alone where it is of today."""
    here = localtime(at)
    return date_format(here, "TIME_FORMAT" if here.date() == today else "SHORT_DATE_FORMAT")
