"""How the form of a deal shows the letter that leads to a line."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def underlined(label: str, letter: str) -> str | SafeString:
    """A label with its letter underlined, the first of its kind."""
    text = str(label)
    at = text.lower().find(letter) if letter else -1
    if at < 0:
        return text
    return format_html('{}<u class="key">{}</u>{}', text[:at], text[at : at + 1], text[at + 1 :])
