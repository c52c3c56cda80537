"""Says the same in one language after the other.

Knows that a language can be on; must not know what is said in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TypeVar

from django.utils import translation

from clubs.reports.side_by_side import both

Said = TypeVar("Said")


def in_each(languages: Sequence[str], say: Callable[[], Said]) -> list[Said]:
    """What is said, in the order of the languages."""
    return [_said_in(language, say) for language in languages]


def beside_each_other(languages: Sequence[str], say: Callable[[], str]) -> str:
    """The same words in each of the languages, once where they are alike."""
    return reduce(both, in_each(languages, say))


def _said_in(language: str, say: Callable[[], Said]) -> Said:
    with translation.override(language):
        return say()
