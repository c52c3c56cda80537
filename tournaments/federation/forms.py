"""What is typed about the calendar of a federation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, LineField, LinesField, NameField, ReasonField, VerbForm
from scoring.wording import labels
from tournaments.core.cash import read_amount
from tournaments.federation.dates import MAX_TABLES, MAX_WORDS, DatePlan
from tournaments.federation.issuing import MAX_REASON, digest_of_draft
from tournaments.federation.statement import ClubStatement
from tournaments.federation.terms import MAX_APART, Terms
from tournaments.models import CalendarDate
from tournaments.wording.money import as_decimal

_DAY: Final = {"type": "date"}
_MAX_DIGITS: Final = 18
_SHOWN: Final = re.compile(r"(\d{1,18}):([0-9a-f]{64})")
_NUMBER: Final = {"inputmode": "numeric", "class": "number"}


def _day_field(label: Any, **kwargs: Any) -> forms.DateField:
    widget = forms.DateInput(attrs=_DAY, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, **kwargs)


class DateForm(KeyedForm):
    """A date that a club applies for."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, initial=0, widget=forms.HiddenInput)
    name = NameField(label=_lazy("Name of the event"))
    kind = forms.ChoiceField(label=_lazy("Kind"), choices=CalendarDate.Kind.choices, widget=forms.RadioSelect)
    first_day = _day_field(_lazy("First day"))
    last_day = _day_field(_lazy("Last day"), required=False, help_text=_lazy("Empty: it has one day."))
    place = LineField(label=_lazy("Place"), max_length=200, required=False)
    ruleset = forms.ChoiceField(label=_lazy("Game"), choices=labels.ruleset_choices)
    tables = forms.IntegerField(
        label=_lazy("Tables expected"),
        min_value=1,
        max_value=MAX_TABLES,
        required=False,
        widget=forms.NumberInput(attrs=_NUMBER),
    )
    contact = LineField(
        label=_lazy("Contact"),
        max_length=200,
        required=False,
        help_text=_lazy("The federation and the directors of the club see it, nobody else."),
    )
    remark = LinesField(label=_lazy("Remark"), max_length=MAX_WORDS, rows=3, required=False)

    def plan(self) -> DatePlan:
        """Return what was typed; the form is valid."""
        typed = self.cleaned_data
        names = ("name", "first_day", "place", "ruleset", "tables", "contact", "remark")
        return DatePlan(
            kind=CalendarDate.Kind(typed["kind"]),
            last_day=typed["last_day"] or typed["first_day"],
            **{name: typed[name] for name in names},
        )


def initial_of_date(plan: DatePlan, version: int) -> dict[str, Any]:
    """Return what the form shows of a plan."""
    names = ("name", "kind", "first_day", "last_day", "place", "ruleset", "tables", "contact", "remark")
    return {"version": version, **{name: getattr(plan, name) for name in names}}


class BoardAnswerForm(VerbForm):
    """What the board answers where it does not approve."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)
    state = forms.ChoiceField(
        label=_lazy("Answer"),
        choices=[
            (state.value, state.label) for state in (CalendarDate.State.OTHER, CalendarDate.State.REFUSED)
        ],
        widget=forms.RadioSelect,
    )
    answer = LinesField(
        label=_lazy("Why"), max_length=MAX_WORDS, rows=3, help_text=_lazy("The club reads it.")
    )


class ClosedDayForm(KeyedForm):
    """Days on which there is to be no event."""

    name = NameField(label=_lazy("Name"), help_text=_lazy("Such as Christmas or a congress."))
    first_day = _day_field(_lazy("First day"))
    last_day = _day_field(_lazy("Last day"), required=False, help_text=_lazy("Empty: it is one day."))

    def days(self) -> tuple[date, date]:
        typed = self.cleaned_data
        return typed["first_day"], typed["last_day"] or typed["first_day"]


class AmountField(forms.CharField):
    """An amount, as people write it; its value is in the smallest unit."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "number", "autocomplete": "off"})
        super().__init__(max_length=14, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        amount = read_amount(super().clean(value))
        if amount is None:
            raise ValidationError(_("Write an amount such as 5 or 5,50."))
        return amount

    def prepare_value(self, value: Any) -> Any:
        return str(as_decimal(value)) if isinstance(value, int) else value


class _ClubsField(forms.MultipleChoiceField):
    """Clubs to be ticked. Of one whose statement has been issued meanwhile the verb says so."""

    def valid_value(self, value: Any) -> bool:
        return str(value).isdecimal() and len(str(value)) <= _MAX_DIGITS


class IssueForm(KeyedForm):
    """The clubs whose statements are issued, as they are shown."""

    # What is shown of each club: a statement that has changed since is not issued.
    shown = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, choices: Sequence[tuple[str, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["clubs"] = _ClubsField(
            label=_("Clubs"),
            choices=choices,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Choose at least one club.")},
        )

    def show_again(self, typed: QueryDict, shown: str) -> None:
        """Show what there is now, after something has changed."""
        again = typed.copy()
        again["shown"] = shown
        self.data = again

    def seen(self) -> dict[int, str]:
        """Return the chosen clubs with what was shown of each; the form is valid."""
        shown = dict(_SHOWN.findall(self.cleaned_data["shown"]))
        return {int(club): shown.get(club, "") for club in self.cleaned_data["clubs"]}


def digests_shown(drafts: Iterable[ClubStatement]) -> str:
    return ",".join(f"{one.club.pk}:{digest_of_draft(one)}" for one in drafts)


class CreditForm(KeyedForm):
    """Why a statement is taken back."""

    reason = ReasonField(max_length=MAX_REASON, help_text=_lazy("The club reads it on the credit note."))


class TermsForm(VerbForm):
    """What a federation asks of its clubs."""

    days_apart = forms.IntegerField(
        label=_lazy("Days around a championship that are to stay free"),
        min_value=0,
        max_value=MAX_APART,
        widget=forms.NumberInput(attrs=_NUMBER),
    )
    per_event = AmountField(label=_lazy("Fee for each event"))
    per_start = AmountField(
        label=_lazy("Fee for each start"), help_text=_lazy("A start is a player in an event.")
    )
    per_licence = AmountField(label=_lazy("Fee for each licence"))

    def terms(self) -> Terms:
        typed: Mapping[str, Any] = self.cleaned_data
        return Terms(**{name: typed[name] for name in Terms.__dataclass_fields__})
