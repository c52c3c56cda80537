"""The form with which the director charges a side points or awards it some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, ReasonField, numbered_choices, set_choices
from scoring import recording
from scoring.forms.paragraph_field import ParagraphField
from scoring.models import Game
from scoring.rulings.charges import penalty_reasons
from scoring.store import sheets
from scoring.wording import labels

_WHOLE_GAME = "game"
_CHARGED, _CREDITED = "charged", "credited"


class AdjustmentForm(KeyedForm):
    """A penalty or an award: one of the rules' own, or the director's points with paragraph and reason."""

    level = forms.ChoiceField(
        label=_lazy("Applies to"),
        help_text=_lazy(
            "On a deal it counts in the running total. On the game it changes only the "
            "result: not the running totals, the opening requirements or whether the "
            "target is reached."
        ),
    )
    side = forms.ChoiceField(label=_lazy("Side"), widget=forms.RadioSelect)
    penalties = forms.MultipleChoiceField(
        label=_lazy("Faults committed in one act"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_lazy("Penalties in the rules: points and paragraph are filled in for you."),
    )
    sign = forms.ChoiceField(
        label=_lazy("Points you set yourself"),
        widget=forms.RadioSelect,
        initial=_CHARGED,
        choices=[
            (_CHARGED, _lazy("penalty: the points are taken away")),
            (_CREDITED, _lazy("award: they are added")),
        ],
    )
    points = forms.IntegerField(
        label=_lazy("How many points"),
        required=False,
        min_value=5,
        max_value=100_000,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "number"}),
    )
    # Its paragraphs are those of the game.
    rule = forms.CharField(label=_lazy("Paragraph"), required=False)
    reason = ReasonField(
        required=False,
        help_text=_lazy("Required if you set the points yourself. It appears in the log under your name."),
    )

    def __init__(
        self, *args: Any, game: Game, sides: Sequence[str], deals: Iterable[int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.fields["rule"] = ParagraphField(game.ruleset)
        numbered = [(str(number), _("Deal %(number)s") % {"number": number}) for number in deals]
        set_choices(self, "level", [(_WHOLE_GAME, _("the whole game")), *numbered])
        set_choices(self, "side", list(numbered_choices(sides)))
        penalties = [
            (penalty.code, labels.penalty_offer(game.ruleset, penalty))
            for penalty in sheets.rules_of_game(game).penalties
        ]
        set_choices(self, "penalties", penalties)
        if not penalties:
            del self.fields["penalties"]

    def chosen_penalties(self) -> list[str]:
        """Return the penalties that are ticked now, whether or not the form is valid."""
        return list(self["penalties"].value() or []) if "penalties" in self.fields else []

    @property
    def shows_own_points(self) -> bool:
        """Return whether the director's own points have a value or an error, and so must be seen."""
        fields = (self[name] for name in ("sign", "points", "rule"))
        return "penalties" not in self.fields or any(
            field.errors or (field.value() and field.name != "sign") for field in fields
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned.setdefault("penalties", [])
        if cleaned["penalties"]:
            if cleaned.get("points"):
                self.add_error("points", _("Either a penalty from the rules or points you set yourself."))
            return cleaned
        for name in ("points", "reason"):
            if not cleaned.get(name) and name not in self.errors:
                self.add_error(name, _("Required if you set the points yourself."))
        return cleaned

    @property
    def deal(self) -> int | None:
        """The number of the deal that it belongs to; None for the whole game."""
        level: str = self.cleaned_data["level"]
        return None if level == _WHOLE_GAME else int(level)

    def infringement(self) -> recording.Infringement:
        """Return the penalties of one act; they need no other reason."""
        cleaned = self.cleaned_data
        return recording.Infringement(
            side=int(cleaned["side"]),
            reasons=penalty_reasons(self.game, cleaned["penalties"], cleaned["reason"]),
            deal=self.deal,
            key=cleaned["key"],
        )

    def charge(self) -> recording.Charge:
        """Return the director's own points."""
        cleaned = self.cleaned_data
        points = cleaned["points"]
        return recording.Charge(
            side=int(cleaned["side"]),
            points=points if cleaned["sign"] == _CREDITED else -points,
            rule=cleaned["rule"],
            reason=cleaned["reason"],
            deal=self.deal,
            key=cleaned["key"],
        )
