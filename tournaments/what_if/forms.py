"""What is supposed to have been agreed on."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import QueryDict

from tournaments.models import Tournament
from tournaments.play.what_if import Supposition
from tournaments.running.frozen_settings import ALL_SETTINGS, COUNTED_BY, FrozenBy, FrozenSetting
from tournaments.settings.result_settings_form import ResultSettingsForm


class WhatIfForm(ResultSettingsForm):
    """All by which results are counted, whether or not it may still be changed. Nothing of it is stored."""

    not_settings = frozenset[str]()

    def __init__(self, data: QueryDict | None, *, event: Tournament) -> None:
        super().__init__(data, event=event, ruleset=event.ruleset)
        self.frozen_values = {}
        del self.fields["seen"]

    def load_frozen(self) -> Mapping[str, FrozenSetting]:
        return {name: FrozenSetting(FrozenBy.GAMES) for name in ALL_SETTINGS if name not in COUNTED_BY}

    def supposition(self) -> Supposition:
        return Supposition(agreement=self.agreement(), options=self.chosen_options())
