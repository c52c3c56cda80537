"""What the forms of a deal share: their base class, a row of a form, and which fields may be edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from scoring.core.vocabulary import Opening
from scoring.entry.fields import TallyCountField

FieldValues = Mapping[str, str]
# The fields that are editable where only points of cards may be corrected. Melds may be added as long as they
# score the same.
_POINT_FIELDS: Final = frozenset({"meld_points", "hand_points", "paper", "way", "melds", "hand"})


class EditableFields(StrEnum):
    """Which fields of a deal may be edited now."""

    ALL = "all"
    # Only the fields that correct wrong sums of points.
    POINTS = "points"
    NOTHING = "nothing"

    def is_fixed(self, name: str) -> bool:
        """Whether a field may not be edited."""
        return self is EditableFields.NOTHING or (self is EditableFields.POINTS and name not in _POINT_FIELDS)


@dataclass(frozen=True, slots=True)
class EntrySide:
    """A side in the head of its column: its name, its total so far, and its opening requirement."""

    number: int
    name: str
    total: int
    opening: Opening | None = None


@dataclass(frozen=True, slots=True)
class DeskOptions:
    """What the form offers at the desk, where there is a keyboard and the user may be the director."""

    directs: bool = False
    # The deal was not started in Talon, so the opening requirements are copied from the paper.
    asks_openings: bool = False
    # A decision against the rules or by a ruling needs a reason.
    requires_reason: bool = False


class PartForm(forms.Form):
    """One form of the page, bound to what was sent or showing the current values."""

    # Which fields may be edited; the page sets it by user and state of the deal.
    editable = EditableFields.ALL

    def __init__(self, typed: FieldValues, *, bound: bool, prefix: str | None = None) -> None:
        super().__init__(dict(typed) if bound else None, prefix=prefix)
        self.typed = typed

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        typed = self.typed.get(self.add_prefix(field_name))
        return super().get_initial_for_field(field, field_name) if typed is None else typed

    def set_choices(self, name: str, choices: Sequence[tuple[str, object]]) -> None:
        self.fields[name].choices = list(choices)  # type: ignore[attr-defined] # fields are typed as Field

    def row(self, name: str, css_class: str = "") -> FormRow:
        return FormRow(self[name], css_class, self.editable.is_fixed(name))


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row of a form. A fixed one is shown as text and sent along unchanged."""

    field: forms.BoundField
    # Hides a field of the tally while the side is written by its cards, and the other way round.
    css_class: str = ""
    is_fixed: bool = False
    # A fixed field of the tally of a side written by its cards, or the other way round: sent along but not
    # shown.
    is_ignored: bool = False

    @property
    def is_count(self) -> bool:
        """Whether it counts something, so that a thumb counts up and down beside it."""
        return isinstance(self.field.field, TallyCountField)

    @property
    def letter(self) -> str:
        return str(self.field.field.widget.attrs.get("data-letter", ""))

    @property
    def text(self) -> str:
        """The value as text; empty where there is none."""
        value = "" if self.is_ignored else self.field.value()
        choices = getattr(self.field.field, "choices", None)
        if choices is not None:
            return next((str(label) for choice, label in choices if choice and str(choice) == str(value)), "")
        if isinstance(self.field.field, forms.BooleanField):
            return _("yes") if value and value != "False" else ""
        return str(value or "")
