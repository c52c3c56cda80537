"""The keys of the desk: the digit that picks a choice, and the letter that moves to a row of a column.

Only the desk assigns keys; the page works without them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django import forms

# The choice after the sides also answers to zero, whatever the number of sides.
ZERO: Final = "0"


class ChoiceButtons(forms.RadioSelect):
    """Radio buttons. At the desk a digit picks each of them."""

    def __init__(self) -> None:
        super().__init__()
        self.digits: Mapping[str, str] = {}
        # The page opens with the focus here.
        self.is_first = False

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)
        if self.is_first and option["index"] == "0":
            option["attrs"]["autofocus"] = True
        digits = self.digits.get(str(value), "")
        if digits:
            option["attrs"] |= {"data-digits": digits, "aria-keyshortcuts": " ".join(digits)}
        # The digit shown beside the choice.
        option["digit"] = digits[:1]
        return option


def number_choices(values: Sequence[str], first: int = 1) -> dict[str, str]:
    """The digit of each choice, by its place."""
    return {value: str(place) for place, value in enumerate(values, first)}


def assign_letters(labels: Mapping[str, str], taken: Collection[str] = ()) -> dict[str, str]:
    """For each name the first letter of its label that no other name has.

    If all letters of a label are assigned, another name moves to a different letter of its own; if none can,
    the name gets no letter.
    """
    candidates = {
        name: list(dict.fromkeys(sign for sign in label.lower() if sign.isalpha() and sign not in taken))
        for name, label in labels.items()
    }
    holders: dict[str, str] = {}
    for name in candidates:
        _assign_letter(name, candidates, holders, set())
    return {name: letter for letter, name in holders.items()}


def _assign_letter(
    name: str, candidates: Mapping[str, list[str]], holders: dict[str, str], tried: set[str]
) -> bool:
    """Assign a letter to a name: a free one, else one whose holder can move to another. Return success."""
    free = [letter for letter in candidates[name] if letter not in holders]
    for letter in free or candidates[name]:
        if letter in tried:
            continue
        tried.add(letter)
        if letter not in holders or _assign_letter(holders[letter], candidates, holders, tried):
            holders[letter] = name
            return True
    return False


def set_letter(field: forms.Field, letter: str) -> None:
    """Mark a field with the letter that moves to it."""
    if letter:
        field.widget.attrs |= {"data-letter": letter, "aria-keyshortcuts": letter}


def advance_after_digit(field: forms.Field) -> None:
    """Mark a field as a count of one digit, after which the focus moves to the next row."""
    field.widget.attrs["data-leads-on"] = ""
