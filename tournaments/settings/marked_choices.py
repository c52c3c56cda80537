"""Choices with marks for the style sheet (settings.css), which shows the settings that count with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar

from django import forms

from tournaments.agreement.validation import MIN_CAPPED_MOST
from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS
from tournaments.core.schemes import SCHEMES
from tournaments.core.worth import Scheme, SchemeNumbers

_Value = TypeVar("_Value", Movement, Scheme)
# The attributes of a choice in the page, by its code.
Marks = Callable[[str], Mapping[str, str]]

# The settings that count with some movements alone, and with which.
SETTINGS_OF_MOVEMENTS: Final[Mapping[str, Callable[[Movement], bool]]] = {
    "clubs_apart": lambda movement: movement.keeps_clubs_apart,
    "large_tables": lambda movement: movement.draws_partners,
    "apart": lambda movement: movement.is_redrawable,
    "wished": lambda movement: movement.grants_wishes,
    "places_by": lambda movement: movement.gives_places,
    "strength": lambda movement: movement.gives_places,
    "phantom_sits": lambda movement: movement.plays_in_lines,
    "phantom_table": lambda movement: movement.plays_in_lines,
    "best_of": lambda movement: movement.bracket is not None,
    "level_game": lambda movement: movement.bracket is not None,
    "missed_walkover": lambda movement: movement.has_fixed_schedule and not movement.mixes_players,
    "who_leaves": lambda movement: movement.all_meet,
}


def _reads(number: str) -> Callable[[Scheme], bool]:
    return lambda scheme: number in scheme.numbers


# The same of schemes: the numbers that they read, and the share of the most where there is one.
SETTINGS_OF_SCHEMES: Final[Mapping[str, Callable[[Scheme], bool]]] = {
    **{number.name: _reads(number.name) for number in fields(SchemeNumbers)},
    "walkover_percent": lambda scheme: not scheme.is_unlimited,
}


class _MarkedChoices(forms.widgets.ChoiceWidget):
    """Choices with marks."""

    def __init__(self, marks: Marks) -> None:
        super().__init__()
        self.marks = marks

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        return {**option, "attrs": {**option["attrs"], **self.marks(str(value))}}


class MarkedSelect(_MarkedChoices, forms.Select):
    """A list of choices with marks."""


class MarkedRadio(_MarkedChoices, forms.RadioSelect):
    """Choices below each other with marks."""


def movement_marks(code: str) -> Mapping[str, str]:
    """Return the settings that count with a movement."""
    movement = MOVEMENTS.get(code)
    return {} if movement is None else _marks(uses=_uses(SETTINGS_OF_MOVEMENTS, movement))


def scheme_marks(code: str) -> Mapping[str, str]:
    """Return the settings that count with a scheme, the sides it is for, and whether it has no limit."""
    scheme = SCHEMES[code]
    return _marks(
        uses=_uses(SETTINGS_OF_SCHEMES, scheme),
        sides=" ".join(map(str, scheme.sides)),
        unlimited="yes" if scheme.is_unlimited else "",
        few="yes" if _gives_few_points(scheme) else "",
    )


def _gives_few_points(scheme: Scheme) -> bool:
    """Whether a share of the most points of a game says nothing, whatever numbers an event agrees on."""
    return (
        not scheme.numbers
        and scheme.max_points is not None
        and scheme.max_points(SchemeNumbers()) < MIN_CAPPED_MOST
    )


def _uses(settings: Mapping[str, Callable[[_Value], bool]], value: _Value) -> str:
    return " ".join(setting for setting, counts in settings.items() if counts(value))


def _marks(**marks: str) -> Mapping[str, str]:
    return {f"data-{name}": mark for name, mark in marks.items() if mark}
