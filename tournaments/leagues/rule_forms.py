"""What is typed about the rules of a league: how matches are played and counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import VerbForm, set_choices
from scoring.forms import house_rules
from scoring.models import Game
from scoring.recording import MAX_DEALS
from tournaments.core.leagues.decisions import DECISIONS
from tournaments.core.leagues.rules import (
    CHAIN_CRITERIA,
    MAX_LEGS,
    MAX_MARGIN,
    MAX_MATCH_POINTS,
    MAX_PAIR,
    MAX_REMINDER_DAYS,
    MAX_TABLES,
    USUAL_CHAIN,
    LeagueRules,
    PairsMeeting,
    Reserves,
    WithdrawnTeam,
)
from tournaments.core.results import walkover_margin
from tournaments.core.schemes import SCHEMES
from tournaments.core.worth import SchemeNumbers
from tournaments.leagues.fields import version_field
from tournaments.leagues.frozen import RuleFrozenBy
from tournaments.leagues.plans import LeaguePlan
from tournaments.leagues.words import CRITERIA, FROZEN, MEETINGS, RESERVES, WITHDRAWN, figure
from tournaments.settings.fields import NumbersField, WholeNumberField
from tournaments.settings.marked_choices import MarkedRadio, scheme_marks

# The captains of a new league are reminded so many days before a match.
REMINDED: Final = 3
_TWO_SIDES: Final = 2
_CHAINS: Final[tuple[tuple[str, ...], ...]] = (
    USUAL_CHAIN,
    ("match_points", "head_to_head", "table_points", "difference"),
    ("match_points", "difference", "table_points", "head_to_head"),
    ("match_points", "wins", "table_points", "difference"),
    ("table_points", "match_points", "difference", "head_to_head"),
)


class RuleFields(VerbForm):
    """The rules on which a league agrees before its first match."""

    tables = WholeNumberField(label=_lazy("Pairs in a team"), min_value=1, max_value=MAX_TABLES)
    pair_size = WholeNumberField(
        label=_lazy("Players in a pair"),
        min_value=1,
        max_value=MAX_PAIR,
        help_text=_lazy("1: single players meet."),
    )
    meeting = forms.ChoiceField(
        label=_lazy("Which pairs meet"),
        choices=[(code.value, label) for code, label in MEETINGS.items()],
        widget=forms.RadioSelect,
    )
    opponents = WholeNumberField(
        label=_lazy("How many pairs of the other team"), min_value=1, max_value=MAX_TABLES
    )
    legs = WholeNumberField(
        label=_lazy("How often each team meets each other"), min_value=1, max_value=MAX_LEGS
    )
    scheme = forms.ChoiceField(label=_lazy("What a game gives"), widget=MarkedRadio(scheme_marks))
    bands = NumbersField(
        label=_lazy("Largest margins for 10–10, 11–9, and so on to 19–1"),
        help_text=_lazy("Ten numbers in rising order."),
    )
    bound = WholeNumberField(
        label=_lazy("Margin from which on it is 20–0"), min_value=1, max_value=MAX_MARGIN
    )
    cap = WholeNumberField(
        label=_lazy("Maximum points per game"),
        required=False,
        min_value=1,
        max_value=MAX_MARGIN,
        help_text=_lazy("Leave empty for no limit."),
    )
    margin = WholeNumberField(
        label=_lazy("Difference of a walkover"),
        required=False,
        min_value=0,
        max_value=MAX_MARGIN,
        help_text=_lazy(
            "For each table at which a pair is missing. Empty: 40 per cent of the target. Games with a "
            "fixed number of deals have no target, so it must be entered."
        ),
    )
    walkover_percent = WholeNumberField(
        label=_lazy("Points for a walkover, in per cent of the maximum"),
        required=False,
        min_value=0,
        max_value=100,
        help_text=_lazy("Empty: the same as for a win."),
    )
    decision = forms.ChoiceField(label=_lazy("What decides a match"), widget=forms.RadioSelect)
    win = WholeNumberField(label=_lazy("Match won"), min_value=0, max_value=MAX_MATCH_POINTS)
    draw = WholeNumberField(label=_lazy("Match drawn"), min_value=0, max_value=MAX_MATCH_POINTS)
    loss = WholeNumberField(label=_lazy("Match lost"), min_value=0, max_value=MAX_MATCH_POINTS)
    chain = forms.ChoiceField(label=_lazy("What decides the places"))
    withdrawn = forms.ChoiceField(
        label=_lazy("A team that withdraws"),
        choices=[(code.value, label) for code, label in WITHDRAWN.items()],
        widget=forms.RadioSelect,
    )
    reserves = forms.ChoiceField(
        label=_lazy("Reserves"),
        choices=[(code.value, label) for code, label in RESERVES.items()],
        widget=forms.RadioSelect,
    )
    reserve_times = WholeNumberField(
        label=_lazy("How often somebody may play as a reserve"),
        required=False,
        min_value=0,
        max_value=366,
        help_text=_lazy("Empty: no limit."),
    )
    postponed_days = WholeNumberField(label=_lazy("Days for a postponed match"), min_value=0, max_value=366)
    silence_hours = WholeNumberField(
        label=_lazy("Hours after which no answer confirms a result"), min_value=1, max_value=744
    )
    promoted = WholeNumberField(label=_lazy("Teams that go up"), min_value=0, max_value=12)
    relegated = WholeNumberField(label=_lazy("Teams that go down"), min_value=0, max_value=12)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        schemes = [one for one in SCHEMES.values() if _TWO_SIDES in one.sides]
        set_choices(self, "scheme", [(one.code, _(one.label)) for one in schemes])
        set_choices(self, "decision", [(one.code, _(one.label)) for one in DECISIONS.values()])
        set_choices(self, "chain", [*_chain_choices(self.initial.get("chain", ""))])

    def clean_bands(self) -> tuple[int, ...]:
        bands: tuple[int, ...] = self.cleaned_data["bands"]
        if list(bands) != sorted({*bands}) or len(bands) != len(SchemeNumbers().bands):
            raise ValidationError(_("Ten numbers in rising order."))
        return bands

    def rules(self, before: LeagueRules) -> LeagueRules:
        """Return what was typed; what no field asks for is as before. The form is valid."""
        typed = {**rules_initial(before), **self.cleaned_data}
        numbers = {name: typed[name] for name in _NUMBERS}
        scheme = SCHEMES[typed["scheme"]]
        return replace(
            before,
            **{name: typed[name] for name in _SAME},
            # Without a maximum there is no share of it.
            walkover_percent=None if scheme.is_unlimited else typed["walkover_percent"],
            meeting=PairsMeeting(typed["meeting"]),
            numbers=replace(before.numbers, **numbers),
            chain=tuple(typed["chain"].split()),
            withdrawn=WithdrawnTeam(typed["withdrawn"]),
            reserves=Reserves(typed["reserves"]),
        )


def _chain_choices(stored: str) -> Iterable[tuple[str, str]]:
    chains = [*_CHAINS]
    if stored and tuple(stored.split()) not in chains:
        chains.append(tuple(stored.split()))
    for chain in chains:
        yield " ".join(chain), ", ".join(str(CRITERIA[code]) for code in chain if code in CHAIN_CRITERIA)


_NUMBERS: Final = ("bands", "bound", "cap")
_SAME: Final = (
    *("tables", "pair_size", "opponents", "legs", "scheme", "margin", "decision", "win", "draw", "loss"),
    *("reserve_times", "postponed_days", "silence_hours", "promoted", "relegated"),
)
_FURTHER: Final = ("deals", "corrections", "signers", "reminder_days")


def rules_initial(rules: LeagueRules) -> dict[str, Any]:
    """Return what the form shows of rules."""
    return {
        **{name: getattr(rules, name) for name in (*_SAME, "walkover_percent", *_FURTHER)},
        **{name: getattr(rules.numbers, name) for name in _NUMBERS},
        # A field that is frozen reads it as it is shown.
        "bands": ", ".join(map(str, rules.numbers.bands)),
        "meeting": rules.meeting.value,
        "chain": " ".join(rules.chain),
        "withdrawn": rules.withdrawn.value,
        "reserves": rules.reserves.value,
    }


class LeagueRulesForm(RuleFields):
    """All rules of a league, with the house rules of its game. What matches depend on is shown and stays."""

    version = version_field()
    deals = WholeNumberField(
        label=_lazy("Deals in a game"),
        required=False,
        min_value=1,
        max_value=MAX_DEALS,
        help_text=_lazy("Empty: the game ends at its target."),
    )
    corrections = forms.ChoiceField(
        label=_lazy("Recording errors noticed later"),
        choices=Game.Corrections.choices,
        widget=forms.RadioSelect,
        help_text=_lazy("Of games that are recorded deal by deal, from the next one on."),
    )
    signers = forms.ChoiceField(
        label=_lazy("Who signs when the game is over"),
        choices=Game.Signers.choices,
        widget=forms.RadioSelect,
        help_text=_lazy("Of games that are recorded deal by deal, from the next one on."),
    )
    reminder_days = WholeNumberField(
        label=_lazy("Days before a match on which its captains are reminded"),
        required=False,
        min_value=1,
        max_value=MAX_REMINDER_DAYS,
        help_text=_lazy("By mail, and you of results that are missing. Empty: nobody is reminded."),
    )

    def __init__(
        self, *args: Any, plan: LeaguePlan, frozen: Mapping[str, RuleFrozenBy], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.before = plan
        house_rules.add_house_rules(self, plan.ruleset)
        of_game = house_rules.house_rule_fields(plan.ruleset)
        for name in house_rules.fields_without_use(plan.ruleset, _TWO_SIDES, plan.rules.pair_size):
            self.fields[name].widget = forms.HiddenInput()
        self.order_fields([*of_game, "deals"])
        self.fields["margin"].help_text = f"{self.fields['margin'].help_text} {_usual_margin(plan)}"
        for name in self.fields:
            frozen_by = frozen.get("options" if name in of_game else name)
            if frozen_by is not None:
                self.fields[name].disabled = True
                self.fields[name].help_text = FROZEN[frozen_by]

    def plan(self) -> LeaguePlan:
        """Return what was typed; the form is valid."""
        typed = self.cleaned_data
        further = {name: typed[name] for name in _FURTHER}
        return replace(
            self.before,
            rules=replace(self.rules(self.before.rules), **further),
            options=house_rules.chosen_options(self.before.ruleset, typed),
        )


def _usual_margin(plan: LeaguePlan) -> str:
    """Say what a walkover counts where nothing else is agreed on."""
    return _("In this game that is %(margin)s.") % {"margin": figure(walkover_margin(None, plan.target))}


def league_rules_initial(plan: LeaguePlan, version: int) -> dict[str, Any]:
    """Return what the form shows of a plan."""
    chosen = house_rules.house_rule_values(plan.ruleset, plan.options)
    return {"version": version, **rules_initial(plan.rules), **chosen}
