"""The links between the pages of an event, written in Python: a template takes several times as long."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from django import template
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from tournaments.public.tabs import PageLink

register = template.Library()


@register.simple_tag
def tab_links(tabs: Iterable[PageLink], current: str) -> SafeString:
    """Write a link to each page of an event."""
    return _links([(tab, escape(tab.label)) for tab in tabs], current)


@register.simple_tag
def round_links(rounds: Iterable[PageLink], current: int) -> SafeString:
    """Write a link to each round: its number, and for those who hear the page the whole words."""
    words = '<span class="visually-hidden">{}</span><span aria-hidden="true">{}</span>'
    links = [(each, words.format(escape(each.label), each.name)) for each in rounds]
    return _links(links, str(current))


def _links(links: Iterable[tuple[PageLink, str]], current: str) -> SafeString:
    """Return links with their words; the page that is shown is marked."""
    written = [
        f'<a href="{escape(link.address)}"{_CURRENT if link.name == current else ""}>{words}</a>'
        for link, words in links
    ]
    return mark_safe("".join(written))  # noqa: S308 (every word is escaped)


_CURRENT = ' aria-current="page"'
