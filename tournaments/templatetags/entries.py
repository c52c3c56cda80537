"""How an entry is called on a page."""

from django import template

from clubs.names import full_name, public_name
from tournaments.models import Entry
from tournaments.reports import pair_name as name_of_pair

register = template.Library()


@register.simple_tag
def pair_name(entry: Entry, *, at_desk: bool = False) -> str:
    """The names of a pair: all of them at the desk, elsewhere those that may be published."""
    return name_of_pair(entry, full_name if at_desk else public_name)
