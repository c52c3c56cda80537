"""Everything that an event has agreed on, as a director types it: a field for each setting, in groups.

Knows labels, hints and which fields make up a setting; what goes together is known by `fitting`, what is held
fast and why by the verbs.
"""

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
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Game
from tournaments import running
from tournaments.agreement.agreement import Movement, Phase, SchemeCode, WhoLeaves
from tournaments.agreement.validation import MOST_POINTS, MOST_ROUNDS, Misfit, Wanted, misfits
from tournaments.core.results import SitOutValue, Substitutes
from tournaments.core.standings import CRITERIA
from tournaments.models import Tournament
from tournaments.running.events import fingerprint_of
from tournaments.running.frozen_settings import held_fast
from tournaments.settings import house_rules
from tournaments.settings.fields import CountField, EventFields, NumbersField, starting
from tournaments.wording.labels import CRITERIA as CRITERIA_SAID
from tournaments.wording.labels import MOVEMENTS
from tournaments.wording.settings import LEAVERS, SCHEMES, SIT_OUTS, SUBSTITUTES

# Rows that stand there at least: phases of a combined event, and criteria one after the other.
_PHASES: Final = 4
_NONE: Final = ""
_RADIO: Final = forms.RadioSelect


def _movement_name(row: int) -> str:
    return f"movement{row}"


def _rounds_name(row: int) -> str:
    return f"rounds{row}"


def _criterion_name(row: int) -> str:
    return f"criterion{row}"


class SettingsForm(EventFields):
    """The settings of an event. Those that are held fast have no field here."""

    seen = forms.RegexField(r"^[0-9a-f]{64}$", widget=forms.HiddenInput)
    deals = CountField(
        label=_lazy("Deals of a game"),
        required=False,
        help_text=_lazy(
            "A game is over after so many, by the totals; a void deal is dealt again. "
            "Empty: it is played to its target."
        ),
    )
    players = forms.TypedChoiceField(
        label=_lazy("Who enters"),
        widget=_RADIO,
        coerce=int,
        choices=[(1, _lazy("single players")), (2, _lazy("pairs")), (3, _lazy("three players together"))],
        help_text=_lazy("An entry keeps its number and its place in the standings for the whole event."),
    )
    sides = forms.TypedChoiceField(
        label=_lazy("Sides at a table"),
        widget=_RADIO,
        coerce=int,
        choices=[(2, _lazy("two")), (3, _lazy("three"))],
        help_text=_lazy("With three, as few tables of two as possible make up what does not divide."),
    )
    clubs_apart = forms.BooleanField(
        label=_lazy("Keep entries of one club apart"),
        required=False,
        help_text=_lazy("In Swiss: they meet only where nothing else goes."),
    )

    scheme = forms.ChoiceField(
        label=_lazy("How games count"),
        widget=_RADIO,
        choices=[(code.value, said) for code, said in SCHEMES.items()],
        help_text=_lazy("What a side takes from a game into the standings."),
    )
    bands = NumbersField(
        label=_lazy("Margins of the bands"),
        help_text=_lazy(
            "For victory points by bands: the largest margin for 10–10, 11–9, … 19–1; above it is 20–0. "
            "For four deals: 100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000."
        ),
    )
    bound = CountField(
        label=_lazy("Margin of 20–0"),
        required=False,
        help_text=_lazy("For victory points by a curve. Empty: the game's target."),
    )
    cap = CountField(
        label=_lazy("At most so many points a game"),
        required=False,
        help_text=_lazy("Where the points that were made count. Empty: all of them."),
    )
    place_points = NumbersField(
        label=_lazy("Points of the places"),
        help_text=_lazy("For the first, the second and the third at a table of three sides: 3, 1, 0."),
    )

    hidden = forms.BooleanField(
        label=_lazy("Hide the standings until the results are shown"),
        required=False,
        help_text=_lazy("Everybody sees the games; the places are announced at the end."),
    )
    correction_minutes = CountField(
        label=_lazy("Minutes for complaints about the results"),
        help_text=_lazy("From when the results are shown until they are official. A day is 1440."),
    )

    late_minutes = CountField(
        label=_lazy("Minutes until who is missing has lost"),
        help_text=_lazy("Counted from the start. The federation says half an hour."),
    )
    walkover_margin = CountField(
        label=_lazy("Difference of a walkover"),
        required=False,
        help_text=_lazy(
            "Plus for who is there, minus for who is not. Empty: 40 per cent of the target. "
            "Games over a number of deals have none: there it is written."
        ),
    )
    walkover_percent = CountField(
        label=_lazy("Points of a walkover, in per cent of the most"),
        required=False,
        help_text=_lazy("Empty: as many as a win gives."),
    )
    sit_out = forms.ChoiceField(
        label=_lazy("What a sit-out is worth"),
        widget=_RADIO,
        choices=[(code.value, said) for code, said in SIT_OUTS.items()],
        help_text=_lazy("For an entry that nobody is left to play against."),
    )
    sit_out_points = CountField(
        label=_lazy("Points of a sit-out"),
        min_value=-MOST_POINTS,
        help_text=_lazy("As the scheme counts them; victory points by a curve in hundredths."),
    )
    sit_out_difference = CountField(
        label=_lazy("Difference of a sit-out"),
        min_value=-MOST_POINTS,
        help_text=_lazy("Usually 0: who sits out neither gains nor loses."),
    )
    sit_out_percent = CountField(
        label=_lazy("Share of a sit-out, in per cent"),
        help_text=_lazy("Where a share of the most is chosen: 60, or 70."),
    )
    missed_as_sit_out = forms.BooleanField(
        label=_lazy("Rounds that a late entry has missed count as sit-outs"),
        required=False,
        help_text=_lazy("Without this they are lost, without a difference."),
    )
    who_leaves = forms.ChoiceField(
        label=_lazy("Results of an entry that withdraws"),
        widget=_RADIO,
        choices=[(code.value, said) for code, said in LEAVERS.items()],
        help_text=_lazy("Games that it would still have played are walkovers or are not drawn."),
    )

    substitutes = forms.ChoiceField(
        label=_lazy("Results with a substitute"),
        widget=_RADIO,
        choices=[(code.value, said) for code, said in SUBSTITUTES.items()],
        help_text=_lazy("For the entry of whoever was missing; the other side has its own in full."),
    )
    substitute_percent = CountField(
        label=_lazy("Share with a substitute, in per cent"),
        help_text=_lazy("Where a share of the most is chosen: 60 of a win of two points is one point."),
    )

    approval = forms.ChoiceField(
        label=_lazy("The other side approves each deal"),
        widget=_RADIO,
        choices=Game.Approval.choices,
        help_text=_lazy("At a club evening the phone is handed over; championships take digits."),
    )
    protocols = forms.ChoiceField(
        label=_lazy("The protocol"),
        widget=_RADIO,
        choices=Game.Protocols.choices,
        help_text=_lazy("Two protocols that differ show a mistake at once."),
    )
    corrections = forms.ChoiceField(
        label=_lazy("Mistakes that the rules say nothing of are corrected"),
        widget=_RADIO,
        choices=Game.Corrections.choices,
        help_text=_lazy(
            "Such as points written in the wrong column, found after the next deal was dealt. "
            "Strictly: the director alone. Sums added up wrongly are always corrected as the rules say."
        ),
    )
    signers = forms.ChoiceField(
        label=_lazy("Who signs when the game is over"),
        widget=_RADIO,
        choices=Game.Signers.choices,
        help_text=_lazy("A signature says that the protocol is right."),
    )
    director_signs = forms.BooleanField(
        label=_lazy("The director signs too"),
        required=False,
        help_text=_lazy("Last, when the players have signed."),
    )

    def __init__(
        self, data: QueryDict | None = None, *, event: Tournament, ruleset: str, **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.event, self.asked = event, ruleset
        self.rows = max(_PHASES, len(event.agreed.phases))
        house_rules.add_house_rules(self, ruleset)
        self.add_phases()
        self.add_criteria()
        # Where only the fields are fetched anew, what is not ticked has not been sent.
        unticked = self.ticks() if self.initial else {}
        stored = {"seen": fingerprint_of(event), **typed_of(event, ruleset)}
        self.initial = {**stored, **unticked, **self.initial}
        self.held = held_fast(event)
        # What is held fast is taken out and shown. What a page from before sends all the same is refused.
        self.shown_held = {setting: self.taken_out(setting) for setting in self.held}

    def add_phases(self) -> None:
        movements = [(code.value, said) for code, said in MOVEMENTS.items()]
        for row in range(self.rows):
            self.fields[_movement_name(row)] = forms.ChoiceField(
                label=_("Row %(row)s: drawn how") % {"row": row + 1},
                choices=movements if row == 0 else [(_NONE, "–"), *movements],
                required=row == 0,
            )
            self.fields[_rounds_name(row)] = CountField(
                label=_("Row %(row)s: how many rounds") % {"row": row + 1},
                required=row == 0,
                min_value=1,
                max_value=MOST_ROUNDS,
            )

    def add_criteria(self) -> None:
        criteria = [(code, CRITERIA_SAID[code]) for code in CRITERIA]
        for row in range(len(CRITERIA)):
            self.fields[_criterion_name(row)] = forms.ChoiceField(
                label=_("No. %(row)s") % {"row": row + 1},
                choices=criteria if row == 0 else [(_NONE, "–"), *criteria],
                required=row == 0,
            )

    def ticks(self) -> dict[str, bool]:
        return {name: False for name, field in self.fields.items() if isinstance(field, forms.BooleanField)}

    # Which fields make up a setting.

    def names_of(self, setting: str) -> list[str]:
        match setting:
            case "options":
                return house_rules.names_of(self.asked)
            case "phases":
                return [name for row in range(self.rows) for name in (_movement_name(row), _rounds_name(row))]
            case "chain":
                return [_criterion_name(row) for row in range(len(CRITERIA))]
            case _:
                return [setting]

    def taken_out(self, setting: str) -> list[tuple[str, str]]:
        """The fields of a setting leave the form; what stood in them, with their labels."""
        return [self.leave(name) for name in self.names_of(setting) if name not in self.data]

    def leave(self, name: str) -> tuple[str, str]:
        field = self.fields.pop(name)
        return str(field.label), _said_in(field, self.initial.get(name))

    # What was typed.

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.refuse_half_rows(cleaned)
        self.refuse_twice(cleaned)
        if not self.errors:
            plan = self.plan()
            for misfit in misfits(Wanted(plan.ruleset, plan.options, plan.agreed)):
                self.add_error(self.place_of(misfit), misfit.why)
        return cleaned

    def refuse_half_rows(self, cleaned: Mapping[str, Any]) -> None:
        """A row says both how and how many."""
        for row in range(1, self.rows):
            movement, rounds = _movement_name(row), _rounds_name(row)
            if movement in self.errors or rounds in self.errors:
                continue
            if cleaned.get(movement) and not cleaned.get(rounds):
                self.add_error(rounds, _("Say how many rounds."))
            if cleaned.get(rounds) and not cleaned.get(movement):
                self.add_error(movement, _("Say how these rounds are drawn."))

    def refuse_twice(self, cleaned: Mapping[str, Any]) -> None:
        """What decides stands once."""
        above: set[str] = set()
        for name in self.names_of("chain"):
            code = cleaned.get(name)
            if code in above:
                self.add_error(name, _("This stands above already."))
            elif code:
                above.add(code)

    def place_of(self, misfit: Misfit) -> str | None:
        """The field of a misfit; above the form where the setting is held fast."""
        names = [name for name in self.names_of(misfit.setting) if name in self.fields]
        if misfit.setting == "phases" and misfit.row is not None:
            return _movement_name(self.filled_rows()[misfit.row])
        return names[0] if names else None

    def filled_rows(self) -> list[int]:
        """The rows of phases in which something stands."""
        return [row for row in range(self.rows) if self.cleaned_data.get(_movement_name(row))]

    def refuse(self, refusal: ValidationError) -> None:
        """What the verb says of a setting stands at its first field, or in the row that it names."""
        for setting, errors in refusal.update_error_dict({}).items():
            for error in errors:
                row = (error.params or {}).get("row")
                self.add_error(self.place_of(Misfit(setting, "", row)), error)

    def plan(self) -> running.EventPlan:
        """What was typed; what is held fast stays as it is."""
        said, event = self.cleaned_data, self.event
        options = event.options
        if all(name in said for name in self.names_of("options")):
            options = house_rules.chosen(self.asked, said)
        return running.EventPlan(
            name=said["name"],
            on_day=said["on_day"],
            starts_at=starting(said["on_day"], said["begins"]),
            ruleset=said.get("ruleset", event.ruleset),
            options=options,
            agreed=replace(event.agreed, **dict(self.settings_typed())),
        )

    def settings_typed(self) -> Iterator[tuple[str, Any]]:
        said = self.cleaned_data
        for name in _PLAIN:
            if name in said:
                yield name, _READ[name](said[name]) if name in _READ else said[name]
        if _movement_name(0) in said:
            rows = ((said[_movement_name(row)], said[_rounds_name(row)]) for row in self.filled_rows())
            yield "phases", tuple(Phase(movement=Movement(how), rounds=many) for how, many in rows)
        if _criterion_name(0) in said:
            yield "chain", tuple(said[name] for name in self.names_of("chain") if said.get(name))

    # Somebody else was faster.

    def against(self, now: Tournament) -> None:
        """Show both values, keep what was typed, and let the person decide."""
        self.data = {**dict(self.data.items()), "seen": fingerprint_of(now)}
        self.add_error(None, _("Somebody else has changed this since you opened it. Nothing is saved yet."))
        stored = typed_of(now, self.asked)
        for name, field in self.fields.items():
            if name != "seen" and field.has_changed(stored.get(name), self.data.get(name)):
                told = {"stored": _said_in(field, stored.get(name)) or "–"}
                self.add_error(name, _("Stored meanwhile: “%(stored)s”.") % told)
        self.add_error(None, _("Put right what should be otherwise and save again: that replaces the rest."))


# The settings that are one field each, and how what was typed becomes what is kept.
_PLAIN: Final = (
    *("deals", "players", "sides", "clubs_apart", "scheme", "bands", "place_points", "cap", "bound"),
    *("walkover_margin", "walkover_percent"),
    *("sit_out", "sit_out_points", "sit_out_difference", "sit_out_percent"),
    *("missed_as_sit_out", "who_leaves", "substitutes", "substitute_percent"),
    *("late_minutes", "correction_minutes", "hidden"),
    *("approval", "corrections", "protocols", "signers", "director_signs"),
)
_READ: Final[Mapping[str, Any]] = {
    "scheme": SchemeCode,
    "sit_out": SitOutValue,
    "who_leaves": WhoLeaves,
    "substitutes": Substitutes,
}


def typed_of(event: Tournament, ruleset: str) -> dict[str, Any]:
    """What stands in the fields for an event as it is."""
    agreed = event.agreed
    begins = timezone.localtime(event.starts_at).time() if event.starts_at else None
    typed: dict[str, Any] = {
        "name": event.name,
        "on_day": event.on_day,
        "begins": begins,
        "ruleset": event.ruleset,
        **house_rules.typed_as(ruleset, event.options if ruleset == event.ruleset else {}),
        **{name: _typed_value(getattr(agreed, name)) for name in _PLAIN},
    }
    for row, phase in enumerate(agreed.phases):
        typed |= {_movement_name(row): phase.movement.value, _rounds_name(row): phase.rounds}
    typed |= {_criterion_name(row): code for row, code in enumerate(agreed.chain)}
    return typed


def _typed_value(value: Any) -> Any:
    return value.value if isinstance(value, StrEnum) else value


def _said_in(field: forms.Field, value: Any) -> str:
    """What stands in a field, as a person reads it."""
    if isinstance(field, forms.BooleanField):
        return _("yes") if value else _("no")
    if isinstance(field, forms.ChoiceField):
        choices = {str(code): str(said) for code, said in getattr(field, "choices", ())}
        return choices.get(str(value), "") if value not in (None, _NONE) else ""
    prepared = field.prepare_value(value)
    if isinstance(prepared, time):
        return prepared.strftime("%H:%M")
    if isinstance(prepared, date):
        return date_format(prepared, "DATE_FORMAT")
    return "" if prepared is None else str(prepared)
