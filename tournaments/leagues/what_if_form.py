"""What is supposed to have been agreed on for a league."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.forms import house_rules
from tournaments.leagues.changing import check_plan
from tournaments.leagues.plans import LeaguePlan
from tournaments.leagues.rule_forms import LeagueRulesForm, league_rules_initial
from tournaments.leagues.what_if import LeagueSupposition, has_games
from tournaments.models import League

# What does not change how the matches that were played count.
_NOT_COUNTED: Final = (
    *("version", "tables", "pair_size", "meeting", "opponents", "legs", "reserves", "reserve_times"),
    *("postponed_days", "silence_hours", "promoted", "relegated", "corrections", "signers", "reminder_days"),
)


class WhatIfLeagueForm(LeagueRulesForm):
    """All by which matches are counted, whether or not it may still be changed. Nothing of it is stored.

    House rules are asked for where a game was recorded deal by deal.
    """

    def __init__(self, data: QueryDict | None, *, league: League) -> None:
        plan = LeaguePlan.of(league)
        super().__init__(data, plan=plan, frozen={}, initial=league_rules_initial(plan, league.version))
        self.counts_deals = has_games(league)
        of_games = [*house_rules.house_rule_fields(plan.ruleset), "deals"]
        for name in (*_NOT_COUNTED, *([] if self.counts_deals else of_games)):
            del self.fields[name]

    def clean(self) -> dict[str, Any] | None:
        """Refuse what could not have been agreed on."""
        if not self.errors:
            supposed = self.supposition()
            try:
                check_plan(replace(self.before, rules=supposed.rules, options=supposed.options))
            except ValidationError as refusal:
                self.refuse(refusal)
        return super().clean()

    def supposition(self) -> LeagueSupposition:
        """Return what was typed."""
        rules, options = self.rules(self.before.rules), self.before.options
        if self.counts_deals:
            rules = replace(rules, deals=self.cleaned_data["deals"])
            options = house_rules.chosen_options(self.before.ruleset, self.cleaned_data)
        return LeagueSupposition(rules=rules, options=options)
