"""Totals of a game that are typed without its deals, or come from a sheet that was filled in elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm
from scoring import recording
from scoring.core.likely_totals import UnlikelyTotals, find_unlikely
from scoring.models import Game
from scoring.store.sheets import usual_target
from scoring.wording import labels

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_MAX_TOTAL: Final = 1_000_000
_SEPARATORS: Final = re.compile(r"[\s.,]")
# A mark of thousands has three figures behind it: “5 280,0” is not 52 800.
_WITH_SEPARATORS: Final = re.compile(r"[+\-−–]?\s*[0-9]{1,3}(?:[\s.,][0-9]{3})+")
_AFTER_SIGN: Final = re.compile(r"(?<=^[+\-−–])\s+")


def joined_figures(typed: str) -> str:
    """Return typed points without marks of thousands and with a plain minus, if that is what they are."""
    grouped = _WITH_SEPARATORS.fullmatch(typed)
    figures = _SEPARATORS.sub("", typed) if grouped else _AFTER_SIGN.sub("", typed)
    return figures.replace("−", "-").replace("–", "-")


class PointsField(forms.CharField):
    """A total, with or without separators of thousands, divisible by five, and negative with a minus."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "number"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attrs), **kwargs)

    def clean(self, value: object) -> int | None:
        typed = joined_figures(super().clean(value))
        if not typed:
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,7}", typed) or abs(int(typed)) > _MAX_TOTAL:
            raise ValidationError(_("Enter points, for example 2450 or −85."), code="no_points")
        if int(typed) % 5:
            raise ValidationError(_("Points must be divisible by five."), code="not_in_fives")
        return int(typed)


_QUESTIONS: Final[Mapping[UnlikelyTotals, _StrPromise]] = {
    UnlikelyTotals.TOO_HIGH: _lazy("A side rarely makes so many points. Is there a digit too many?"),
    UnlikelyTotals.TOO_LOW: _lazy("A side rarely loses so many points. Is there a digit too many?"),
    UnlikelyTotals.NOBODY_NEAR: _lazy("No side has come near the target. Is a digit missing?"),
    UnlikelyTotals.TOO_FEW: _lazy("In so many deals somebody makes more points. Is a digit missing?"),
    UnlikelyTotals.ALL_EQUAL: _lazy("All sides have the same total. Was one of them typed twice?"),
}


class TotalsForm(KeyedForm):
    """A total for each side of a game.

    It asks about unlikely ones, where the result slip differs, and where a sheet differs from what is stored:
    there nobody has seen the stored totals while he typed.
    """

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=30_000, required=False)
    # The totals are those of a sheet.
    sheet = forms.BooleanField(widget=forms.HiddenInput, required=False)
    sure = forms.BooleanField(label=_lazy("The totals are right as they are typed"), required=False)

    def __init__(
        self, *args: Any, game: Game, sides: Sequence[str], slip: Sequence[int] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.slip = slip
        self.initial["version"] = game.result_version
        for number, side in enumerate(sides):
            self.fields[_total_name(number)] = PointsField(label=_("Total, %(side)s") % {"side": side})
        for number, total in enumerate(game.entered_result or ()):
            self.initial[_total_name(number)] = total
        self.totals = [_total_name(number) for number in range(len(sides))]
        self.order_fields([*self.totals, "sure"])
        if not self.is_bound:
            del self.fields["sure"]
        if not self.data.get(self.add_prefix("sheet")):
            del self.fields["sheet"]

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
        if self.slip is not None and list(self.slip) != totals:
            shown = {"totals": labels.joined_totals(self.slip)}
            yield _("The result slip says %(totals)s. Which is right?") % shown
        stored = self.game.entered_result
        if self.cleaned_data.get("sheet") and stored is not None and list(stored) != totals:
            shown = {"totals": labels.joined_totals(stored)}
            yield _("The result that is stored is %(totals)s. Is it wrong?") % shown

    def result(self) -> recording.FinalResult:
        cleaned = self.cleaned_data
        return recording.FinalResult(
            totals=[cleaned[name] for name in self.totals],
            reason=cleaned.get("reason", ""),
            key=cleaned["key"],
            version=cleaned["version"] or 0,
        )


def _total_name(side: int) -> str:
    return f"total{side}"
