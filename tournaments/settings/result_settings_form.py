"""The settings by which results are counted, of an event that stays what it is otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments import running
from tournaments.settings.forms import SettingsForm, display_value


@dataclass(frozen=True, slots=True)
class ChangedSetting:
    """A setting as it is and as it was typed."""

    label: str
    before: str
    after: str


class ResultSettingsForm(SettingsForm):
    """Fields for what counts; the event keeps its name, its day and its hour."""

    def plan(self) -> running.EventPlan:
        """The event as it is, with the settings that were typed."""
        event = self.event
        return running.EventPlan(
            name=event.name,
            date=event.date,
            starts_at=event.starts_at,
            ruleset=self.cleaned_data.get("ruleset", event.ruleset),
            options=self.chosen_options(),
            agreement=self.agreement(),
            trial=event.is_trial,
        )

    def changes(self) -> Iterator[ChangedSetting]:
        """The settings that differ from those of the event, as people read them."""
        for name, field in self.fields.items():
            before, after = self.initial.get(name), self.cleaned_data.get(name)
            if name not in self.not_settings and field.has_changed(before, self.data.get(name)):
                yield ChangedSetting(
                    str(field.label), display_value(field, before), display_value(field, after)
                )
