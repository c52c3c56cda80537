"""Renders the same content in several languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TypeVar

from django.utils import translation

from clubs.reports.side_by_side import combine_texts

Result = TypeVar("Result")


def in_each_language(languages: Sequence[str], render: Callable[[], Result]) -> list[Result]:
    """Return the results of `render` in the order of the languages."""
    return [_render_in(language, render) for language in languages]


def join_languages(languages: Sequence[str], render: Callable[[], str]) -> str:
    """Join the texts of all languages; a text that is the same in all is there once."""
    return reduce(combine_texts, in_each_language(languages, render))


def _render_in(language: str, render: Callable[[], Result]) -> Result:
    with translation.override(language):
        return render()
