"""Fields that the forms of leagues share."""

from __future__ import annotations

from typing import Any, Final

from django import forms

_MAX_VERSION: Final = 2**31 - 1


def day_field(**kwargs: Any) -> forms.DateField:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **kwargs)


def time_field(**kwargs: Any) -> forms.TimeField:
    return forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), **kwargs)


def version_field() -> forms.IntegerField:
    """Return the hidden field with the version that the page has shown."""
    return forms.IntegerField(min_value=0, max_value=_MAX_VERSION, initial=0, widget=forms.HiddenInput)
