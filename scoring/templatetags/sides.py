"""How a side is called on a page, and how a line's reason stands there."""

from django import template
from django.utils.safestring import SafeString

from scoring.models import Side
from scoring.store.queries import side_name as name_of_side
from scoring.wording import labels
from scoring.wording.citations import paragraph_whole

register = template.Library()
register.filter(paragraph_whole)

# Each side has a mark of its own shape on a drawing.
_SHAPES = (
    SafeString('<circle r="4"/>'),
    SafeString('<rect x="-4" y="-4" width="8" height="8"/>'),
    SafeString('<path d="M0-5 5 4H-5Z"/>'),
)


@register.filter
def side_name(side: Side) -> str:
    return name_of_side(side)


@register.filter
def rules_name(ruleset: str) -> str:
    return labels.ruleset_name(ruleset)


@register.filter
def shape(side: int) -> SafeString:
    return _SHAPES[side]
