"""How an entry is called on a page."""

from django import template

from tournaments.models import Entry
from tournaments.reports import pair_name as name_of_pair

register = template.Library()


@register.simple_tag
def pair_name(entry: Entry) -> str:
    return name_of_pair(entry)
