"""The form on which a club says whether its games outside events count for ratings."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import VerbForm


class RatedGamesForm(VerbForm):
    """Whether the games of a club outside events count for ratings."""

    counts = forms.TypedChoiceField(
        label=_lazy("Which games count for ratings"),
        widget=forms.RadioSelect,
        coerce=lambda value: value == "True",
        choices=[
            ("False", _lazy("those of events alone")),
            ("True", _lazy("those outside events too, once their score sheets are signed")),
        ],
        help_text=_lazy(
            "They count in the order of their days with the games of events. A rating is shown only of those "
            "who have agreed to it, whatever is chosen here."
        ),
    )
