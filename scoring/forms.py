"""A deal typed from a paper protocol, as a tally: one column for each side.

Knows the fields of a protocol and where each problem belongs; must not know how a deal is scored.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from clubs.books import Value
from scoring import reading, words
from scoring.core.problem import Problem
from scoring.models import Game
from scoring.problem_words import problem_sentence

LARGEST_NUMBER = 100_000
SUM = re.compile(r"\s*\d{1,6}(\s*\+\s*\d{1,6}){0,30}\s*\+?\s*")


class SumField(forms.CharField):
    """A number, or a sum as people jot it down: 15+20+60. Empty is nothing, so 0."""

    def __init__(self, label: str) -> None:
        attrs = {"inputmode": "tel", "autocomplete": "off", "class": "number"}
        super().__init__(required=False, max_length=200, widget=forms.TextInput(attrs=attrs), label=label)

    def clean(self, value: object) -> int:
        typed = super().clean(value)
        if not typed:
            return 0
        if not SUM.fullmatch(typed):
            raise ValidationError(_("Write a number, or a sum such as 15+20+60."), code="not_a_sum")
        return sum(int(part) for part in typed.split("+") if part.strip())


class CountField(forms.IntegerField):
    """How many: empty is none."""

    def __init__(self, label: str) -> None:
        attrs = {"inputmode": "numeric", "autocomplete": "off", "class": "number"}
        super().__init__(
            label=label, required=False, min_value=0, max_value=99, widget=forms.TextInput(attrs=attrs)
        )

    def clean(self, value: object) -> int:
        return super().clean(value) or 0


class EndForm(forms.Form):
    """How the deal ended. The key and the deal's number travel with what is typed."""

    ended = forms.ChoiceField(label=_("How did the deal end?"), widget=forms.RadioSelect)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=999)
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None, *, number: int, sides: Sequence[str]) -> None:
        super().__init__(data, initial={"number": number, "key": uuid.uuid4()})
        out = [(f"out-{at}", _("%(side)s went out") % {"side": name}) for at, name in enumerate(sides)]
        others = [("stock", _("The stock ran out")), ("clock", _("Time stopped the deal"))]
        self.fields["ended"].choices = [*out, *others]  # type: ignore[attr-defined] # fields are typed as Field


@dataclass(frozen=True, slots=True)
class Column:
    """A side as the head of its column says it: who it is, and what it has so far."""

    name: str
    total: int


class TallyForm(forms.Form):
    """One side's column: combinations by class, threes, points, penalties. Its heading is the side's name."""

    def __init__(
        self, data: QueryDict | None, *, number: int, side: Column, blank: reading.BlankTally
    ) -> None:
        super().__init__(data, prefix=f"side{number}")
        self.heading, self.total = side.name, side.total
        self.blank = blank
        for code in blank.combinations:
            self.fields[f"combination_{code}"] = CountField(words.line_name(blank.ruleset, code))
        self.fields["red_threes"] = CountField(words.line_name(blank.ruleset, "red_threes"))
        self.fields["meld_points"] = SumField(words.line_name(blank.ruleset, "melded_cards"))
        self.fields["hand_points"] = SumField(words.line_name(blank.ruleset, "hand_cards"))
        for field, label in words.threes_in_hand():
            self.fields[field] = CountField(label)
        for code in blank.penalties:
            self.fields[f"penalty_{code}"] = CountField(words.line_name(blank.ruleset, code))

    @property
    def figures(self) -> list[forms.BoundField]:
        """What every column asks for."""
        return [field for field in self if not field.name.startswith("penalty_")]

    @property
    def penalties(self) -> list[forms.BoundField]:
        """What is rare, and stands by itself."""
        return [field for field in self if field.name.startswith("penalty_")]

    @property
    def is_penalised(self) -> bool:
        """Whether a penalty has been typed, or is wrong: then it must be seen."""
        return any(field.value() or field.errors for field in self.penalties)

    def hand(self, went_out: bool) -> dict[str, Value]:
        """This column as the data of a hand."""
        typed = self.cleaned_data
        return {
            "tally": {
                "combinations": self.counted("combination_"),
                **{name: typed[name] for name in ("meld_points", "hand_points", *THREES_IN_HAND)},
            },
            "red_threes": typed["red_threes"],
            "penalties": self.counted("penalty_"),
            "went_out": went_out,
        }

    def counted(self, start: str) -> dict[str, Value]:
        counts = self.cleaned_data.items()
        return {name.removeprefix(start): count for name, count in counts if name.startswith(start) and count}


THREES_IN_HAND = ("hand_red_threes", "hand_black_threes")


@dataclass(frozen=True, slots=True)
class DealEntry:
    """The forms of one deal: how it ended, and a column for each side."""

    end: EndForm
    columns: tuple[TallyForm, ...]

    @property
    def parts(self) -> tuple[forms.Form, ...]:
        return (self.end, *self.columns)

    def is_valid(self) -> bool:
        # Every column is read, so that all mistakes are shown at once.
        readings = [form.is_valid() for form in self.parts]
        return all(readings)

    def body(self) -> dict[str, Value]:
        """What was typed, as the data of a deal."""
        ended, _dash, side = str(self.end.cleaned_data["ended"]).partition("-")
        hands = [column.hand(str(at) == side) for at, column in enumerate(self.columns)]
        return {"ended": ended, "hands": list(hands)}

    def show(self, problems: Sequence[Problem]) -> None:
        """Put each problem at the field it belongs to, or on top where it belongs to none."""
        for problem in problems:
            form, field = self.place_of(problem)
            form.add_error(field, problem_sentence(problem))

    def place_of(self, problem: Problem) -> tuple[forms.Form, str | None]:
        if problem.side is None:
            return self.end, None
        column = self.columns[problem.side]
        name = (problem.where or "").rpartition(".")[2]
        matching = [field for field in column.fields if field == name or field.endswith(f"_{name}")]
        return column, matching[0] if matching else None


def deal_entry(game: Game, number: int, sides: Sequence[Column], data: QueryDict | None = None) -> DealEntry:
    blank = reading.blank_tally(game.ruleset, game.edition)
    columns = tuple(TallyForm(data, number=at, side=side, blank=blank) for at, side in enumerate(sides))
    return DealEntry(EndForm(data, number=number, sides=[side.name for side in sides]), columns)
