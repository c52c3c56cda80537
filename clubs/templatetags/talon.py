"""General tags and filters: icons, links to the files of a page, and formatted numbers."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubs.reports import numbers
from clubs.web import exports

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return a drawing from static/icons.svg, to be used with a word and never instead of one."""
    return format_html(
        '<svg class="icon" width="24" height="24" aria-hidden="true" focusable="false">'
        '<use href="{}#{}"></use></svg>',
        static("icons.svg"),
        name,
    )


@register.inclusion_tag("components/files.html", takes_context=True, name="export_links")
def render_export_links(context: template.Context) -> dict[str, object]:
    """Link to the files that this page can be exported as."""
    return {"links": exports.export_links(context["request"])}


@register.filter
def figure(value: object) -> object:
    """Format a whole number in the reader's language; return anything else unchanged."""
    if isinstance(value, int) and not isinstance(value, bool):
        return numbers.format_value(value, get_language() or "en")
    return value


@register.filter
def with_sign(points: int) -> str:
    """Format a difference with its sign, plus as well as minus."""
    figures = numbers.format_value(points, get_language() or "en")
    return f"+{figures}" if points > 0 else figures
