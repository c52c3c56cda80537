"""The tag of a table's state, by which its pages learn that nothing has changed."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404
from django.utils.translation import get_language

from scoring.store.table_queries import table_revision


def state_tag(secret: str) -> str:
    """The ETag of a table's state in a language and in this release; 404 without a table."""
    state = table_revision(secret)
    if state is None:
        raise Http404
    number, game, revision, opens = state
    return f'W/"{number}-{game}-{revision}-{int(opens)}-{get_language()}-{settings.RELEASE}"'
