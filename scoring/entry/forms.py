"""The forms beside the columns of a deal: how it ended, who writes it down, and the director's decision.

The rule set alone determines which fields there are.
"""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import LineField
from scoring.core.ruleset import RuleSet
from scoring.core.vocabulary import DealEnding
from scoring.entry import keys
from scoring.entry.parts import DeskOptions, EntrySide, FieldValues, FormRow, PartForm
from scoring.models import CODE_DIGITS
from scoring.table.forms import SecretDigitsField
from scoring.wording import labels

_STOCK, _CLOCK = "stock", "clock"


class EndForm(PartForm):
    """How the deal ended; with the hidden key, number and version of the submission."""

    ended = forms.ChoiceField(label=_lazy("How did the deal end?"), widget=keys.ChoiceButtons)
    concealed = forms.BooleanField(label=labels.COMMON_LINE_NAMES["concealed"], required=False)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=999)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=999)
    game = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        typed: FieldValues,
        *,
        bound: bool,
        sides: Sequence[EntrySide],
        rules: RuleSet,
        game: int | None,
        desk: DeskOptions | None = None,
    ) -> None:
        super().__init__(typed, bound=bound)
        self.current_game = game
        out = [(f"out-{side.number}", _lazy("%(side)s went out") % {"side": side.name}) for side in sides]
        others = [(_STOCK, _lazy("The stock ran out")), (_CLOCK, _lazy("Time ran out"))]
        self.set_choices("ended", [*out, *others])
        if rules.concealed is None:
            del self.fields["concealed"]
        if game is None:
            del self.fields["game"]
        if desk is not None:
            self.assign_keys([value for value, _label in out])

    def assign_keys(self, out: Sequence[str]) -> None:
        """At the desk a digit picks how the deal ended."""
        digits = keys.number_choices([*out, _STOCK, _CLOCK])
        digits[_STOCK] += keys.ZERO
        self.fields["ended"].widget.digits = digits
        if "concealed" in self.fields:
            letter = keys.assign_letters({"concealed": str(self.fields["concealed"].label)})
            keys.set_letter(self.fields["concealed"], letter.get("concealed", ""))

    @property
    def rows(self) -> list[FormRow]:
        return [self.row(name) for name in ("ended", "concealed") if name in self.fields]

    def clean_game(self) -> int | None:
        """Refuse what was typed for an earlier game of the table."""
        game: int | None = self.cleaned_data["game"]
        if game is not None and game != self.current_game:
            raise ValidationError(
                _lazy("A different game is now being played at this table."), code="other_game"
            )
        return game

    @property
    def out(self) -> int | None:
        """The side that went out; None where no side did."""
        how, _dash, side = str(self.cleaned_data.get("ended") or "").partition("-")
        return int(side) if how == DealEnding.OUT else None

    @property
    def how(self) -> str:
        """How the deal ended; an unanswered question counts as stopped by time."""
        return str(self.cleaned_data.get("ended") or DealEnding.CLOCK).partition("-")[0]


class WriterForm(PartForm):
    """The player who writes; the protocol belongs to that player's side."""

    player = forms.ChoiceField(label=_lazy("Who is recording this?"))
    # Where a side hands in its own protocol and has digits that prove it is that side.
    code = SecretDigitsField(
        count=CODE_DIGITS,
        label=_lazy("Your side's four-digit code"),
        help_text=_lazy("It is on the slip your side was given."),
    )

    def __init__(
        self, typed: FieldValues, *, bound: bool, writers: Sequence[tuple[int, str]], asks_code: bool
    ) -> None:
        super().__init__(typed, bound=bound)
        if not asks_code:
            del self.fields["code"]
        self.set_choices("player", [("", "—"), *((str(pk), name) for pk, name in writers)])


class DecisionForm(PartForm):
    """The reason for a correction, the other side's consent, and the director's decision."""

    reason = LineField(label=_lazy("Why is it being changed?"), required=False)
    consent = forms.BooleanField(label=_lazy("The other side agrees to this correction."), required=False)
    override = forms.BooleanField(
        label=_lazy("Record it all the same, as the director's decision."), required=False
    )

    def __init__(self, typed: FieldValues, *, bound: bool, amends: bool, desk: DeskOptions | None) -> None:
        super().__init__(typed, bound=bound)
        self.fields["reason"].required = desk is not None and desk.requires_reason
        # A preview needs no reason yet.
        self.is_preview = False
        if not amends:
            self.fields["reason"].label = _lazy("Why does the director decide this way?")
            del self.fields["consent"]
        if desk is None or not desk.directs:
            del self.fields["override"]

    def clean(self) -> None:
        decides = self.cleaned_data.get("override") and not self.is_preview
        if decides and not self.cleaned_data.get("reason") and not self.has_error("reason"):
            self.add_error("reason", _lazy("Give a reason."))

    @property
    def overrides(self) -> bool:
        """Whether the director's decision is ticked or has an error, and so must be visible."""
        return "override" in self.fields and bool(self["override"].value() or self["override"].errors)
