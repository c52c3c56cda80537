"""Small tags of the look: icons, and figures with their sign.

Knows where the icons lie and how figures are written; must not know what any page is about.
"""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubs.reports import numbers
from clubs.web import exports as taken

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing from static/icons.svg, beside a word and never instead of one."""
    return format_html(
        '<svg class="icon" width="24" height="24" aria-hidden="true" focusable="false">'
        '<use href="{}#{}"></use></svg>',
        static("icons.svg"),
        name,
    )


@register.inclusion_tag("components/files.html", takes_context=True)
def files(context: template.Context) -> dict[str, object]:
    """What this page can be taken as besides."""
    return {"ways": taken.ways(context["request"])}


@register.filter
def figure(value: object) -> object:
    """A whole number as the reader's language writes it; anything else as it is."""
    if isinstance(value, int) and not isinstance(value, bool):
        return numbers.written(value, get_language() or "en")
    return value


@register.filter
def signed(points: int) -> str:
    """A difference: with its sign, plus as well as minus."""
    figures = numbers.written(points, get_language() or "en")
    return f"+{figures}" if points > 0 else figures
