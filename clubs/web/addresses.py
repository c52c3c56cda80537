"""Addresses of pages that have numbers, such as those of all rounds of an event."""

from __future__ import annotations

from functools import cache
from typing import Final

from django.urls import get_script_prefix, reverse

# Stand for the numbers of an address; no address has them in its words.
_FIRST_STAND_IN: Final = 10**9


def address_of(name: str, *numbers: int) -> str:
    """Return what `reverse` returns. What addresses of one name have in common is looked up once."""
    return address_pattern(name, len(numbers)).format(*numbers)


def address_pattern(name: str, count: int = 1) -> str:
    """Return an address with a field for each of its numbers, for whoever writes many of them."""
    return _pattern(name, count, get_script_prefix())


@cache
def _pattern(name: str, count: int, _prefix: str) -> str:
    # Braces of its own would be quoted.
    stand_ins = range(_FIRST_STAND_IN, _FIRST_STAND_IN + count)
    pattern = reverse(name, args=stand_ins)
    for position, number in enumerate(stand_ins):
        pattern = pattern.replace(str(number), f"{{{position}}}")
    return pattern
