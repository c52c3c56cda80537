"""Template tag for the tabs of a workspace."""

from __future__ import annotations

from django import template

from clubs.models import Book
from clubs.web.viewer_roles import viewer_roles
from clubs.web.workspaces import workspaces

register = template.Library()


@register.inclusion_tag("components/workspace_tabs.html", takes_context=True)
def workspace_tabs(context: template.Context, book: Book) -> dict[str, object]:
    """Show the tabs that the viewer may open, the current one marked; nothing for a book without any."""
    request, find = context["request"], workspaces.get(book.kind)
    space = None if find is None else find(book)
    if space is None:
        return {}
    roles = viewer_roles(request, book)
    current = request.resolver_match.view_name
    tabs = [(tab, current in tab.views) for tab in space.tabs if not roles.isdisjoint(tab.needs)]
    return {"space": space, "tabs": tabs}
