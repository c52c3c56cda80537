"""What the forms of a deal share: a part of the page, a line of it, and what of it may be written now.

Knows how a form holds what was typed; must not know a field of any part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from scoring.core.rulesets.base import Opening

Typed = Mapping[str, str]
# What may be written where points of cards alone may be corrected. Melds may be added as long as they score
# the same.
_POINTS: Final = frozenset({"meld_points", "hand_points", "paper", "way", "melds", "hand"})


class Mending(StrEnum):
    """What of a deal may be written now."""

    ALL = "all"
    # Points added up wrongly, and nothing else.
    POINTS = "points"
    NOTHING = "nothing"

    def fixes(self, name: str) -> bool:
        """Whether a field stands as it is."""
        return self is Mending.NOTHING or (self is Mending.POINTS and name not in _POINTS)


@dataclass(frozen=True, slots=True)
class Side:
    """A side as the head of its column says it: who it is, what it has so far, and what it opens with."""

    number: int
    name: str
    total: int
    opening: Opening | None = None


@dataclass(frozen=True, slots=True)
class AtDesk:
    """The form has a keyboard, and whoever sits at it may be the director."""

    directs: bool = False
    # Nobody has said yet what was needed to open: the paper says it.
    asks_openings: bool = False
    # Why must be said: something is decided against the rules, or by a ruling.
    asks_why: bool = False


class Part(forms.Form):
    """One form of the page: bound to what was sent, or showing what stands there so far."""

    # What of it may be written; the page says so once it knows by whom and when.
    mending = Mending.ALL

    def __init__(self, typed: Typed, *, bound: bool, prefix: str | None = None) -> None:
        super().__init__(dict(typed) if bound else None, prefix=prefix)
        self.typed = typed

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        typed = self.typed.get(self.add_prefix(field_name))
        return super().get_initial_for_field(field, field_name) if typed is None else typed

    def choose(self, name: str, choices: Sequence[tuple[str, object]]) -> None:
        self.fields[name].choices = list(choices)  # type: ignore[attr-defined] # fields are typed as Field

    def row(self, name: str, by: str = "") -> Row:
        return Row(self[name], by, self.mending.fixes(name))


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form. One that stands as it is, is read and not written."""

    field: forms.BoundField
    # Whether it is asked for of a side by tally or by cards alone.
    by: str = ""
    fixed: bool = False
    # Of the other way of writing: it travels along and says nothing.
    unread: bool = False

    @property
    def letter(self) -> str:
        return str(self.field.field.widget.attrs.get("data-letter", ""))

    @property
    def text(self) -> str:
        """What stands there, for reading; nothing where nothing does."""
        value = "" if self.unread else self.field.value()
        choices = getattr(self.field.field, "choices", None)
        if choices is not None:
            return next((str(label) for each, label in choices if each and str(each) == str(value)), "")
        if isinstance(self.field.field, forms.BooleanField):
            return _("yes") if value and value != "False" else ""
        return str(value or "")
