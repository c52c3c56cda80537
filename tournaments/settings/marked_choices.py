"""Choices with marks for the style sheet (settings.css), which shows the settings that count with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django import forms

from tournaments.core.drawing.movement import Movement
from tournaments.core.movements import MOVEMENTS

# The attributes of a choice in the page, by its code.
Marks = Callable[[str], Mapping[str, str]]

# The settings that count with some movements alone, and with which.
SETTINGS_OF_MOVEMENTS: Final[Mapping[str, Callable[[Movement], bool]]] = {
    "clubs_apart": lambda movement: movement.keeps_clubs_apart,
    "who_leaves": lambda movement: movement.all_meet,
}


class MarkedSelect(forms.Select):
    """A list of choices with marks."""

    def __init__(self, marks: Marks) -> None:
        super().__init__()
        self.marks = marks

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        return {**option, "attrs": {**option["attrs"], **self.marks(str(value))}}


def movement_marks(code: str) -> Mapping[str, str]:
    """Return the settings that count with a movement, as `data-uses`."""
    if code not in MOVEMENTS:
        return {}
    uses = [setting for setting, counts in SETTINGS_OF_MOVEMENTS.items() if counts(MOVEMENTS[code])]
    return {"data-uses": " ".join(uses)} if uses else {}
