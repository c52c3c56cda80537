"""Forms for proofreading a game and reviewing its warnings. The verbs decide whether that is possible now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from clubs.web.forms import KeyedForm
from scoring import recording
from scoring.forms.totals import PointsField


class ReadBackForm(KeyedForm):
    """The read-back of the protocol shown, identified by its digest."""

    digest = forms.CharField(widget=forms.HiddenInput, min_length=64, max_length=64)


class SlipForm(KeyedForm):
    """The totals on a result slip."""

    def __init__(self, *args: Any, sides: Sequence[str], autofocus: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.totals = [f"total{side}" for side in range(len(sides))]
        for name, side in zip(self.totals, sides, strict=True):
            self.fields[name] = PointsField(label=side)
        if autofocus:
            self.fields[self.totals[0]].widget.attrs["autofocus"] = True

    def slip(self) -> recording.SlipTotals:
        totals = [self.cleaned_data[name] for name in self.totals]
        return recording.SlipTotals(totals=totals, key=self.cleaned_data["key"])


class LookForm(KeyedForm):
    """The review of the warnings of a deal in the version shown."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
