"""Forms of the desk of a game, one for each action.

The verbs decide whether an action is possible now; the forms show their refusals at the fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, LineField, ReasonField, VerbForm, numbered_choices, set_choices
from scoring import recording
from scoring.desk.fields import PhotoField
from scoring.forms.totals import TotalsForm
from scoring.models import Deal


class ConfirmForm(KeyedForm):
    """The director's confirmation of a deal; of a disputed one with the reason."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
    reason = ReasonField()

    def __init__(self, *args: Any, deal: Deal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"] = deal.version
        self.fields["reason"].required = deal.state == Deal.State.DISPUTED
        self.number = deal.number

    def approval(self) -> recording.Approval:
        return recording.Approval(number=self.number, **self.cleaned_data)


class EarlyEndForm(KeyedForm):
    """End a game before its target, with the reason."""

    kind = forms.ChoiceField(
        label=_lazy("How does the game end?"),
        widget=forms.RadioSelect,
        choices=[
            (recording.GameEnd.TIME.value, _lazy("Time is up: the higher total wins")),
            (recording.GameEnd.FORFEIT.value, _lazy("A side gives the game up: the others win")),
            (recording.GameEnd.STOPPED.value, _lazy("A side stops early: it loses, even when ahead")),
        ],
    )
    side = forms.ChoiceField(
        label=_lazy("Which side?"),
        widget=forms.RadioSelect,
        required=False,
        help_text=_lazy("When a side gives up or stops."),
    )
    reason = LineField(label=_lazy("Reason"), required=False)

    def __init__(self, *args: Any, sides: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "side", list(numbered_choices(sides)))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "kind" in cleaned and cleaned["kind"] != recording.GameEnd.TIME.value:
            if not cleaned.get("side") and "side" not in self.errors:
                self.add_error("side", _("Choose a side."))
            if not cleaned.get("reason") and "reason" not in self.errors:
                self.add_error("reason", _("Give a reason."))
        return cleaned

    def end(self) -> recording.EarlyEnd:
        kind = recording.GameEnd(self.cleaned_data["kind"])
        side = None if kind is recording.GameEnd.TIME else int(self.cleaned_data["side"])
        return recording.EarlyEnd(kind, side)


class ResultForm(TotalsForm):
    """The result of a game whose deals are not known, with a reason where a signed one is corrected."""

    reason = LineField(
        label=_lazy("Reason"),
        required=False,
        help_text=_lazy("For example: the score sheet is lost. It appears in the log."),
    )


class PhotoForm(VerbForm):
    """A photograph of the signed paper. The same picture is stored once."""

    image = PhotoField(
        label=_lazy("Photograph"),
        help_text=_lazy("A JPEG, PNG or WebP of at most 12 MB. Only people with a role can see it."),
    )
