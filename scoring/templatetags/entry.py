"""Template filter that marks the shortcut letter of a line on the entry form."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def underlined(label: str, letter: str) -> str | SafeString:
    """Underline the first occurrence of the letter in the label."""
    text = str(label)
    at = text.lower().find(letter) if letter else -1
    if at < 0:
        return text
    return format_html('{}<u class="key">{}</u>{}', text[:at], text[at : at + 1], text[at + 1 :])
