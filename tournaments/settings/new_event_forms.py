"""The form to set up an event: its name, its kind, its game and its number of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club
from clubs.web.forms import set_choices
from scoring.forms import house_rules
from scoring.models import Game
from scoring.wording import labels
from tournaments import running
from tournaments.agreement.presets import PRESETS, Preset
from tournaments.agreement.validation import MAX_ROUNDS, AgreementProblem, DraftAgreement, validate
from tournaments.settings.fields import (
    EventFieldsForm,
    WholeNumberField,
    explained_choice,
    start_datetime,
)
from tournaments.settings.setting_fields import WRITTEN_ON_HINT
from tournaments.wording.settings import PRESET_LABELS

_DEFAULT_KIND, _DEFAULT_GAME, FREE_KIND = "club_evening", "samba", "free"
# What the page sends to fetch new fields: a kind was chosen; or, without scripts, a kind or a game.
_CHOSE_KIND, _CHOSE_EITHER = "kind", "either"


@dataclass(frozen=True, slots=True)
class KindAndGame:
    """The choices that the house rules follow from."""

    preset: Preset
    ruleset: str


def requested_kind_and_game(sent: Mapping[str, str]) -> KindAndGame:
    """The kind and the game that were sent; a kind that was just chosen brings its game."""
    changed = sent.get("show")
    preset = next(
        (preset for preset in PRESETS if preset.code == sent.get("preset")), _preset_by_code(_DEFAULT_KIND)
    )
    ruleset = sent.get("ruleset", "")
    ruleset = ruleset if ruleset in labels.ruleset_names() else preset.ruleset or _DEFAULT_GAME
    if preset.ruleset and (changed == _CHOSE_KIND or (preset.only and changed == _CHOSE_EITHER)):
        ruleset = preset.ruleset
    return KindAndGame(preset, ruleset)


def _preset_by_code(code: str) -> Preset:
    return next(preset for preset in PRESETS if preset.code == code)


def _kind_label(code: str) -> SafeString:
    return explained_choice(*PRESET_LABELS[code])


class NewEventForm(EventFieldsForm):
    """A new event. Its name and date are unique in the club, so that a second click creates none."""

    preset = forms.ChoiceField(
        label=_lazy("What kind of event is it?"),
        widget=forms.RadioSelect,
        help_text=_lazy("The starting point for the settings. All of them can be changed later."),
    )
    rounds = WholeNumberField(
        label=_lazy("Rounds"),
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
        help_text=_lazy("Empty: as many as above. More can be drawn at any time."),
    )

    written_on = forms.ChoiceField(
        label=_lazy("Where are results written?"),
        required=False,
        widget=forms.RadioSelect,
        choices=Game.WrittenOn.choices,
        help_text=WRITTEN_ON_HINT,
    )

    def __init__(
        self, data: QueryDict | None = None, *, club: Club, chosen: KindAndGame, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.club, self.chosen = club, chosen
        set_choices(self, "preset", [(preset.code, _kind_label(preset.code)) for preset in PRESETS])
        defaults = {"on_day": timezone.localdate(), "written_on": chosen.preset.agreement.written_on}
        kind = {"preset": chosen.preset.code, "ruleset": chosen.ruleset}
        self.initial = {**defaults, **self.initial, **kind}
        house_rules.add_house_rules(self, chosen.ruleset)

    @property
    def house_rules(self) -> list[forms.BoundField]:
        return [self[name] for name in house_rules.house_rule_fields(self.chosen.ruleset)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        name, on_day = cleaned.get("name"), cleaned.get("on_day")
        if name and on_day and self.club.tournaments.filter(name=name, date=on_day).exists():
            self.add_error("name", _("The club already has an event with this name on this day."))
        if not self.errors:
            self.check_settings()
        return cleaned

    def check_settings(self) -> None:
        """Add what does not go together at its field, or at the game: the kind brings all other settings."""
        chosen = self.chosen
        if chosen.preset.only and chosen.preset.ruleset != chosen.ruleset:
            game = labels.ruleset_name(chosen.preset.ruleset or _DEFAULT_GAME)
            self.add_error("ruleset", _("In an event of this kind the game is %(game)s.") % {"game": game})
            return
        plan = self.plan()
        for problem in validate(DraftAgreement(plan.ruleset, plan.options, plan.agreement)):
            self.add_error(self.field_of(problem), problem.message)

    def field_of(self, problem: AgreementProblem) -> str:
        return problem.setting if problem.setting in self.fields else "ruleset"

    def plan(self) -> running.EventPlan:
        """The plan of the event, with the settings of its kind."""
        cleaned, agreement = self.cleaned_data, self.chosen.preset.agreement
        if cleaned["written_on"]:
            agreement = replace(agreement, written_on=cleaned["written_on"])
        return running.EventPlan(
            name=cleaned["name"],
            date=cleaned["on_day"],
            starts_at=start_datetime(cleaned["on_day"], cleaned["begins"]),
            ruleset=self.chosen.ruleset,
            options=house_rules.chosen_options(self.chosen.ruleset, cleaned),
            agreement=agreement.with_rounds(cleaned["rounds"]) if cleaned["rounds"] else agreement,
            trial=cleaned["trial"],
        )
