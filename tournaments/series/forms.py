"""What is typed about a series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, NameField, set_choices
from tournaments.core.cash import read_amount
from tournaments.core.series.result import WayNumbers
from tournaments.core.series.rules import MAX_EVENINGS, CountedEvenings, SeriesRules
from tournaments.core.series.ways import WAYS
from tournaments.models import Series, Tournament
from tournaments.series.changing import SeriesPlan
from tournaments.series.words import figure

# Where the evenings come from.
_DAYS, _PICKED = "days", "picked"
_MAX_LIST: Final = 1000
_NUMBERS: Final = tuple(WayNumbers.__dataclass_fields__)
_POINTS: Final = {"inputmode": "decimal", "class": "number", "autocomplete": "off"}
_DAY: Final = {"type": "date"}
_COUNTED: Final = (
    (CountedEvenings.ALL.value, _lazy("all evenings")),
    (CountedEvenings.BEST.value, _lazy("the best ones, as many as written below")),
    (CountedEvenings.BUT_WORST.value, _lazy("all but the worst ones, as many as written below")),
)


class SeriesPointsField(forms.CharField):
    """A number of points, as people write it; its value is in hundredths."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=14, widget=forms.TextInput(attrs=_POINTS), **kwargs)

    def clean(self, value: Any) -> Any:
        points = read_amount(super().clean(value))
        if points is None:
            raise ValidationError(_("Write points such as 10 or 2,5."))
        return points

    def prepare_value(self, value: Any) -> Any:
        return figure(value) if isinstance(value, int) else value


class PointsListField(forms.CharField):
    """The points of the places, with blanks between them."""

    def clean(self, value: Any) -> Any:
        points = [read_amount(word) for word in super().clean(value).replace(";", " ").split()]
        if not points or None in points:
            raise ValidationError(_("Write points with blanks between them, such as 10 8 6,5."))
        return tuple(points)

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(figure, value)) if isinstance(value, tuple) else value


class WholeField(forms.IntegerField):
    """A number of evenings."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.NumberInput(attrs={"inputmode": "numeric", "class": "number"})
        super().__init__(min_value=1, max_value=MAX_EVENINGS, widget=widget, **kwargs)


class CountingForm(KeyedForm):
    """How points are given, and who may see them."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, initial=0, widget=forms.HiddenInput)
    name = NameField(label=_lazy("Name"))
    public = forms.BooleanField(
        label=_lazy("Everybody may see it"),
        required=False,
        help_text=_lazy("Names appear as on all public pages: only with the consent of the players."),
    )
    way = forms.ChoiceField(label=_lazy("What gives points"), widget=forms.RadioSelect)
    place_points = PointsListField(
        label=_lazy("Points of the places, from the first on"),
        max_length=_MAX_LIST,
        help_text=_lazy("With blanks between them: 10 8 6 5 4 3 2"),
    )
    others = SeriesPointsField(label=_lazy("Everybody further back"))
    shares_points = forms.BooleanField(
        label=_lazy("A shared place shares its points"),
        required=False,
        help_text=_lazy("Two second places share the points of the second and the third place."),
    )
    full = SeriesPointsField(label=_lazy("Points for the maximum"))
    of_possible = forms.BooleanField(
        label=_lazy("The maximum is what could be made"),
        required=False,
        help_text=_lazy("Otherwise it is the best result of the evening."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "way", [(way.code, _(way.label)) for way in WAYS.values()])


class SeriesForm(CountingForm):
    """A series: its evenings, its points, and which of them count."""

    who = forms.ChoiceField(
        label=_lazy("Who gathers points"), choices=Series.Who.choices, widget=forms.RadioSelect
    )
    source = forms.ChoiceField(
        label=_lazy("Which evenings count"),
        choices=((_DAYS, _lazy("all from a day on")), (_PICKED, _lazy("those that are picked"))),
        widget=forms.RadioSelect,
    )
    since = forms.DateField(
        label=_lazy("From"), required=False, widget=forms.DateInput(attrs=_DAY, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=_lazy("Until"),
        required=False,
        widget=forms.DateInput(attrs=_DAY, format="%Y-%m-%d"),
        help_text=_lazy("Empty: no end yet."),
    )
    events = forms.TypedMultipleChoiceField(
        label=_lazy("Events"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    counted = forms.ChoiceField(
        label=_lazy("Which evenings of a player or pair count"), choices=_COUNTED, widget=forms.RadioSelect
    )
    how_many = WholeField(label=_lazy("How many evenings"))
    average = forms.BooleanField(label=_lazy("Average in place of the sum"), required=False)
    minimum = WholeField(
        label=_lazy("Evenings needed for a place"),
        help_text=_lazy("Anyone who has played fewer is listed below, without a place."),
    )
    bonus = SeriesPointsField(
        label=_lazy("Bonus for each evening played"),
        help_text=_lazy("It counts also when the evening itself is dropped. 0: none."),
    )
    field_order = ("key", "version", "name", "public", "who", "source", "since", "until", "events")

    def __init__(self, *args: Any, events: Sequence[Tournament], club: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "events", event_choices(events, club))

    def plan(self) -> SeriesPlan:
        """Return what was typed; the form is valid."""
        typed = self.cleaned_data
        is_picked = typed["source"] == _PICKED
        return SeriesPlan(
            name=typed["name"],
            who=Series.Who(typed["who"]),
            since=None if is_picked else typed["since"],
            until=None if is_picked else typed["until"],
            events=tuple(sorted(typed["events"])) if is_picked else None,
            rules=rules_of(typed),
            public=typed["public"],
        )


def event_choices(events: Iterable[Tournament], club: int) -> list[tuple[str, str]]:
    """Return events to pick from, those of other clubs with the name of the club."""
    return [(str(event.pk), _event_label(event, club)) for event in events]


def _event_label(event: Tournament, club: int) -> str:
    label = f"{event.name}, {date_format(event.date, 'SHORT_DATE_FORMAT')}"
    return label if event.club_id == club else f"{label} ({event.club})"


def rules_of(typed: Mapping[str, Any]) -> SeriesRules:
    """Return how points are counted, as it was typed."""
    return SeriesRules(
        way=typed["way"],
        numbers=numbers_of(typed),
        counted=CountedEvenings(typed["counted"]),
        how_many=typed["how_many"],
        average=typed["average"],
        minimum=typed["minimum"],
        bonus=typed["bonus"],
    )


def numbers_of(typed: Mapping[str, Any]) -> WayNumbers:
    return WayNumbers(**{name: typed[name] for name in _NUMBERS})


def initial_of(plan: SeriesPlan, version: int = 0) -> dict[str, Any]:
    """Return what the form shows of a plan."""
    rules, numbers = plan.rules, plan.rules.numbers
    return {
        "version": version,
        "name": plan.name,
        "public": plan.public,
        "who": plan.who,
        "source": _DAYS if plan.events is None else _PICKED,
        "since": plan.since,
        "until": plan.until,
        "events": list(plan.events or ()),
        "way": rules.way,
        **{name: getattr(numbers, name) for name in _NUMBERS},
        "counted": rules.counted.value,
        "how_many": rules.how_many,
        "average": rules.average,
        "minimum": rules.minimum,
        "bonus": rules.bonus,
    }
