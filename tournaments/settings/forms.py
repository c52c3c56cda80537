"""The form for the settings of an event: which fields make up a setting, and which settings are frozen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, time
from enum import StrEnum
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.reports.numbers import format_value
from scoring.forms import house_rules
from scoring.store import sheets
from tournaments import running
from tournaments.agreement.agreement import (
    Counting,
    EntriesUntil,
    EventAgreement,
    LevelGame,
    Licences,
    Phase,
    PlacesBy,
    WithdrawalRule,
)
from tournaments.agreement.handicaps import usual_handicap
from tournaments.agreement.validation import (
    MAX_ROUNDS,
    AgreementProblem,
    DraftAgreement,
    validate,
)
from tournaments.core.clock import ClockEnd
from tournaments.core.movements import MOVEMENTS
from tournaments.core.results import MissedValue, SitOutValue, Substitutes
from tournaments.core.schemes import SCHEMES
from tournaments.core.worth import Scheme
from tournaments.models import Tournament
from tournaments.public import absence_rules
from tournaments.running.events import fingerprint_of
from tournaments.running.frozen_settings import FrozenSetting, get_frozen_settings, last_drawn_round
from tournaments.settings.fields import (
    ExplainedChoice,
    WholeNumberField,
    explained_choice,
    start_datetime,
)
from tournaments.settings.marked_choices import MarkedSelect, movement_marks
from tournaments.settings.setting_fields import SettingFieldsForm
from tournaments.wording.labels import CRITERION_LABELS, MOVEMENT_LABELS
from tournaments.wording.settings import SIT_OUT_LABELS

# The least number of rows for the phases of a combined event, and for what decides a place.
_MIN_PHASE_ROWS: Final = 4
_MIN_CRITERION_ROWS: Final = 8
_EMPTY: Final = ""


def _movement_name(row: int) -> str:
    return f"movement{row}"


def _rounds_name(row: int) -> str:
    return f"rounds{row}"


def _criterion_name(row: int) -> str:
    return f"criterion{row}"


class SettingsForm(SettingFieldsForm):
    """The settings of an event. Frozen settings have no field here."""

    # The fields that are no settings.
    not_settings = frozenset({"seen"})

    def __init__(
        self, data: QueryDict | None = None, *, event: Tournament, ruleset: str, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.event, self.chosen_ruleset = event, ruleset
        self.rows = max(_MIN_PHASE_ROWS, len(event.agreement.phases))
        self.criterion_rows = max(_MIN_CRITERION_ROWS, len(event.agreement.chain))
        house_rules.add_house_rules(self, ruleset)
        self.add_phases()
        self.add_criteria()
        self.explain_absences()
        # Where the page only fetches new fields, boxes that are not ticked have not been sent.
        unticked = self.unticked_boxes() if self.initial else {}
        stored = {"seen": fingerprint_of(event), **initial_values(event, ruleset)}
        self.initial = {**stored, **unticked, **self.initial}
        self.frozen = self.load_frozen()
        # Frozen settings are shown without fields. What an outdated page sends for them is refused.
        self.frozen_values = {setting: self.remove_fields(setting) for setting in self.frozen}

    def load_frozen(self) -> Mapping[str, FrozenSetting]:
        """Return the settings that have no field, each with what depends on it."""
        return get_frozen_settings(self.event)

    def add_phases(self) -> None:
        movements = list(MOVEMENT_LABELS.items())
        for row in range(self.rows):
            self.fields[_movement_name(row)] = forms.ChoiceField(
                label=_("Row %(row)s: movement") % {"row": row + 1},
                choices=movements if row == 0 else [(_EMPTY, "–"), *movements],
                required=row == 0,
                widget=MarkedSelect(movement_marks),
            )
            self.fields[_rounds_name(row)] = WholeNumberField(
                label=_("Row %(row)s: number of rounds") % {"row": row + 1},
                required=row == 0,
                min_value=1,
                max_value=MAX_ROUNDS,
            )

    def explain_absences(self) -> None:
        """Say with each worth of a sit-out what it would be in this event, and what a walkover is."""
        agreement = self.event.agreement
        target = sheets.target_with_options(self.event.ruleset, sorted(self.event.options.items()))
        self.fields["sit_out"].choices = [  # type: ignore[attr-defined] # a choice field
            (
                code.value,
                explained_choice(
                    label, absence_rules.sit_out_effect(replace(agreement, sit_out=code), target)
                ),
            )
            for code, label in SIT_OUT_LABELS.items()
        ]
        walkover = self.fields["walkover_margin"]
        effect = absence_rules.walkover_effect(agreement, target)
        now = _("As it is now:")
        walkover.help_text = f"{walkover.help_text} {now} {effect}"
        self.explain_handicaps(agreement)

    def explain_handicaps(self, agreement: EventAgreement) -> None:
        """Say what counts where no other numbers are agreed on."""
        language = get_language() or "en"
        usual = usual_handicap(agreement, self.event.ruleset, sorted(self.event.options.items()))
        for name, number in (("handicap_points", usual.points), ("handicap_most", usual.most)):
            field = self.fields[name]
            empty = _("Empty: %(points)s.") % {"points": format_value(number, language)}
            field.help_text = f"{field.help_text} {empty}"

    def add_criteria(self) -> None:
        criteria = list(CRITERION_LABELS.items())
        for row in range(self.criterion_rows):
            self.fields[_criterion_name(row)] = forms.ChoiceField(
                label=_("No. %(row)s") % {"row": row + 1},
                choices=criteria if row == 0 else [(_EMPTY, "–"), *criteria],
                required=row == 0,
            )

    def unticked_boxes(self) -> dict[str, bool]:
        return {name: False for name, field in self.fields.items() if isinstance(field, forms.BooleanField)}

    def field_names(self, setting: str) -> list[str]:
        match setting:
            case "options":
                return house_rules.house_rule_fields(self.chosen_ruleset)
            case "phases":
                return [name for row in range(self.rows) for name in (_movement_name(row), _rounds_name(row))]
            case "chain":
                return [_criterion_name(row) for row in range(self.criterion_rows)]
            case _:
                return [setting]

    def remove_fields(self, setting: str) -> list[tuple[str, str]]:
        """Remove the fields of a setting; return their labels and values."""
        return [self.remove_field(name) for name in self.field_names(setting) if name not in self.data]

    def remove_field(self, name: str) -> tuple[str, str]:
        field = self.fields.pop(name)
        return str(field.label), display_value(field, self.initial.get(name))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.check_phase_rows(cleaned)
        self.check_repeated_criteria(cleaned)
        if not self.errors:
            plan = self.plan()
            drawn = last_drawn_round(self.event)
            for problem in validate(DraftAgreement(plan.ruleset, plan.options, plan.agreement, drawn)):
                self.add_error(self.field_of(problem), problem.message)
        return cleaned

    def check_phase_rows(self, cleaned: Mapping[str, Any]) -> None:
        """A row of phases needs both a movement and a number of rounds."""
        for row in range(1, self.rows):
            movement, rounds = _movement_name(row), _rounds_name(row)
            if movement in self.errors or rounds in self.errors:
                continue
            if cleaned.get(movement) and not cleaned.get(rounds):
                self.add_error(rounds, _("Enter the number of rounds."))
            if cleaned.get(rounds) and not cleaned.get(movement):
                self.add_error(movement, _("Choose how these rounds are drawn."))

    def check_repeated_criteria(self, cleaned: Mapping[str, Any]) -> None:
        """A criterion may be chosen once."""
        above: set[str] = set()
        for name in self.field_names("chain"):
            code = cleaned.get(name)
            if code in above:
                self.add_error(name, _("This has already been chosen above."))
            elif code:
                above.add(code)

    def field_of(self, problem: AgreementProblem) -> str | None:
        """The field of a problem; None, which is the top of the form, where the setting is frozen."""
        names = [name for name in self.field_names(problem.setting) if name in self.fields]
        if problem.setting == "phases" and problem.row is not None:
            return _movement_name(self.filled_rows()[problem.row])
        return names[0] if names else None

    def filled_rows(self) -> list[int]:
        """The rows of phases with a movement."""
        return [row for row in range(self.rows) if self.cleaned_data.get(_movement_name(row))]

    def refuse(self, refusal: ValidationError) -> None:
        """Add a verb's error about a setting at its first field, or in the row that the error names."""
        for setting, errors in refusal.update_error_dict({}).items():
            for error in errors:
                row = (error.params or {}).get("row")
                self.add_error(self.field_of(AgreementProblem(setting, "", row)), error)

    def plan(self) -> running.EventPlan:
        """The plan that was typed; frozen settings stay as they are."""
        cleaned, event = self.cleaned_data, self.event
        return running.EventPlan(
            name=cleaned["name"],
            date=cleaned["on_day"],
            starts_at=start_datetime(cleaned["on_day"], cleaned["begins"]),
            ruleset=cleaned.get("ruleset", event.ruleset),
            options=self.chosen_options(),
            agreement=self.agreement(),
            trial=cleaned.get("trial", event.is_trial),
        )

    def agreement(self) -> EventAgreement:
        """The agreement with the settings that were typed."""
        return replace(self.event.agreement, **dict(self.cleaned_settings()))

    def chosen_options(self) -> dict[str, Any]:
        """The house rules that were chosen; those of the event where they have no fields."""
        if all(name in self.cleaned_data for name in self.field_names("options")):
            return house_rules.chosen_options(self.chosen_ruleset, self.cleaned_data)
        return dict(self.event.options)

    def cleaned_settings(self) -> Iterator[tuple[str, Any]]:
        cleaned = self.cleaned_data
        for name in _SINGLE_FIELD_SETTINGS:
            if name in cleaned:
                as_type = _CLEANED_TYPES.get(name)
                yield name, as_type(cleaned[name]) if as_type else cleaned[name]
        if _movement_name(0) in cleaned:
            rows = ((cleaned[_movement_name(row)], cleaned[_rounds_name(row)]) for row in self.filled_rows())
            yield "phases", tuple(Phase(movement=MOVEMENTS[code], rounds=count) for code, count in rows)
        if _criterion_name(0) in cleaned:
            yield "chain", self.chosen_chain()

    def chosen_chain(self) -> tuple[str, ...]:
        """The criteria that were chosen; with another scheme the usual ones become those of that scheme."""
        chosen = tuple(
            self.cleaned_data[name] for name in self.field_names("chain") if self.cleaned_data.get(name)
        )
        before = self.event.agreement
        scheme = SCHEMES[self.cleaned_data.get("scheme", before.scheme.code)]
        is_usual = chosen == before.chain == before.scheme.chain
        return scheme.chain if is_usual else chosen

    def show_conflict(self, stored_event: Tournament) -> None:
        """Keep what was typed, and show beside it what another person has stored meanwhile."""
        self.data = {**dict(self.data.items()), "seen": fingerprint_of(stored_event)}
        self.add_error(None, _("Somebody else has changed this since you opened it. Nothing is saved yet."))
        stored = initial_values(stored_event, self.chosen_ruleset)
        for name, field in self.fields.items():
            if name not in self.not_settings and field.has_changed(stored.get(name), self.data.get(name)):
                value = {"stored": display_value(field, stored.get(name)) or "–"}
                self.add_error(name, _("Saved in the meantime: “%(stored)s”.") % value)
        self.add_error(None, _("Make your changes and save again: your version will replace the other one."))


# The settings with one field each, and how their choices become values.
_SINGLE_FIELD_SETTINGS: Final = (
    *(
        "deals",
        "players",
        "sides",
        "clubs_apart",
        "apart",
        "wished",
        "large_tables",
        *("places_by", "strength", "phantom_sits", "phantom_table", "best_of", "level_game"),
        "scheme",
        "bands",
        "place_points",
        "cap",
        "bound",
    ),
    *("handicap", "handicap_points", "handicap_most"),
    *("last_of_two", "walkover_shared", "two_play_on"),
    *("walkover_margin", "walkover_percent"),
    *("sit_out", "sit_out_points", "sit_out_difference", "sit_out_percent"),
    *("missed", "missed_times", "missed_last", "missed_walkover", "entries_until"),
    "licences",
    *("who_leaves", "substitutes", "substitute_percent"),
    *("late_minutes", "correction_minutes", "official_at_noon", "hidden", "hall_names", "counting"),
    *("clock_minutes", "clock_more", "clock_by_table", "clock_end", "clock_late", "clock_gives"),
    "clock_forecast",
    *("written_on", "approval", "corrections", "protocols"),
    *("signers", "director_signs", "second_entry"),
)
_CLEANED_TYPES: Final[Mapping[str, Any]] = {
    "scheme": SCHEMES.__getitem__,
    "sit_out": SitOutValue,
    "missed": MissedValue,
    "entries_until": EntriesUntil,
    "licences": Licences,
    "places_by": PlacesBy,
    "level_game": LevelGame,
    "counting": Counting,
    "clock_end": ClockEnd,
    "who_leaves": WithdrawalRule,
    "substitutes": Substitutes,
}


def initial_values(event: Tournament, ruleset: str) -> dict[str, Any]:
    """The values of the fields for an event as it is stored."""
    agreement = event.agreement
    begins = timezone.localtime(event.starts_at).time() if event.starts_at else None
    values: dict[str, Any] = {
        "name": event.name,
        "on_day": event.date,
        "begins": begins,
        "trial": event.is_trial,
        "ruleset": event.ruleset,
        **house_rules.house_rule_values(ruleset, event.options if ruleset == event.ruleset else {}),
        **{name: _form_value(getattr(agreement, name)) for name in _SINGLE_FIELD_SETTINGS},
    }
    for row, phase in enumerate(agreement.phases):
        values |= {_movement_name(row): phase.movement.code, _rounds_name(row): phase.rounds}
    values |= {_criterion_name(row): code for row, code in enumerate(agreement.chain)}
    return values


def _form_value(value: Any) -> Any:
    if isinstance(value, Scheme):
        return value.code
    return value.value if isinstance(value, StrEnum) else value


def _plain(label: object) -> str:
    return label.plain if isinstance(label, ExplainedChoice) else str(label)


def display_value(field: forms.Field, value: Any) -> str:
    """The value of a field, as a person reads it."""
    if isinstance(field, forms.BooleanField):
        return _("yes") if value else _("no")
    if isinstance(field, forms.ChoiceField):
        choices = {str(code): _plain(label) for code, label in getattr(field, "choices", ())}
        return choices.get(str(value), "") if value not in (None, _EMPTY) else ""
    prepared = field.prepare_value(value)
    if isinstance(prepared, time):
        return prepared.strftime("%H:%M")
    if isinstance(prepared, date):
        return date_format(prepared, "DATE_FORMAT")
    return "" if prepared is None else str(prepared)
