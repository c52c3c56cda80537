"""What is typed about a ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.text.alphabet import tidy
from clubs.web.forms import LinesField, set_choices
from tournaments.core.cash import read_amount
from tournaments.core.ranking import MAX_WEIGHT, MAX_YEARS, Grade, LicenceRule, RankingRules
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.models import Tournament
from tournaments.rankings.changing import RankingPlan
from tournaments.series.forms import CountingForm, WholeField, event_choices, numbers_of
from tournaments.series.words import figure

_MAX_GRADES_TEXT: Final = 1_000
_COUNTED: Final = (
    (CountedEvenings.ALL.value, _lazy("all events")),
    (CountedEvenings.BEST.value, _lazy("the best events, as many as written below")),
)
_LICENCES: Final = (
    (LicenceRule.FREE.value, _lazy("no licence is needed")),
    (LicenceRule.POINTS.value, _lazy("only days with a valid licence give points")),
    (LicenceRule.PLACE.value, _lazy("a place needs a valid licence on the day of the list")),
)


class WeightField(forms.IntegerField):
    """A weight in per cent."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.NumberInput(attrs={"inputmode": "numeric", "class": "number"})
        super().__init__(min_value=0, max_value=MAX_WEIGHT, widget=widget, **kwargs)


class WeightsField(forms.CharField):
    """The weights of the years, with blanks between them."""

    def clean(self, value: Any) -> Any:
        words = super().clean(value).replace("%", " ").replace(",", " ").split()
        if not words or not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
            raise ValidationError(_("Write weights with blanks between them, such as 100 50."))
        return tuple(map(int, words))

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(str, value)) if isinstance(value, tuple) else value


class GradesField(LinesField):
    """Titles, a line each: the points, then the name."""

    def clean(self, value: Any) -> Any:
        return tuple(self._grade(line) for line in super().clean(value).split("\n") if line.strip())

    def _grade(self, line: str) -> Grade:
        least, _blank, name = line.strip().partition(" ")
        points = read_amount(least)
        if points is None or not tidy(name):
            raise ValidationError(_("Write a line for each title: the points, then its name."))
        return Grade(points, tidy(name))

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return "\n".join(f"{figure(grade.least)} {grade.name}" for grade in value)
        return value


class RankingForm(CountingForm):
    """A ranking: its years, the weights of its events, and which of them count."""

    years = WeightsField(
        label=_lazy("Weights of the years in per cent, the latest first"),
        max_length=MAX_YEARS * 5,
        help_text=_lazy("With blanks between them: 100 50 for two years"),
    )
    rolling = forms.BooleanField(
        label=_lazy("Years go back from the day of the list"),
        required=False,
        help_text=_lazy("Otherwise they begin with the month below."),
    )
    first_month = forms.TypedChoiceField(label=_lazy("First month of a year"), coerce=int)
    championship = WeightField(label=_lazy("Weight of championships in per cent"))
    own = WeightField(
        label=_lazy("Weight of own events in per cent"),
        help_text=_lazy("Those of the federation itself, or of the club whose ranking it is."),
    )
    club = WeightField(label=_lazy("Weight of the events of its clubs in per cent"))
    counted = forms.ChoiceField(
        label=_lazy("Which events of a year count"), choices=_COUNTED, widget=forms.RadioSelect
    )
    how_many = WholeField(label=_lazy("How many events of a year"))
    minimum = WholeField(
        label=_lazy("Events needed for a place"),
        help_text=_lazy("Anyone who has played fewer is listed below, without a place."),
    )
    licence = forms.ChoiceField(label=_lazy("Licence"), choices=_LICENCES, widget=forms.RadioSelect)
    grades = GradesField(
        label=_lazy("Titles"),
        required=False,
        max_length=_MAX_GRADES_TEXT,
        rows=4,
        help_text=_lazy("A line for each: the points, then the name, such as 500 Master."),
    )
    championships = forms.TypedMultipleChoiceField(
        label=_lazy("Championships"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    left_out = forms.TypedMultipleChoiceField(
        label=_lazy("Events that do not count"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )
    field_order = ("key", "version", "name", "public", "years", "rolling", "first_month")

    def __init__(self, *args: Any, events: Sequence[Tournament], of: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "first_month", [(str(number), str(name)) for number, name in MONTHS.items()])
        choices = event_choices(events, of)
        for name in ("championships", "left_out"):
            set_choices(self, name, choices)

    def plan(self) -> RankingPlan:
        """Return what was typed; the form is valid."""
        typed = self.cleaned_data
        return RankingPlan(
            name=typed["name"],
            rules=_rules(typed),
            championships=tuple(sorted(typed["championships"])),
            left_out=tuple(sorted(typed["left_out"])),
            public=typed["public"],
        )


def _rules(typed: Mapping[str, Any]) -> RankingRules:
    names = ("championship", "own", "club", "years", "rolling", "first_month", "grades")
    return RankingRules(
        counting=SeriesRules(
            way=typed["way"],
            numbers=numbers_of(typed),
            counted=CountedEvenings(typed["counted"]),
            how_many=typed["how_many"],
            minimum=typed["minimum"],
        ),
        licence=LicenceRule(typed["licence"]),
        **{name: typed[name] for name in names},
    )


def initial_of_ranking(plan: RankingPlan, version: int = 0) -> dict[str, Any]:
    """Return what the form shows of a plan."""
    rules, counting = plan.rules, plan.rules.counting
    names = ("championship", "own", "club", "years", "rolling", "first_month", "grades")
    return {
        "version": version,
        "name": plan.name,
        "public": plan.public,
        "way": counting.way,
        **{name: getattr(counting.numbers, name) for name in counting.numbers.__dataclass_fields__},
        "counted": counting.counted.value,
        "how_many": counting.how_many,
        "minimum": counting.minimum,
        "licence": rules.licence.value,
        **{name: getattr(rules, name) for name in names},
        "championships": list(plan.championships),
        "left_out": list(plan.left_out),
    }
