"""The links between the pages of an event, as Python writes them, are those that a template writes."""

from __future__ import annotations

import pytest
from django.template import engines

from tournaments.public.tabs import PageLink

LINKS = [
    PageLink("standings", "Standings", "/events/7/"),
    PageLink("8", "Round 8 of <Åsa's>", "/events/7/rounds/8/?a=1&b=2"),
    PageLink("12", "Round 12", "/events/7/rounds/12/"),
]
MARKED = '{% if link.name == current %} aria-current="page"{% endif %}'
TABS = '{% for link in links %}<a href="{{ link.address }}"MARKED>{{ link.label }}</a>{% endfor %}'
ROUNDS = (
    '{% for link in links %}<a href="{{ link.address }}"MARKED>'
    '<span class="visually-hidden">{{ link.label }}</span>'
    '<span aria-hidden="true">{{ link.name }}</span></a>{% endfor %}'
)


def rendered(template: str, current: str | int) -> str:
    text = "{% load page_links %}" + template.replace("MARKED", MARKED)
    return engines["django"].from_string(text).render({"links": LINKS, "current": current})


@pytest.mark.parametrize("current", ["standings", "8", "elsewhere"])
def test_python_writes_the_tabs_as_a_template_does(current: str) -> None:
    assert rendered("{% tab_links links current %}", current) == rendered(TABS, current)


@pytest.mark.parametrize("current", [8, 12, 1])
def test_python_writes_the_rounds_as_a_template_does(current: int) -> None:
    assert rendered("{% round_links links current %}", current) == rendered(ROUNDS, str(current))
