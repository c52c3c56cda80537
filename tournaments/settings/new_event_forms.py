"""What a director types to set up an event: what it is called, what kind it is, which game, how many rounds.

Knows the kinds of events and what each begins with; what goes together is known by `fitting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club
from clubs.web.forms import offer
from scoring.wording import labels
from tournaments import running
from tournaments.agreement.presets import PRESETS, Preset
from tournaments.agreement.validation import MOST_ROUNDS, Misfit, Wanted, misfits
from tournaments.settings import house_rules
from tournaments.settings.fields import CountField, EventFields, explained, starting
from tournaments.wording.settings import KINDS

_USUAL_KIND, _USUAL_GAME, FREE = "club_evening", "samba", "free"
# What the page says when only the fields are fetched anew: a kind was chosen; or, without scripts, either.
_KIND_CHOSEN, _EITHER_CHOSEN = "kind", "either"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is chosen first, because the house rules follow from it."""

    preset: Preset
    ruleset: str


def asked_for(said: Mapping[str, str]) -> Asked:
    """The kind and the game that were asked for; who has just chosen a kind gets the game of that kind."""
    chosen = said.get("show")
    preset = next((one for one in PRESETS if one.code == said.get("preset")), _preset_of(_USUAL_KIND))
    ruleset = said.get("ruleset", "")
    ruleset = ruleset if ruleset in labels.RULESETS else preset.ruleset or _USUAL_GAME
    if preset.ruleset and (chosen == _KIND_CHOSEN or (preset.only and chosen == _EITHER_CHOSEN)):
        ruleset = preset.ruleset
    return Asked(preset, ruleset)


def _preset_of(code: str) -> Preset:
    return next(one for one in PRESETS if one.code == code)


def _kind_said(code: str) -> SafeString:
    return explained(*KINDS[code])


class EventForm(EventFields):
    """A new event. Its name and day are unique in the club, so that a second click founds no second one."""

    preset = forms.ChoiceField(
        label=_lazy("What kind of event is it?"),
        widget=forms.RadioSelect,
        help_text=_lazy("Where the settings begin. Each of them can be changed afterwards."),
    )
    rounds = CountField(
        label=_lazy("Rounds"),
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        help_text=_lazy("Empty: as many as stand above. More can be drawn at any time."),
    )

    def __init__(self, data: QueryDict | None = None, *, club: Club, asked: Asked, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.club, self.asked = club, asked
        offer(self, "preset", [(one.code, _kind_said(one.code)) for one in PRESETS])
        usual = {"on_day": timezone.localdate()}
        chosen = {"preset": asked.preset.code, "ruleset": asked.ruleset}
        self.initial = {**usual, **self.initial, **chosen}
        house_rules.add_house_rules(self, asked.ruleset)

    @property
    def house_rules(self) -> list[forms.BoundField]:
        return [self[name] for name in house_rules.names_of(self.asked.ruleset)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        name, on_day = cleaned.get("name"), cleaned.get("on_day")
        if name and on_day and self.club.tournaments.filter(name=name, on_day=on_day).exists():
            self.add_error("name", _("The club has an event of this name on this day already."))
        if not self.errors:
            self.refuse_misfits()
        return cleaned

    def refuse_misfits(self) -> None:
        """What does not go together is said at the field, or at the game: the kind brings all the rest."""
        asked = self.asked
        if asked.preset.only and asked.preset.ruleset != asked.ruleset:
            game = labels.ruleset_name(asked.preset.ruleset or _USUAL_GAME)
            self.add_error("ruleset", _("An event of this kind is played in %(game)s.") % {"game": game})
            return
        plan = self.plan()
        for misfit in misfits(Wanted(plan.ruleset, plan.options, plan.agreed)):
            self.add_error(self.place_of(misfit), misfit.why)

    def place_of(self, misfit: Misfit) -> str:
        return misfit.setting if misfit.setting in self.fields else "ruleset"

    def plan(self) -> running.EventPlan:
        """What was asked for, with the settings of its kind."""
        said, agreed = self.cleaned_data, self.asked.preset.agreed
        return running.EventPlan(
            name=said["name"],
            on_day=said["on_day"],
            starts_at=starting(said["on_day"], said["begins"]),
            ruleset=self.asked.ruleset,
            options=house_rules.chosen(self.asked.ruleset, said),
            agreed=agreed.with_rounds(said["rounds"]) if said["rounds"] else agreed,
        )
