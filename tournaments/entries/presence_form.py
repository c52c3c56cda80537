"""The forms that say who misses a round and who is here, by ticks or by numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.names import NameOf
from clubs.web.forms import LineField, VerbForm, set_choices
from tournaments.models import Entry
from tournaments.play.names import entry_name
from tournaments.running.here import numbers_here
from tournaments.running.presence import format_numbers, numbers_missing

_MAX_ROUNDS: Final = 32_767


class PresenceForm(VerbForm):
    """The entries that miss a round."""

    missing_entries = forms.MultipleChoiceField(
        label=_lazy("Misses the round"), required=False, widget=forms.CheckboxSelectMultiple
    )
    numbers = LineField(
        label=_lazy("Or by their numbers"),
        help_text=_lazy("As in “3 7 12”. They are added to those who are ticked."),
        required=False,
        max_length=1000,
    )
    not_here = forms.BooleanField(
        label=_lazy("Who is not checked in misses it too"),
        help_text=_lazy("For a new check-in before each round."),
        required=False,
    )
    round = forms.IntegerField(min_value=1, max_value=_MAX_ROUNDS, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=5000, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, entries: Sequence[Entry], number: int, name_of: NameOf, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {entry.number for entry in entries}
        self.here = set(numbers_here(entries))
        choices = [(str(entry.number), f"{entry.number}. {entry_name(entry, name_of)}") for entry in entries]
        set_choices(self, "missing_entries", choices)
        missing = numbers_missing(entries, number)
        self.initial.update(
            missing_entries=[str(entry) for entry in missing], round=number, seen=format_numbers(missing)
        )

    def clean_numbers(self) -> str:
        return read_numbers(self.cleaned_data["numbers"], self.entries)

    def missing(self) -> set[int]:
        ticked = {int(number) for number in self.cleaned_data["missing_entries"]}
        absent = self.entries - self.here if self.cleaned_data["not_here"] else set()
        return ticked | absent | {int(number) for number in self.cleaned_data["numbers"].split()}


class HereForm(VerbForm):
    """The numbers of those who are here, as many as are typed or pasted."""

    numbers = forms.CharField(
        label=_lazy("Numbers of those who are here"),
        help_text=_lazy("As in “1 2 5-9”, with commas or one a line. Leave it empty to start again."),
        widget=forms.Textarea(attrs={"rows": 4, "inputmode": "numeric", "spellcheck": "false"}),
        required=False,
        max_length=5000,
    )
    alone = forms.BooleanField(
        label=_lazy("Nobody else is here"),
        help_text=_lazy("Without this the others stay as they are."),
        required=False,
    )
    seen = forms.CharField(required=False, max_length=5000, widget=forms.HiddenInput)

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {entry.number for entry in entries}
        self.were = numbers_here(entries)
        self.initial["seen"] = format_numbers(self.were)

    def clean_numbers(self) -> str:
        return read_numbers(self.cleaned_data["numbers"], self.entries)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not cleaned["numbers"] and not cleaned["alone"]:
            self.add_error("numbers", _("Write the numbers, or say that nobody is here."))
        return cleaned

    def here(self) -> set[int]:
        typed = {int(number) for number in self.cleaned_data["numbers"].split()}
        return typed if self.cleaned_data["alone"] else {*self.were, *typed}


def read_numbers(text: str, entries: Collection[int]) -> str:
    """Return the numbers of a list such as “1, 3 5-7”, with blanks between; refuses those of no entry."""
    numbers: list[int] = []
    for word in re.findall(r"[^\s,;]+", text):
        first, dash, last = word.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise _no_entry(word)
        span = range(int(first), int(last or first) + 1)
        if len(span) > _MAX_ROUNDS or not span or not {*span} <= {*entries}:
            raise _no_entry(word)
        numbers += span
    return " ".join(map(str, numbers))


def _no_entry(number: str) -> ValidationError:
    return ValidationError(_("No entry has the number %(number)s.") % {"number": number[:20]})
