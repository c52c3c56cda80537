"""Forms of the desk of a game, one for each action.

The verbs decide whether an action is possible now; the forms show their refusals at the fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, LineField, ReasonField, VerbForm, numbered_choices, set_choices
from scoring import recording
from scoring.core.likely_totals import UnlikelyTotals, find_unlikely
from scoring.desk.fields import PhotoField, PointsField
from scoring.models import Deal, Game
from scoring.store.sheets import usual_target

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


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


_QUESTIONS: Final[Mapping[UnlikelyTotals, _StrPromise]] = {
    UnlikelyTotals.TOO_HIGH: _lazy("A side rarely makes so many points. Is there a digit too many?"),
    UnlikelyTotals.TOO_LOW: _lazy("A side rarely loses so many points. Is there a digit too many?"),
    UnlikelyTotals.NOBODY_NEAR: _lazy("No side has come near the target. Is a digit missing?"),
    UnlikelyTotals.TOO_FEW: _lazy("In so many deals somebody makes more points. Is a digit missing?"),
    UnlikelyTotals.ALL_EQUAL: _lazy("All sides have the same total. Was one of them typed twice?"),
}


class ResultForm(KeyedForm):
    """The result of a game whose deals are not known: a total for each side; asks about unlikely totals."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=30_000, required=False)
    sure = forms.BooleanField(label=_lazy("The totals are right as they are typed"), required=False)
    reason = LineField(
        label=_lazy("Reason"),
        required=False,
        help_text=_lazy("For example: the score sheet is lost. It appears in the log."),
    )

    def __init__(self, *args: Any, game: Game, sides: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.initial["version"] = game.result_version
        for number, side in enumerate(sides):
            self.fields[_total_name(number)] = PointsField(label=_("Total, %(side)s") % {"side": side})
        for number, total in enumerate(game.entered_result or ()):
            self.initial[_total_name(number)] = total
        self.totals = [_total_name(number) for number in range(len(sides))]
        self.order_fields([*self.totals, "sure", "reason"])
        if not self.is_bound:
            del self.fields["sure"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not all(isinstance(cleaned.get(name), int) for name in self.totals):
            return cleaned
        questions = list(self.questions())
        if not questions:
            del self.fields["sure"]
        elif not cleaned.get("sure"):
            self.add_error("sure", questions)
        return cleaned

    def questions(self) -> Iterator[str]:
        totals = [self.cleaned_data[name] for name in self.totals]
        for unlikely in find_unlikely(totals, usual_target(self.game), self.game.deals_agreed):
            yield str(_QUESTIONS[unlikely])

    def result(self) -> recording.FinalResult:
        cleaned = self.cleaned_data
        return recording.FinalResult(
            totals=[cleaned[name] for name in self.totals],
            reason=cleaned["reason"],
            key=cleaned["key"],
            version=cleaned["version"] or 0,
        )


class PhotoForm(VerbForm):
    """A photograph of the signed paper. The same picture is stored once."""

    image = PhotoField(
        label=_lazy("Photograph"),
        help_text=_lazy("A JPEG, PNG or WebP of at most 12 MB. Only people with a role can see it."),
    )


def _total_name(side: int) -> str:
    return f"total{side}"
