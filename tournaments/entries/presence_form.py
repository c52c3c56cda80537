"""The form that says who misses a round, by ticks or by numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import LineField, VerbForm, set_choices
from scoring.wording.labels import NameOf
from tournaments.models import Entry
from tournaments.play.names import entry_name
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
    round = forms.IntegerField(min_value=1, max_value=_MAX_ROUNDS, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=5000, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, entries: Sequence[Entry], number: int, name_of: NameOf, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {entry.number for entry in entries}
        choices = [(str(entry.number), f"{entry.number}. {entry_name(entry, name_of)}") for entry in entries]
        set_choices(self, "missing_entries", choices)
        missing = numbers_missing(entries, number)
        self.initial.update(
            missing_entries=[str(entry) for entry in missing], round=number, seen=format_numbers(missing)
        )

    def clean_numbers(self) -> str:
        text: str = self.cleaned_data["numbers"]
        words = re.findall(r"[^\s,;]+", text)
        unknown = [word for word in words if not word.isdecimal() or int(word) not in self.entries]
        if unknown:
            raise ValidationError(_("No entry has the number %(number)s.") % {"number": unknown[0][:20]})
        return " ".join(words)

    def missing(self) -> set[int]:
        ticked = {int(number) for number in self.cleaned_data["missing_entries"]}
        return ticked | {int(number) for number in self.cleaned_data["numbers"].split()}
