"""The keys of the desk: which digit picks which choice, and which letter leads to which line of a column.

Knows choices and labels as they are read; must not know what any of them means. Where no keyboard is, no key
is given out, and the page is the same without them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django import forms

# Beside its own digit the choice after the sides is picked by nought, however many sides there are.
NOUGHT: Final = "0"


class Choices(forms.RadioSelect):
    """One of a few. At the desk each may be picked by a digit."""

    def __init__(self) -> None:
        super().__init__()
        self.digits: Mapping[str, str] = {}
        # The page begins here: whoever opens it can type at once.
        self.is_first = False

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if self.is_first and option["index"] == "0":
            option["attrs"]["autofocus"] = True
        digits = self.digits.get(str(value), "")
        if digits:
            option["attrs"] |= {"data-digits": digits, "aria-keyshortcuts": " ".join(digits)}
        # The one that is shown beside the choice.
        option["digit"] = digits[:1]
        return option


def in_order(values: Sequence[str], first: int = 1) -> dict[str, str]:
    """Each choice by its place."""
    return {value: str(place) for place, value in enumerate(values, first)}


def letters(labels: Mapping[str, str], taken: Collection[str] = ()) -> dict[str, str]:
    """For each name the first letter of its label that no other has; none where all of them are given out."""
    given: dict[str, str] = {}
    for name, label in labels.items():
        used = {*taken, *given.values()}
        letter = next((sign for sign in label.lower() if sign.isalpha() and sign not in used), "")
        if letter:
            given[name] = letter
    return given


def mark(field: forms.Field, letter: str) -> None:
    """Say on the field itself by which letter it is reached."""
    if letter:
        field.widget.attrs |= {"data-letter": letter, "aria-keyshortcuts": letter}
