"""The forms for signing a game: a drawn or typed name, a refusal, the director for an absent player."""

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
from scoring.desk.fields import PhotoField
from scoring.models import CODE_DIGITS, Game
from scoring.recording.signing import SIGNATURE_BOX
from scoring.table.forms import GameForm, SeatedPlayerField, SecretDigitsField

_StrokeList = list[list[list[int]]]
_SIGNED, REFUSED = "signed", "refused"
_DIGEST_LENGTH: Final = 64
# A drawing of the most points, each written as [600,200] with a comma.
MAX_DRAWING_LENGTH: Final = 40_000


class _PenInput(forms.HiddenInput):
    """The strokes as the page's script keeps them; an invalid value is not shown again."""

    def format_value(self, value: Any) -> str:
        return value if isinstance(value, str) and parse_strokes(value) else ""


def parse_strokes(text: str) -> _StrokeList | None:
    """Return the strokes of a drawing, each a list of points; None if the text is none."""
    try:
        strokes = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_drawing = _all_lists(strokes) and all(_all_lists(stroke) for stroke in strokes)
    return strokes if is_drawing and _are_points_valid(strokes) else None


def _all_lists(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, list) for item in value)


def _are_points_valid(strokes: _StrokeList) -> bool:
    """Return whether every point is a pair of integers."""
    points = [point for stroke in strokes for point in stroke]
    return all(
        len(point) == len(SIGNATURE_BOX) and all(type(coordinate) is int for coordinate in point)
        for point in points
    )


class _PenField(forms.CharField):
    """A signature drawn with finger, mouse or pen."""

    def __init__(self) -> None:
        super().__init__(required=False, max_length=MAX_DRAWING_LENGTH, widget=_PenInput)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return []
        strokes = parse_strokes(text)
        if strokes is None:
            raise ValidationError(_("This is not a signature. Sign once more."), code="no_drawing")
        return strokes


class DigestForm(KeyedForm):
    """A form that names the protocol that its user has seen, by its hash."""

    digest = forms.CharField(widget=forms.HiddenInput, min_length=_DIGEST_LENGTH, max_length=_DIGEST_LENGTH)

    def __init__(self, *args: Any, digest: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["digest"] = digest

    def renew_digest(self, digest: str) -> ValidationError:
        """Name the changed protocol from now on; return the error that asks to look at it once more."""
        self.data = {**dict(self.data.items()), "digest": digest}
        return ValidationError(
            _("The result has changed since you last saw it. Check it again, then sign."),
            code="changed",
        )


class SignatureForm(DigestForm):
    """A drawing or a typed name."""

    strokes = _PenField()
    typed = LineField(
        label=_lazy("Or type your name"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@dataclass(frozen=True, slots=True)
class EligibleSigner:
    """A player who may sign on this device."""

    player: int
    side: int
    name: str


class PlayerSignForm(SignatureForm, GameForm):
    """A player's signature or refusal."""

    said = forms.ChoiceField(
        label=_lazy("Your answer"), choices=[(_SIGNED, _lazy("Sign")), (REFUSED, _lazy("I will not sign"))]
    )
    player = SeatedPlayerField(label=_lazy("Who signs?"))
    code = SecretDigitsField(
        count=CODE_DIGITS,
        label=_lazy("Your side's four-digit code"),
        help_text=_lazy("It is on the slip your side was given."),
    )
    reason = LineField(
        label=_lazy("Why will you not sign?"),
        required=False,
        help_text=_lazy("The staff read it. The public page says only that a reason was given."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, game: Game, signers: Sequence[EligibleSigner], **kwargs: Any) -> None:
        super().__init__(*args, game=game, **kwargs)
        # All players are valid: a repeated submission is answered as the first, after which nobody is due.
        _set_players(self, ((seat.player_id, "") for side in game.sides.all() for seat in side.seats.all()))
        self.fields["player"].widget.choices = [(str(signer.player), signer.name) for signer in signers]
        if len(signers) == 1:
            self.initial["player"] = signers[0].player
        if game.approval != Game.Approval.OWN_CODE:
            del self.fields["code"]

    def signature_input(self, side: int | None, secret: str) -> recording.SignatureInput:
        cleaned = self.cleaned_data
        refuses = cleaned["said"] == REFUSED
        return recording.SignatureInput(
            digest=cleaned["digest"],
            key=cleaned["key"],
            side=side,
            player=cleaned["player"],
            code=cleaned.get("code", ""),
            secret=secret,
            strokes=() if refuses else cleaned["strokes"],
            typed="" if refuses else cleaned["typed"],
            reason=cleaned["reason"] if refuses else "",
        )


def _set_players(form: forms.Form, players: Iterable[tuple[int, str]]) -> None:
    """Set the players that are valid choices of the form."""
    form.fields["player"].choices = [(str(pk), name) for pk, name in players]  # type: ignore[attr-defined] # fields are typed as Field


class DirectorSignForm(SignatureForm):
    """The director's own signature."""

    def signature_input(self) -> recording.SignatureInput:
        return recording.SignatureInput(**self.cleaned_data)


class OnPaperForm(DigestForm):
    """The director has seen the signed sheet, and may keep a photograph of it."""

    image = PhotoField(
        label=_lazy("Photograph of the sheet, if you want to keep one"),
        required=False,
        help_text=_lazy("A JPEG, PNG or WebP of at most 12 MB. Only people with a role can see it."),
    )


class AbsentSignForm(DigestForm):
    """The director's signature for a player who has gone home."""

    player = SeatedPlayerField(label=_lazy("Who has gone home?"))
    reason = LineField(
        label=_lazy("Reason"),
        help_text=_lazy("It appears on the score sheet and in the log, under your name."),
    )

    def __init__(self, *args: Any, signers: Sequence[EligibleSigner], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = {signer.player: signer.side for signer in signers}
        _set_players(self, ((signer.player, signer.name) for signer in signers))

    def signature_input(self) -> recording.SignatureInput:
        cleaned = self.cleaned_data
        return recording.SignatureInput(side=self.sides[cleaned["player"]], **cleaned)
