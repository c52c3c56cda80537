"""Forms for the clock of a round, and for minutes of a table."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm, VerbForm
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.clock import MAX_MINUTES
from tournaments.models import RoundClock
from tournaments.running import ClockTerms
from tournaments.settings.fields import WholeNumberField

# Where an event has agreed on no clock: as the clubs have it that play by one.
USUAL_MINUTES: Final = 50


class ClockForm(VerbForm):
    """The minutes of a clock, when it is started or changed."""

    minutes = WholeNumberField(
        label=_lazy("Minutes until no new deal is dealt"), min_value=1, max_value=MAX_MINUTES
    )
    more_minutes = WholeNumberField(
        label=_lazy("Minutes from then until time is up"), min_value=0, max_value=MAX_MINUTES
    )
    by_table = forms.BooleanField(
        label=_lazy("The time of each table begins with its first deal"), required=False
    )
    # The minutes that the page has shown, where the clock has been started.
    seen = forms.RegexField(r"^[0-9]{1,3}-[0-9]{1,3}-[01]$", required=False, widget=forms.HiddenInput)

    def terms(self) -> ClockTerms:
        cleaned = self.cleaned_data
        return ClockTerms(
            minutes=cleaned["minutes"],
            more_minutes=cleaned["more_minutes"],
            by_table=cleaned["by_table"],
        )

    def seen_terms(self) -> ClockTerms | None:
        seen = self.cleaned_data["seen"]
        if not seen:
            return None
        minutes, more, by_table = map(int, seen.split("-"))
        return ClockTerms(minutes=minutes, more_minutes=more, by_table=bool(by_table))


def agreed_terms(agreement: EventAgreement) -> dict[str, Any]:
    """Return the values of the form for a clock that has not been started."""
    return {
        "minutes": agreement.clock_minutes or USUAL_MINUTES,
        "more_minutes": agreement.clock_more,
        "by_table": agreement.clock_by_table,
    }


def stored_terms(stored: RoundClock) -> dict[str, Any]:
    """Return the values of the form for a clock that goes on."""
    seen = f"{stored.minutes}-{stored.more_minutes}-{int(stored.by_table)}"
    return {
        "minutes": stored.minutes,
        "more_minutes": stored.more_minutes,
        "by_table": stored.by_table,
        "seen": seen,
    }


class MinutesForm(KeyedForm):
    """Minutes for a table; for a call, where the table has waited."""

    minutes = WholeNumberField(label=_lazy("Minutes"), min_value=0, max_value=MAX_MINUTES)
    call = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=1, max_value=2**63 - 1)
