"""What people sign with: who they are, the line of the pen or the typed name, or why they do not sign.

Knows labels and what a drawing looks like when it is sent; whether somebody may sign now is known by the
verbs, whose refusals are shown here at the fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, LineField
from scoring import recording
from scoring.models import CODE_DIGITS, Game
from scoring.recording.signing import BOX
from scoring.table.forms import GameForm, PlayerField, SecretDigitsField

Strokes = list[list[list[int]]]
_SIGNED, REFUSED = "signed", "refused"
_DIGEST: Final = 64
# A drawing of the most points, each written as [600,200] with a comma.
LONGEST_DRAWING: Final = 40_000


class _PenInput(forms.HiddenInput):
    """The strokes as the page's script keeps them. What cannot be read is not given back."""

    def format_value(self, value: Any) -> str:
        return value if isinstance(value, str) and strokes_in(value) else ""


def strokes_in(text: str) -> Strokes | None:
    """The strokes of a drawing, each a list of points; None when it is something else."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return (
        read if _all_lists(read) and all(_all_lists(stroke) for stroke in read) and _points_in(read) else None
    )


def _all_lists(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, list) for each in value)


def _points_in(strokes: Strokes) -> bool:
    """Whether every point is a pair of whole numbers."""
    points = [point for stroke in strokes for point in stroke]
    return all(len(point) == len(BOX) and all(type(at) is int for at in point) for point in points)


class _PenField(forms.CharField):
    """A signature drawn with finger, mouse or pen."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=LONGEST_DRAWING, widget=_PenInput)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return []
        strokes = strokes_in(text)
        if strokes is None:
            raise ValidationError(_("This is not a signature. Sign once more."), code="no_drawing")
        return strokes


class LookedAtForm(KeyedForm):
    """A form that names what was looked at, by the hash of it."""

    digest = forms.CharField(widget=forms.HiddenInput, min_length=_DIGEST, max_length=_DIGEST)

    def __init__(self, *args: Any, digest: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["digest"] = digest

    def look_again(self, digest: str) -> ValidationError:
        """The result is another one now: the form names that one, which is looked at before it is signed."""
        self.data = {**dict(self.data.items()), "digest": digest}
        return ValidationError(
            _("The result has changed since you looked at it. Look at it once more, then sign."),
            code="changed",
        )


class SignatureForm(LookedAtForm):
    """A drawing or a typed name."""

    strokes = _PenField()
    typed = LineField(
        label=_lazy("Or type your name"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@dataclass(frozen=True, slots=True)
class MaySign:
    """Somebody who may sign on this device."""

    player: int
    side: int
    name: str


class SignForm(SignatureForm, GameForm):
    """A player signs, or says why he does not."""

    said = forms.ChoiceField(
        label=_lazy("Your word"), choices=[(_SIGNED, _lazy("Sign")), (REFUSED, _lazy("I do not sign"))]
    )
    player = PlayerField(label=_lazy("Who signs?"))
    code = SecretDigitsField(
        count=CODE_DIGITS,
        label=_lazy("Your side's four digits"),
        help_text=_lazy("From the slip that your side was given."),
    )
    reason = LineField(
        label=_lazy("Why do you not sign?"), required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, game: Game, due: Sequence[MaySign], **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        # Whoever sends twice is answered as the first time, when nobody waits for him any more.
        _offer(self, ((seat.player_id, "") for side in game.sides.all() for seat in side.seats.all()))
        self.fields["player"].widget.choices = [(str(each.player), each.name) for each in due]
        if len(due) == 1:
            self.initial["player"] = due[0].player
        if game.approval != Game.Approval.OWN_CODE:
            del self.fields["code"]

    def signed(self, side: int | None, secret: str) -> recording.Signed:
        typed = self.cleaned_data
        refuses = typed["said"] == REFUSED
        return recording.Signed(
            digest=typed["digest"],
            key=typed["key"],
            side=side,
            player=typed["player"],
            code=typed.get("code", ""),
            secret=secret,
            strokes=() if refuses else typed["strokes"],
            typed="" if refuses else typed["typed"],
            reason=typed["reason"] if refuses else "",
        )


def _offer(form: forms.Form, players: Iterable[tuple[int, str]]) -> None:
    """The players that the form understands."""
    form.fields["player"].choices = [(str(pk), name) for pk, name in players]  # type: ignore[attr-defined] # fields are typed as Field


class DirectorSignForm(SignatureForm):
    """The director's own signature."""

    def signed(self) -> recording.Signed:
        return recording.Signed(**self.cleaned_data)


class AbsentForm(LookedAtForm):
    """The director signs for a player who has gone home."""

    player = PlayerField(label=_lazy("Who has gone home?"))
    reason = LineField(
        label=_lazy("Reason"), help_text=_lazy("It stands on the protocol and in the log, under your name.")
    )

    def __init__(self, *args: Any, due: Sequence[MaySign], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = {each.player: each.side for each in due}
        _offer(self, ((each.player, each.name) for each in due))

    def signed(self) -> recording.Signed:
        typed = self.cleaned_data
        return recording.Signed(side=self.sides[typed["player"]], **typed)
