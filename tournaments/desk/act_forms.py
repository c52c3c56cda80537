"""Forms for the acts of a director: another result, a penalty or an award."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, LineField, ReasonField, VerbForm, numbered_choices, set_choices
from scoring.forms.paragraph_field import ParagraphField
from tournaments.models import Entry, EventAdjustment, Pairing
from tournaments.running import EventCharge, RuledResult
from tournaments.running.results import MAY_NAME_A_SIDE
from tournaments.settings.fields import explained_choice, normalize_number

_Kind = Pairing.Kind
# The kinds of a result with an explanation of each.
JUDGED_KINDS: Final = {
    _Kind.WALKOVER: _lazy(
        "One side did not come. The other wins by the walkover score agreed for the event."
    ),
    _Kind.BOTH_ABSENT: _lazy("No side came: a loss for everybody at the table."),
    _Kind.FORFEITED: _lazy(
        "One side left during the game and has lost. The other gets the walkover "
        "score, or its own lead if that is better."
    ),
    _Kind.ABANDONED: _lazy("Broken off. A loss for the side at fault, or for everybody if no side is named."),
    _Kind.BROKEN_OFF: _lazy(
        "Illness, a power cut, the hall closes. From half of the deals or of the "
        "target on, the score counts; before that, all get what a sit-out is worth. To "
        "play it later, change nothing: the round waits."
    ),
    _Kind.RULED_LOST: _lazy("The jury has ruled the game lost for one side, by the walkover margin."),
    _Kind.ADJUSTED: _lazy("The jury says how many points each side has."),
    _Kind.VOID: _lazy("No points, no difference, and no win, draw or loss for anybody."),
    _Kind.PLAYED: _lazy("What was played at the table counts."),
}
# A choice at a table of three sides: what is played counts, and one side is not there.
TWO_PLAY_ON: Final = "two_play_on"
_NO_SIDE: Final = ""
_THREE_SIDES: Final = 3
_DECIMALS: Final = 2
_MAX_POINTS: Final = 1_000_000
_DECIMALS_HINT: Final = _lazy("Points may have two decimals in this event, as in 1.5.")


def chosen_kind(pairing: Pairing) -> str:
    """Return the choice by which the result of a pairing came about."""
    if pairing.kind == _Kind.PLAYED and pairing.at_fault is not None:
        return TWO_PLAY_ON
    return _Kind.BROKEN_OFF if pairing.kind == _Kind.CUT_SHORT else pairing.kind


def result_so_far(pairing: Pairing) -> dict[str, object]:
    """Return the values of the form for what counts now."""
    return {
        "kind": chosen_kind(pairing),
        "at_fault": "" if pairing.at_fault is None else pairing.at_fault,
    }


def late_result(pairing: Pairing) -> dict[str, object]:
    """Return the values that are proposed after the late limit: a walkover, of the one side that is not
    checked in where there is one."""
    sides: dict[int, bool] = {}
    for side, state in pairing.entered.values_list("side", "entry__state"):
        sides[side] = sides.get(side, True) and state == Entry.State.PRESENT
    absent = [side for side, is_here in sorted(sides.items()) if not is_here]
    return {
        "kind": _Kind.WALKOVER,
        "at_fault": absent[0] if len(absent) == 1 else "",
        "reason": _("Not at the table at the late limit."),
    }


class _SignedNumberField(forms.IntegerField):
    """A whole number, positive or negative, in a text field."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "number"}
        super().__init__(
            min_value=-_MAX_POINTS, max_value=_MAX_POINTS, widget=forms.TextInput(attrs=attrs), **kwargs
        )

    def to_python(self, value: Any) -> int | None:
        return super().to_python(normalize_number(value))


class _SignedDecimalField(forms.DecimalField):
    """A number with two decimals at most, with a comma or a point, in a text field."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "text", "autocomplete": "off", "class": "number"}
        super().__init__(
            min_value=-_MAX_POINTS,
            max_value=_MAX_POINTS,
            decimal_places=_DECIMALS,
            widget=forms.TextInput(attrs=attrs),
            **kwargs,
        )

    def to_python(self, value: Any) -> Any:
        typed = normalize_number(value)
        return super().to_python(typed.replace(",", ".") if isinstance(typed, str) else typed)


class _HundredthsField(_SignedDecimalField):
    """Points with two decimals, which become hundredths."""

    def clean(self, value: Any) -> int | None:
        points = super().clean(value)
        return None if points is None else _in_hundredths(points)


def _in_hundredths(points: Decimal) -> int:
    return int(points.scaleb(_DECIMALS))


class _ChargeField(_SignedDecimalField):
    """A number with its sign: without one nobody knows whether it is a penalty or an award."""

    def to_python(self, value: Any) -> Any:
        typed = normalize_number(value)
        if isinstance(typed, str) and typed[:1].isdigit():
            raise ValidationError(
                _("Is it a penalty or an award? Write −%(number)s or +%(number)s."), params={"number": typed}
            )
        return super().to_python(value)


class JudgeForm(VerbForm):
    """What counts instead of a result, and why."""

    kind = forms.ChoiceField(
        label=_lazy("Which result counts?"),
        widget=forms.RadioSelect,
    )
    at_fault = forms.ChoiceField(
        label=_lazy("Which side did not come, left or has lost?"),
        widget=forms.RadioSelect,
        required=False,
        help_text=_lazy("Choose nobody if no side came or if the jury sets the points."),
    )
    reason = ReasonField()

    def __init__(self, *args: Any, sides: Sequence[str], hundredths: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds: list[tuple[str, str]] = [
            (kind.value, explained_choice(capfirst(kind.label), meaning))
            for kind, meaning in JUDGED_KINDS.items()
        ]
        if len(sides) == _THREE_SIDES:
            meaning = _(
                "One side did not come or has left. The game goes on with the other two, as two sides."
            )
            kinds.insert(0, (TWO_PLAY_ON, explained_choice(_("The other two play on"), meaning)))
        set_choices(self, "kind", kinds)
        set_choices(self, "at_fault", [(_NO_SIDE, _("nobody")), *numbered_choices(sides)])
        self.sides = len(sides)
        for number, side in enumerate(sides):
            points_field = _HundredthsField if hundredths else _SignedNumberField
            self.fields[f"points{number}"] = points_field(
                label=_("Points set by the jury, %(side)s") % {"side": side},
                required=False,
                help_text=_DECIMALS_HINT if hundredths else "",
            )
            self.fields[f"difference{number}"] = _SignedNumberField(
                label=_("Difference set by the jury, %(side)s") % {"side": side}, required=False
            )
        for name in self.numbers:
            # `clean` asks for them there; the label of a field says so.
            self.fields[name].only_for = _("only where the jury gives the points")  # type: ignore[attr-defined]
        self.order_fields(["kind", "at_fault", *self.numbers, "reason"])

    @property
    def numbers(self) -> list[str]:
        return [f"{name}{side}" for side in range(self.sides) for name in ("points", "difference")]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("kind") == _Kind.ADJUSTED:
            for name in self.numbers:
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Enter what the jury decided."))
        if cleaned.get("kind") == TWO_PLAY_ON and not cleaned.get("at_fault"):
            self.add_error("at_fault", _("Choose a side."))
        return cleaned

    def judged(self) -> RuledResult:
        cleaned = self.cleaned_data
        plays_on = cleaned["kind"] == TWO_PLAY_ON
        kind = _Kind.PLAYED if plays_on else _Kind(cleaned["kind"])
        # A side that was chosen before does not count where the kind names none.
        at_fault = cleaned["at_fault"] if plays_on or kind in MAY_NAME_A_SIDE else _NO_SIDE
        return RuledResult(
            kind=kind,
            reason=cleaned["reason"],
            at_fault=None if at_fault == _NO_SIDE else int(at_fault),
            ruled_points=tuple(self.ruled_points()) if kind is _Kind.ADJUSTED else (),
        )

    def ruled_points(self) -> Iterable[tuple[int, int]]:
        cleaned = self.cleaned_data
        return ((cleaned[f"points{side}"], cleaned[f"difference{side}"]) for side in range(self.sides))


class EventChargeForm(KeyedForm):
    """A penalty or an award in the standings."""

    entry = forms.ChoiceField(label=_lazy("Who?"))
    unit = forms.ChoiceField(
        label=_lazy("Which?"),
        widget=forms.RadioSelect,
        choices=[(unit.value, unit.label) for unit in EventAdjustment.RULED_UNITS],
        initial=EventAdjustment.Unit.POINTS,
        help_text=_lazy("It affects only the standings: no game is changed."),
    )
    amount = _ChargeField(
        label=_lazy("Amount"),
        help_text=_lazy("A penalty with a minus, as in −1; an award with a plus, as in +1."),
    )
    rule = LineField(required=False)
    reason = ReasonField()

    def __init__(
        self,
        *args: Any,
        ruleset: str,
        entries: Sequence[tuple[int, str]],
        hundredths: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rule"] = ParagraphField(ruleset)
        self.hundredths = hundredths
        if hundredths:
            self.fields["unit"].help_text = _DECIMALS_HINT
        named = [(str(number), f"{number}. {name}") for number, name in entries]
        set_choices(self, "entry", [("", "–"), *named])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        amount = cleaned.get("amount")
        if amount is not None and self.hundredths and cleaned.get("unit") == EventAdjustment.Unit.POINTS:
            cleaned["amount"] = _in_hundredths(amount)
        elif amount is not None and amount == int(amount):
            cleaned["amount"] = int(amount)
        elif amount is not None:
            self.add_error("amount", _("Write a whole number."))
        return cleaned

    def charge(self) -> EventCharge:
        cleaned = self.cleaned_data
        return EventCharge(
            entry=int(cleaned["entry"]),
            unit=EventAdjustment.Unit(cleaned["unit"]),
            amount=cleaned["amount"],
            rule=cleaned["rule"],
            reason=cleaned["reason"],
            key=cleaned["key"],
        )
