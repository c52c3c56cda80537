"""The form that takes the order of strength from earlier results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import VerbForm
from tournaments.models import Tournament
from tournaments.running.strength import format_order
from tournaments.strength.catalogue import STRENGTH_SOURCES, StrengthSource


class StrengthForm(VerbForm):
    """One of the results from which the strength of players can be known."""

    seen = forms.CharField(required=False, max_length=20_000, widget=forms.HiddenInput)
    source = forms.ChoiceField(label=_lazy("By which results?"))

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = format_order(event.agreement.strength)
        self.groups = list(_groups(event))
        self.fields["source"].choices = self.groups  # type: ignore[attr-defined] # a choice field

    def chosen(self) -> tuple[StrengthSource, int]:
        """Return the source, and the row that was chosen of it."""
        code, row = self.cleaned_data["source"].split(":")
        return STRENGTH_SOURCES[code], int(row)


def _groups(event: Tournament) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield each source that has something to choose, with that."""
    for source in STRENGTH_SOURCES:
        choices = [(f"{source.code}:{row}", label) for row, label in source.choices(event)]
        if choices:
            yield str(source.label), choices
