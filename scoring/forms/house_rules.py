"""The house rules of a game as fields of a form: a choice for each, the rules as written first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from clubs.books.writing import JsonValue
from scoring.core.ruleset import RuleOption
from scoring.store import sheets
from scoring.wording import labels
from scoring.wording import options as option_wording


def _options_of(ruleset: str) -> tuple[RuleOption, ...]:
    return sheets.load_ruleset(ruleset).options


def house_rule_fields(ruleset: str) -> list[str]:
    """The names of the fields."""
    return [_field_name(option) for option in _options_of(ruleset)]


def add_house_rules(form: forms.Form, ruleset: str) -> None:
    for option in _options_of(ruleset):
        form.fields[_field_name(option)] = _field(ruleset, option)


def fields_without_use(ruleset: str, sides: int, players: int) -> list[str]:
    """The names of the fields that change nothing at tables of so many sides of so many players."""
    return [_field_name(option) for option in _options_of(ruleset) if not option.concerns(sides, players)]


def house_rule_values(ruleset: str, options: Mapping[str, Any]) -> dict[str, str]:
    """The values of the fields for options that were chosen before."""
    return {
        _field_name(option): str(number)
        for option in _options_of(ruleset)
        for number, choice in enumerate(option.choices)
        if choice.value == options.get(option.name, option.choices[0].value)
    }


def chosen_options(ruleset: str, cleaned: Mapping[str, Any]) -> dict[str, JsonValue]:
    """The chosen options that differ from the rules as written."""
    choices = {
        option.name: option.choices[int(cleaned[_field_name(option)])] for option in _options_of(ruleset)
    }
    return {name: choice.value for name, choice in choices.items() if choice.change is not None}


def _field_name(option: RuleOption) -> str:
    return f"option_{option.name}"


def _field(ruleset: str, option: RuleOption) -> forms.ChoiceField:
    """Return the field of an option: the default of the rules, and what a club may agree on instead."""
    value_labels = [
        str(option_wording.value_label(ruleset, option.name, choice.value)) for choice in option.choices
    ]
    return forms.ChoiceField(
        label=option_wording.option_label(ruleset, option.name),
        widget=forms.RadioSelect,
        choices=[(str(number), label) for number, label in enumerate(value_labels)],
        initial="0",
        help_text=labels.paragraph_label(option.rule) if option.rule[:1].isdigit() else "",
    )
