"""The fields for handicaps, of the form for the settings of an event."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from tournaments.settings.fields import EventFieldsForm, WholeNumberField
from tournaments.wording.settings import HANDICAP_LABELS


class HandicapFieldsForm(EventFieldsForm):
    """With how many points weaker sides begin."""

    handicap = forms.TypedChoiceField(
        label=_lazy("Handicaps"),
        widget=forms.RadioSelect,
        coerce=int,
        choices=[(percent, label) for percent, label in HANDICAP_LABELS.items()],
        help_text=_lazy(
            "Weaker sides begin with points, by the ratings that players show or that are entered by "
            "hand. They are added to the result of a game, which is played as always."
        ),
    )
    handicap_points = WholeNumberField(
        label=_lazy("Points of a game for 100 points of rating"),
        required=False,
        min_value=1,
        help_text=_lazy("By so much a side is expected to win that is 100 points of rating stronger."),
    )
    handicap_most = WholeNumberField(
        label=_lazy("The most with which a side begins"),
        required=False,
        min_value=1,
        help_text=_lazy("However far two sides are apart."),
    )
