"""The house rules of a game in a form about an event: a choice for each, the rules as they are written first.

Knows how the choices are named in a form; what a rule set offers comes from the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from clubs.books.writing import Value
from scoring.core.rulesets.base import Option
from scoring.setup.forms import option_field, option_name
from scoring.store import sheets


def _options_of(ruleset: str) -> tuple[Option, ...]:
    return sheets.rules_of(ruleset).options


def names_of(ruleset: str) -> list[str]:
    """What the fields of the house rules are called."""
    return [option_name(option) for option in _options_of(ruleset)]


def add_house_rules(form: forms.Form, ruleset: str) -> None:
    for option in _options_of(ruleset):
        form.fields[option_name(option)] = option_field(ruleset, option)


def typed_as(ruleset: str, options: Mapping[str, Any]) -> dict[str, str]:
    """What stands in the fields for what was chosen before."""
    return {
        option_name(option): str(number)
        for option in _options_of(ruleset)
        for number, choice in enumerate(option.choices)
        if choice.value == options.get(option.name, option.choices[0].value)
    }


def chosen(ruleset: str, cleaned: Mapping[str, Any]) -> dict[str, Value]:
    """What differs from the rules as they are written."""
    choices = {
        option.name: option.choices[int(cleaned[option_name(option)])] for option in _options_of(ruleset)
    }
    return {name: choice.value for name, choice in choices.items() if choice.change is not None}
