"""Forms and fields that pages of every app use."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import without_control_characters
from clubs.text.alphabet import tidy

_one_line = RegexValidator(
    without_control_characters.regex,
    _lazy("Write one line, without tabs or other invisible characters."),
    code="control_characters",
)
_lines = RegexValidator(
    r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$",
    _lazy("Write without tabs or other invisible characters."),
    code="control_characters",
)


# The field that is added where somebody decides on a table at which that person plays.
NOBODY_ELSE: Final = "nobody_else"


def nobody_else_field() -> forms.BooleanField:
    return forms.BooleanField(
        label=_lazy("Nobody else was there to decide"),
        required=False,
        help_text=_lazy(
            "It is shown with the decision: on the game's page, on its score sheet and in the log."
        ),
    )


class VerbForm(forms.Form):
    """A form that shows the refusals of a verb at its fields."""

    def refuse(self, refusal: ValidationError) -> None:
        """Add a verb's error: at the field that it names, or on top if the form has no such field."""
        if not hasattr(refusal, "error_dict"):
            self.add_error(None, refusal)
            return
        for name, errors in refusal.error_dict.items():
            for error in errors:
                self.add_error(name if name in self.fields else None, error)

    def ask_nobody_else(self) -> None:
        """Ask the author, who plays at the table, whether nobody else was there to decide."""
        self.fields[NOBODY_ELSE] = nobody_else_field()

    def renew_key(self) -> None:
        """Give the form a new key, and an error that the old one was used for something else."""
        self.data = {**dict(self.data.items()), "key": str(uuid.uuid4())}
        self.add_error(
            None, _("This has already been sent with different content. Check the game, then send it again.")
        )


class KeyedForm(VerbForm):
    """A form that takes effect once, however often the device sends it."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class LineField(forms.CharField):
    """One line of text."""

    def __init__(self, *, max_length: int = 300, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, validators=[_one_line], **kwargs)

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class LinesField(forms.CharField):
    """Lines of text that everybody may read: nothing in them turns the letters around."""

    def __init__(self, *, max_length: int, rows: int, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows})
        super().__init__(max_length=max_length, widget=widget, validators=[_lines], **kwargs)

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")


class ReasonField(LineField):
    """The reason for an act."""

    def __init__(self, **kwargs: Any) -> None:
        options = {"label": _lazy("Reason"), "help_text": _lazy("It appears in the log under your name.")}
        super().__init__(**options | kwargs)


class NameField(forms.CharField):
    """One line of visible characters, normalised as the verbs normalise it."""

    def __init__(self, *, max_length: int = 100, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, validators=[without_control_characters], **kwargs)

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


class SearchForm(forms.Form):
    """A search field; an invalid search shows its error and the whole list."""

    q = forms.CharField(label=_lazy("Search"), max_length=100, required=False)
    former = forms.BooleanField(label=_lazy("Players who have left"), required=False)

    def words(self) -> str:
        return self.cleaned_data.get("q", "") if self.is_valid() else ""


class ReasonForm(VerbForm):
    """A form for an act that needs a reason."""

    reason = ReasonField()


class KeyedReasonForm(ReasonForm, KeyedForm):
    """A form with a reason that takes effect once."""


def set_choices(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    """Set the choices of a form's field."""
    form.fields[name].choices = choices  # type: ignore[attr-defined] # fields are typed as Field


def numbered_choices(names: Sequence[str]) -> Iterable[tuple[str, str]]:
    return ((str(number), name) for number, name in enumerate(names))
