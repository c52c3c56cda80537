"""Pieces of a page that follow from a value alone: rendered once, then kept in this process.

A page that is fetched anew after every deal consists for the most part of deals that have long been written
down. Knows that equal values look the same in the same language; must not know what a piece shows.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import Final

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

# Pieces of a kilobyte or two: an evening of forty tables in a few megabytes.
_MOST_PIECES: Final = 4096


@register.simple_tag
def kept(name: str, shown: Hashable, **more: Hashable) -> SafeString:
    """The template of this name, which is given `shown` and `more` and sees nothing else of the page."""
    return piece(name, get_language(), shown, tuple(more.items()))


@lru_cache(maxsize=_MOST_PIECES)
def piece(
    name: str,
    _language: str | None,  # tells apart what looks otherwise in another language
    shown: Hashable,
    more: tuple[tuple[str, Hashable], ...],
) -> SafeString:
    rendered = get_template(name).render({"shown": shown, **dict(more)})
    return mark_safe(rendered)  # noqa: S308 (a template has escaped it)
