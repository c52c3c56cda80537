"""Labels of house rules and table forms in the reader's language, for every rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _lazy

from scoring import rulesets
from scoring.core.vocabulary import OptionValue
from scoring.wording.labels import translate_label

if TYPE_CHECKING:
    from scoring.wording.labels import Text

# Labels of the table forms by their names in the rules.
FORM_LABELS: Mapping[str, Text] = {
    "2": _lazy("2 players, individually"),
    "3": _lazy("3 players, individually"),
    "4": _lazy("4 players, two against two"),
    "5": _lazy("5 players, two against three; one of the three sits out in turn"),
    "6a": _lazy("6 players, three against three, one of each side sits out in turn"),
    "6b": _lazy("6 players, three against three, all of them play"),
    "6c": _lazy("6 players, three pairs"),
}


def option_label(ruleset: str, name: str) -> Text:
    return translate_label(rulesets.labels_by_slug()[ruleset].options[name].label)


def value_label(ruleset: str, name: str, value: OptionValue) -> Text:
    return translate_label(rulesets.labels_by_slug()[ruleset].options[name].values[value])
