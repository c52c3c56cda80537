"""Template tag for the addresses of those who work in a book."""

from django import template

from clubs.web.teams import Staff

register = template.Library()


@register.simple_tag
def team_address(team: Staff, page: str, pk: int) -> str:
    """Return the address of a page of the team about one row, such as `role_take`."""
    return team.address(page, pk)
