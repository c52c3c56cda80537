"""Fragments of a page that depend on values alone: rendered once, then cached in this process.

A page that is fetched again after every deal consists mostly of deals that were written down long ago. The
frame of every page is the same in a language, but for the links that lead back to the page.
"""

from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Final

from django import template
from django.template.loader import get_template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

# Fragments of a kilobyte or two: an evening of forty tables in a few megabytes.
_MAX_FRAGMENTS: Final = 4096
# Stands for the address of a page; no template and no message has this character.
_ADDRESS: Final = "\x01"


@register.simple_tag
def cached_include(name: str, **context: Hashable) -> SafeString:
    """Include a template that gets `context` and nothing else of the page."""
    return render_fragment(name, get_language(), tuple(context.items()))


@lru_cache(maxsize=_MAX_FRAGMENTS)
def render_fragment(
    name: str,
    _language: str | None,  # part of the cache key
    context: tuple[tuple[str, Hashable], ...],
) -> SafeString:
    rendered = get_template(name).render(dict(context))
    return mark_safe(rendered)  # noqa: S308 (a template has escaped it)


@register.simple_tag
def constant_include(name: str, address: str = "") -> SafeString:
    """Include a template that gets nothing of the page but its address."""
    rendered = _render_constant(name, get_language()).replace(_ADDRESS, conditional_escape(address))
    return mark_safe(rendered)  # noqa: S308 (a template has escaped it, and the address is escaped)


@cache
def _render_constant(name: str, _language: str | None) -> str:
    return get_template(name).render({"address": _ADDRESS}).strip()
