"""Fields of the forms about an event: a day, a time, a count, and numbers in a row.

Knows what may be typed into each; must not know what becomes of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.reports.numbers import MINUS
from clubs.web.forms import NameField, VerbForm
from scoring.wording import labels
from tournaments.running.events import EARLIEST, LATEST

_MOST_NUMBERS: Final = 20
_LONGEST_NUMBER: Final = 7
_APART: Final = re.compile(r"[,;\s]+")
_OUR_TIME: Final = _lazy("Choose a day of our time.")


class _DayField(forms.DateField):
    """A day on which somebody may hold an event."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        bounds = [MinValueValidator(EARLIEST, _OUR_TIME), MaxValueValidator(LATEST, _OUR_TIME)]
        super().__init__(
            widget=widget,
            validators=bounds,
            help_text=_lazy("Of the first round, where there are several days."),
            **kwargs,
        )


class _StartField(forms.TimeField):
    """When the first round begins."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
        super().__init__(
            widget=widget,
            required=False,
            help_text=_lazy("Of the first round: the time of those who are late is counted from it."),
            **kwargs,
        )


def explained(name: object, sentence: object) -> SafeString:
    """A choice with a sentence under it that says what it means."""
    return format_html("<span>{}<small>{}</small></span>", name, sentence)


def starting(on_day: date, begins: time | None) -> datetime | None:
    """The moment, by the clock of the hall."""
    return None if begins is None else timezone.make_aware(datetime.combine(on_day, begins))


class EventFields(VerbForm):
    """What every form about a whole event asks."""

    name = NameField(label=_lazy("Name"), help_text=_lazy("As it stands in the club's list: “Autumn cup”."))
    on_day = _DayField(label=_lazy("Date"))
    begins = _StartField(label=_lazy("Begins"))
    ruleset = forms.ChoiceField(
        label=_lazy("Game"),
        choices=labels.ruleset_choices,
        help_text=_lazy("The house rules below are those of this game."),
    )


def plain(value: object) -> object:
    """A number as a computer writes it: a page writes a real minus and sets thousands apart."""
    if not isinstance(value, str):
        return value
    return "".join(value.split()).translate({ord(MINUS): "-", ord("–"): "-"})


class CountField(forms.IntegerField):
    """A whole number, typed and not chosen by arrows."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "number"}
        super().__init__(widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> int | None:
        return super().to_python(plain(value))


class NumbersField(forms.CharField):
    """Whole numbers in a row, with commas or blanks between them."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off"}
        super().__init__(max_length=200, widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return (
            ", ".join(str(one) for one in value)
            if isinstance(value, Sequence) and not isinstance(value, str)
            else value
        )

    def clean(self, value: Any) -> tuple[int, ...]:
        typed = [one for one in _APART.split(super().clean(value)) if one]
        if len(typed) > _MOST_NUMBERS or not all(
            re.fullmatch(rf"[0-9]{{1,{_LONGEST_NUMBER}}}", one) for one in typed
        ):
            raise ValidationError(_("Write numbers with commas between them, such as 50, 150, 250."))
        return tuple(int(one) for one in typed)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial) != (data or "").strip())
