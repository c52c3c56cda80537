"""The marks of a plot, written in Python: a template takes ten times as long for them."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from clubs.templatetags.fragments import render_fragment
from tournaments.public.places_plot import PlaceLine

register = template.Library()

_MARK = "tournaments/public/_plot_mark.html"


@register.simple_tag
def plot_marks(line: PlaceLine) -> SafeString:
    """Write the mark of a line at each of its corners; the places of corners are numbers in per cent."""
    mark = render_fragment(_MARK, get_language(), (("at", line.index),))
    marks = (f'<svg x="{at.x}" y="{at.y}" overflow="visible">{mark}</svg>' for at in line.marks)
    return mark_safe("".join(marks))  # noqa: S308 (numbers of our own)
