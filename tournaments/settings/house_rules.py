"""The house rules of a game as fields of a form: a choice for each, the rules as written first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from clubs.books.writing import JsonValue
from scoring.core.ruleset import RuleOption
from scoring.setup.forms import option_field, option_field_name
from scoring.store import sheets


def _options_of(ruleset: str) -> tuple[RuleOption, ...]:
    return sheets.load_ruleset(ruleset).options


def house_rule_fields(ruleset: str) -> list[str]:
    """The names of the fields."""
    return [option_field_name(option) for option in _options_of(ruleset)]


def add_house_rules(form: forms.Form, ruleset: str) -> None:
    for option in _options_of(ruleset):
        form.fields[option_field_name(option)] = option_field(ruleset, option)


def house_rule_values(ruleset: str, options: Mapping[str, Any]) -> dict[str, str]:
    """The values of the fields for options that were chosen before."""
    return {
        option_field_name(option): str(number)
        for option in _options_of(ruleset)
        for number, choice in enumerate(option.choices)
        if choice.value == options.get(option.name, option.choices[0].value)
    }


def chosen_options(ruleset: str, cleaned: Mapping[str, Any]) -> dict[str, JsonValue]:
    """The chosen options that differ from the rules as written."""
    choices = {
        option.name: option.choices[int(cleaned[option_field_name(option)])]
        for option in _options_of(ruleset)
    }
    return {name: choice.value for name, choice in choices.items() if choice.change is not None}
