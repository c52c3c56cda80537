"""Fields of the forms about an event: a date, a time, a whole number, and a list of numbers."""

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
from tournaments.running.events import EARLIEST_DATE, LATEST_DATE

_MAX_NUMBERS: Final = 20
_MAX_DIGITS: Final = 7
_SEPARATORS: Final = re.compile(r"[,;\s]+")
_DATE_OUT_OF_RANGE: Final = _lazy("Check the year.")


class EventDateField(forms.DateField):
    """The date of an event."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        bounds = [
            MinValueValidator(EARLIEST_DATE, _DATE_OUT_OF_RANGE),
            MaxValueValidator(LATEST_DATE, _DATE_OUT_OF_RANGE),
        ]
        super().__init__(
            widget=widget,
            validators=bounds,
            help_text=_lazy("The day of the first round if there are several days."),
            **kwargs,
        )


class StartTimeField(forms.TimeField):
    """The time when the first round begins."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
        super().__init__(
            widget=widget,
            required=False,
            help_text=_lazy("Start of the first round: the deadline for latecomers is counted from it."),
            **kwargs,
        )


class ExplainedChoice(SafeString):
    """The label of a choice, with a sentence under it that explains it; `plain` is the label alone."""

    plain: str


def explained_choice(name: object, sentence: object) -> ExplainedChoice:
    """Return the label of a choice with a sentence that explains it."""
    choice = ExplainedChoice(format_html("<span>{} <small>{}</small></span>", name, sentence))
    choice.plain = str(name)
    return choice


def start_datetime(day: date, begins: time | None) -> datetime | None:
    """When an event begins, in the local time zone."""
    return None if begins is None else timezone.make_aware(datetime.combine(day, begins))


class EventFieldsForm(VerbForm):
    """The fields of every form about a whole event."""

    name = NameField(
        label=_lazy("Name"), help_text=_lazy("As it will appear in the club's list: “Autumn Cup”.")
    )
    on_day = EventDateField(label=_lazy("Date"))
    begins = StartTimeField(label=_lazy("Begins"))
    trial = forms.BooleanField(
        label=_lazy("It is a trial"),
        required=False,
        help_text=_lazy(
            "To try the program, or to rehearse. It counts in no results of players, no winners and no "
            "records, its pages and papers say so, and it can be deleted with its games."
        ),
    )
    ruleset = forms.ChoiceField(
        label=_lazy("Game"),
        choices=labels.ruleset_choices,
        help_text=_lazy("The house rules below belong to this game."),
    )


def normalize_number(value: object) -> object:
    """A number with a hyphen for a minus sign and without blanks between thousands."""
    if not isinstance(value, str):
        return value
    return "".join(value.split()).translate({ord(MINUS): "-", ord("–"): "-"})


class WholeNumberField(forms.IntegerField):
    """A whole number in a text field, without the arrows of a number field."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "number"}
        super().__init__(widget=forms.TextInput(attrs=attrs), **kwargs)

    def to_python(self, value: Any) -> int | None:
        return super().to_python(normalize_number(value))


class NumbersField(forms.CharField):
    """A list of whole numbers, with commas or blanks between them."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off"}
        super().__init__(max_length=200, widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return (
            ", ".join(str(number) for number in value)
            if isinstance(value, Sequence) and not isinstance(value, str)
            else value
        )

    def clean(self, value: Any) -> tuple[int, ...]:
        typed = [part for part in _SEPARATORS.split(super().clean(value)) if part]
        if len(typed) > _MAX_NUMBERS or not all(
            re.fullmatch(rf"[0-9]{{1,{_MAX_DIGITS}}}", part) for part in typed
        ):
            raise ValidationError(_("Enter numbers separated by commas, for example 50, 150, 250."))
        return tuple(int(part) for part in typed)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial) != (data or "").strip())


class EntriesField(forms.CharField):
    """Numbers of entries in an order, such as 4, 2, 7; each once."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off"}
        super().__init__(max_length=4000, widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str) or not isinstance(value, Sequence):
            return value
        return ", ".join(map(str, value))

    def clean(self, value: Any) -> tuple[int, ...]:
        typed = [part for part in _SEPARATORS.split(super().clean(value)) if part]
        if len({*typed}) < len(typed) or not all(re.fullmatch("[1-9][0-9]{0,3}", part) for part in typed):
            raise ValidationError(_("Write numbers of entries, each once, such as 4, 2, 7."))
        return tuple(map(int, typed))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial or ()) != (data or "").strip())


class PairsField(forms.CharField):
    """Pairs of numbers of entries, such as 3-7, 5-12."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off"}
        super().__init__(max_length=400, widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str) or not isinstance(value, Sequence):
            return value
        return ", ".join(f"{first}-{second}" for first, second in value)

    def clean(self, value: Any) -> tuple[tuple[int, int], ...]:
        pairs: list[tuple[int, int]] = []
        for typed in filter(None, re.split(r"[,;]+|(?<=[0-9])\s+(?=[0-9])", super().clean(value))):
            match = re.fullmatch(r"\s*([1-9][0-9]{0,3})\s*[-\u2013/]\s*([1-9][0-9]{0,3})\s*", typed)
            if match is None or match[1] == match[2]:
                raise ValidationError(_("Write two different numbers each, such as 3-7, 5-12."))
            first, second = sorted((int(match[1]), int(match[2])))
            pairs.append((first, second))
        return tuple(sorted(set(pairs)))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.prepare_value(initial or ()) != (data or "").strip())
