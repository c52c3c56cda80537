"""What the director types of a programme: what it is made from, and one of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any, Final

from django import forms
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, LineField, VerbForm, set_choices
from tournaments.core.programme import MAX_MOVE, DayLayout, LineKind, ProgrammeLine, Template, lay_out
from tournaments.models import Tournament
from tournaments.play.notices import FOR_ALL
from tournaments.play.programme import LINE_LABELS
from tournaments.programme.templates import TEMPLATE_LABELS, as_last_time, earlier_programmes, usual_layout
from tournaments.running.events import EARLIEST_DATE, LATEST_DATE
from tournaments.running.programme import MAX_LINE_MINUTES, MAX_LINE_TEXT, MAX_ROUND
from tournaments.settings.fields import explained_choice

_LANGUAGE_PREFIX: Final = "text_"
_LAST_TIME: Final = "event-"
_LONGEST_ROUND: Final = 480
# The moves of one tap, in minutes.
MOVES: Final = (5, 15, 30, -5, -15, -30)


class SeenProgrammeForm(VerbForm):
    """A form that carries the fingerprint of the programme that its page has shown."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)


def _day_field(**kwargs: Any) -> forms.DateField:
    wrong = _lazy("Check the year.")
    return forms.DateField(
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[MinValueValidator(EARLIEST_DATE, wrong), MaxValueValidator(LATEST_DATE, wrong)],
        **kwargs,
    )


def _time_field(**kwargs: Any) -> forms.TimeField:
    return forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), **kwargs)


def _minutes_field(most: int, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(min_value=kwargs.pop("least", 0), max_value=most, widget=widget, **kwargs)


class TemplateForm(SeenProgrammeForm):
    """What the programme is made from: a template, or as last time."""

    template = forms.ChoiceField(label=_lazy("Made from"), widget=forms.RadioSelect)
    on_day = _day_field(label=_lazy("Day"))
    at = _time_field(label=_lazy("The first round begins at"))
    round_minutes = _minutes_field(_LONGEST_ROUND, least=1, label=_lazy("Minutes of a round"))
    pause_minutes = _minutes_field(_LONGEST_ROUND, label=_lazy("Minutes between two rounds"))
    lunch_minutes = _minutes_field(_LONGEST_ROUND, label=_lazy("Minutes for lunch"))

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        usual = usual_layout(event)
        initial = {
            "template": usual.template.value,
            "on_day": usual.starts_at.date(),
            "at": usual.starts_at.time(),
            "round_minutes": usual.round_minutes,
            "pause_minutes": usual.pause_minutes,
            "lunch_minutes": usual.lunch_minutes,
        }
        kwargs["initial"] = {**initial, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        self.event = event
        self.earlier = {f"{_LAST_TIME}{one.pk}": one for one in earlier_programmes(event)}
        set_choices(self, "template", [*self._layouts(), *self._last_times()])

    def _layouts(self) -> list[tuple[str, str]]:
        return [
            (template.value, explained_choice(str(label), str(what)))
            for template, (label, what) in TEMPLATE_LABELS.items()
        ]

    def _last_times(self) -> Sequence[tuple[str, str]]:
        note = _("With its times, breaks and words; only the beginning is taken from here.")
        label = _("As last time: %(event)s, %(date)s")
        words = (
            (value, {"event": one.title, "date": date_format(one.date, "SHORT_DATE_FORMAT")})
            for value, one in self.earlier.items()
        )
        return [(value, explained_choice(label % each, note)) for value, each in words]

    def lines(self) -> list[ProgrammeLine]:
        cleaned = self.cleaned_data
        starts_at = _moment(cleaned["on_day"], cleaned["at"])
        if (earlier := self.earlier.get(cleaned["template"])) is not None:
            return as_last_time(earlier, self.event, starts_at)
        layout = DayLayout(
            template=Template(cleaned["template"]),
            starts_at=starts_at,
            rounds=self.event.agreement.rounds,
            **{name: cleaned[name] for name in ("round_minutes", "pause_minutes", "lunch_minutes")},
        )
        return list(lay_out(layout))


def _moment(day: date, at: time) -> datetime:
    return timezone.make_aware(datetime.combine(day, at))


class LineForm(SeenProgrammeForm):
    """A line of the programme; its words for everybody, or in each language."""

    kind = forms.ChoiceField(
        label=_lazy("What"), choices=[(kind.value, LINE_LABELS[kind]) for kind in LineKind]
    )
    round = forms.IntegerField(
        label=_lazy("Which round"),
        min_value=1,
        max_value=MAX_ROUND,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=_lazy("Only for a round."),
    )
    on_day = _day_field(label=_lazy("Day"))
    at = _time_field(label=_lazy("Begins at"))
    minutes = _minutes_field(
        MAX_LINE_MINUTES,
        label=_lazy("Minutes"),
        required=False,
        help_text=_lazy("How long it takes. Empty: it is not said."),
    )
    text = LineField(
        label=_lazy("In words"),
        max_length=MAX_LINE_TEXT,
        required=False,
        help_text=_lazy("What it is, or what is said beside it. Or write it below in each language."),
    )

    def __init__(self, *args: Any, line: ProgrammeLine | None, **kwargs: Any) -> None:
        kwargs["initial"] = {**kwargs.get("initial", {}), **({} if line is None else _line_initial(line))}
        super().__init__(*args, **kwargs)
        for code, _name in settings.LANGUAGES:
            own_name = str(get_language_info(code)["name_local"])
            self.fields[_LANGUAGE_PREFIX + code] = LineField(
                label=own_name[0].upper() + own_name[1:],
                max_length=MAX_LINE_TEXT,
                required=False,
                widget=forms.TextInput(attrs={"lang": code}),
            )
        self.number = 0 if line is None else line.number

    def line(self) -> ProgrammeLine:
        cleaned = self.cleaned_data
        languages = {code: cleaned[_LANGUAGE_PREFIX + code] for code, _name in settings.LANGUAGES}
        kind = LineKind(cleaned["kind"])
        return ProgrammeLine(
            number=self.number,
            at=_moment(cleaned["on_day"], cleaned["at"]),
            kind=kind,
            minutes=cleaned["minutes"] or 0,
            round=cleaned["round"] if kind is LineKind.ROUND else None,
            texts={code: text for code, text in {FOR_ALL: cleaned["text"], **languages}.items() if text},
        )


def _line_initial(line: ProgrammeLine) -> dict[str, object]:
    at = timezone.localtime(line.at)
    texts = {_LANGUAGE_PREFIX + code: line.texts.get(code) for code, _name in settings.LANGUAGES}
    return {
        "kind": line.kind.value,
        "round": line.round,
        "on_day": at.date(),
        "at": at.time(),
        "minutes": line.minutes or None,
        "text": line.texts.get(FOR_ALL, ""),
        **texts,
    }


class MoveForm(KeyedForm, SeenProgrammeForm):
    """From which line on the programme moves, and by how many minutes: the button says it."""

    first = forms.TypedChoiceField(label=_lazy("From here on"), coerce=int)
    minutes = forms.IntegerField(
        label=_lazy("Minutes"), min_value=-MAX_MOVE, max_value=MAX_MOVE, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, lines: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "first", [(str(number), label) for number, label in lines])
