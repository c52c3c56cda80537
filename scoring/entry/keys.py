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
    """For each name the first letter of its label that no other has.

    Where all of them are given out, one that has another to take makes room; where none has, there is none.
    """
    fitting = {
        name: list(dict.fromkeys(sign for sign in label.lower() if sign.isalpha() and sign not in taken))
        for name, label in labels.items()
    }
    holders: dict[str, str] = {}
    for name in fitting:
        _give(name, fitting, holders, set())
    return {name: letter for letter, name in holders.items()}


def _give(name: str, fitting: Mapping[str, list[str]], holders: dict[str, str], asked: set[str]) -> bool:
    """A letter for a name: a free one, else one whose holder finds another."""
    free = [letter for letter in fitting[name] if letter not in holders]
    for letter in free or fitting[name]:
        if letter in asked:
            continue
        asked.add(letter)
        if letter not in holders or _give(holders[letter], fitting, holders, asked):
            holders[letter] = name
            return True
    return False


def mark(field: forms.Field, letter: str) -> None:
    """Say on the field itself by which letter it is reached."""
    if letter:
        field.widget.attrs |= {"data-letter": letter, "aria-keyshortcuts": letter}


def lead_on(field: forms.Field) -> None:
    """Say on the field itself that how many there are is one digit, after which the next line follows."""
    field.widget.attrs["data-leads-on"] = ""
