"""How a side is called on a page."""

from django import template

from scoring.models import Side
from scoring.queries import side_name as name_of_side

register = template.Library()


@register.filter
def side_name(side: Side) -> str:
    return name_of_side(side)
