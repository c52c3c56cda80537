"""What is sent by somebody who checks a game: it was read back, what its slip says, a deal was looked at.

Knows labels and fields; whether the game lets it happen is known by the verbs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from clubs.web.forms import KeyedForm
from scoring import recording
from scoring.desk.fields import PointsField


class ReadBackForm(KeyedForm):
    """The protocol was read back: the one that was shown, by its hash."""

    digest = forms.CharField(widget=forms.HiddenInput, min_length=64, max_length=64)


class SlipForm(KeyedForm):
    """What the result slip says: each side's total."""

    def __init__(self, *args: Any, sides: Sequence[str], at_hand: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.totals = [f"total{side}" for side in range(len(sides))]
        for name, side in zip(self.totals, sides, strict=True):
            self.fields[name] = PointsField(label=side)
        if at_hand:
            self.fields[self.totals[0]].widget.attrs["autofocus"] = True

    def slip(self) -> recording.SlipTotals:
        totals = [self.cleaned_data[name] for name in self.totals]
        return recording.SlipTotals(totals=totals, key=self.cleaned_data["key"])


class LookForm(KeyedForm):
    """Somebody in charge has looked at a deal as it was shown."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
