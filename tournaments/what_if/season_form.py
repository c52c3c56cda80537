"""What is supposed to have been agreed on for a season."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _lazy

from scoring.forms import house_rules
from tournaments.core.schemes import SCHEMES
from tournaments.models import Series
from tournaments.series.changing import plan_of
from tournaments.series.forms import SeriesForm, initial_of, rules_of
from tournaments.series.results import Evenings
from tournaments.what_if.season import SeasonSupposition, count_deals
from tournaments.wording.labels import SCHEME_LABELS

# Another house rule counts each deal again, which takes some seconds for so many.
MAX_DEALS: Final = 10_000
_AS_AGREED: Final = "agreed"
# What does not change how a season counts.
_NOT_COUNTED: Final = ("key", "version", "name", "public", "source", "since", "until", "events")


class WhatIfSeasonForm(SeriesForm):
    """How the series counts, how games count on each evening, and the house rules if these are all alike."""

    scheme = forms.ChoiceField(
        label=_lazy("How games count on each evening"),
        initial=_AS_AGREED,
        widget=forms.RadioSelect,
        choices=lambda: [(_AS_AGREED, _lazy("as the evening has agreed")), *SCHEME_LABELS.items()],
        help_text=_lazy("With the tie-breaks that go with it."),
    )

    def __init__(self, data: QueryDict | None, *, series: Series, evenings: Evenings) -> None:
        super().__init__(data, initial=initial_of(plan_of(series)), events=(), club=series.club_id)
        for name in _NOT_COUNTED:
            del self.fields[name]
        games = {event.ruleset for event in evenings}
        self.ruleset = games.pop() if len(games) == 1 else ""
        self.options = _options_of(evenings)
        if self.offers_house_rules(evenings):
            house_rules.add_house_rules(self, self.ruleset)
            self.initial = {**self.initial, **house_rules.house_rule_values(self.ruleset, self.options or {})}

    def offers_house_rules(self, evenings: Evenings) -> bool:
        """Whether all evenings have the same, and not more deals than are counted at once."""
        return bool(self.ruleset) and self.options is not None and count_deals(evenings) <= MAX_DEALS

    def supposition(self) -> SeasonSupposition:
        typed = self.cleaned_data
        return SeasonSupposition(
            who=Series.Who(typed["who"]),
            rules=rules_of(typed),
            scheme=SCHEMES.get(typed["scheme"]),
            options=self._other_options(),
        )

    def _other_options(self) -> Mapping[str, Any] | None:
        names = house_rules.house_rule_fields(self.ruleset) if self.ruleset else []
        if not names or names[0] not in self.fields:
            return None
        chosen = house_rules.chosen_options(self.ruleset, self.cleaned_data)
        return None if chosen == self.options else chosen


def _options_of(evenings: Evenings) -> Mapping[str, Any] | None:
    """Return the house rules that all evenings have; None where they have not the same."""
    options = [event.options for event in evenings]
    return options[0] if options and all(one == options[0] for one in options) else None
