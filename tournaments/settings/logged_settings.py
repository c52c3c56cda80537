"""Settings and pairings in the log: each setting with what it was and what it is, as people read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.log_wording import FactChange, LoggedFacts
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.core.worth import Scheme
from tournaments.settings.forms import display_value
from tournaments.settings.page import SETTING_LABELS
from tournaments.settings.setting_fields import SettingFieldsForm
from tournaments.wording.labels import CRITERION_LABELS, MOVEMENT_LABELS

# Where a setting has no value.
_NONE: Final = "–"
# Settings of a list of fields, which have no label of one field.
_LABELS: Final = {**SETTING_LABELS, "deals": _lazy("Deals per game")}


def settings_changed(before: LoggedFacts, after: LoggedFacts) -> Iterator[FactChange]:
    """Yield each setting that an act has changed; of a new event none, since none was otherwise."""
    if "agreed" not in before or "agreed" not in after:
        return
    old, new = EventAgreement.read(before["agreed"]), EventAgreement.read(after["agreed"])
    for setting in fields(EventAgreement):
        was, is_now = getattr(old, setting.name), getattr(new, setting.name)
        if was != is_now:
            yield FactChange(
                _label(setting.name), _text(setting.name, was) or _NONE, _text(setting.name, is_now) or _NONE
            )


def _label(name: str) -> str:
    field = SettingFieldsForm.base_fields.get(name)
    return str(_LABELS[name] if field is None or field.label is None else field.label)


def _text(name: str, value: Any) -> str:
    if name == "phases":
        return ", ".join(_phase_text(phase) for phase in value)
    if name == "chain":
        return ", ".join(str(CRITERION_LABELS.get(code, code)) for code in value)
    stored = value.code if isinstance(value, Scheme) else value.value if isinstance(value, StrEnum) else value
    return display_value(_field(name), stored)


def _field(name: str) -> forms.Field:
    return SettingFieldsForm.base_fields[name]


def _phase_text(phase: Phase) -> str:
    return f"{MOVEMENT_LABELS[phase.movement.code]} {phase.rounds}"


def moment_text(value: Any) -> str:
    """Return the moment at which an event begins."""
    if not value:
        return ""
    return date_format(timezone.localtime(datetime.fromisoformat(value)), "SHORT_DATETIME_FORMAT")


def day_text(value: Any) -> str:
    """Return the day of an event."""
    return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT") if value else ""


def pairings_text(value: Any) -> str:
    """Return the tables of a round: the numbers of the entries, side by side."""
    return "; ".join(" – ".join(" + ".join(map(str, side)) for side in table) for table in value)


def deals_text(value: Any) -> str:
    """Return where deals were dealt: the round, the table and the number of each."""
    return "; ".join(
        _("round %(round)s, table %(table)s, deal %(deal)s") % {"round": number, "table": table, "deal": deal}
        for number, table, deal in value
    )
