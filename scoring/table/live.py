"""The tag of a table's state, by which its pages learn that nothing has changed."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404
from django.utils import timezone
from django.utils.translation import get_language

from scoring.store.table_queries import table_revision


def table_of_tag(tag: str) -> str:
    """The number of the table in its tag."""
    return tag.removeprefix('W/"').partition("-")[0]


def state_tag(secret: str) -> str:
    """The ETag of a table's state in a language and in this release; 404 without a table, and
    for a card that has stopped."""
    state = table_revision(secret, timezone.now())
    if state is None:
        raise Http404
    what = f"{state.table}-{state.game}-{state.revision}-{int(state.opens)}-{state.phones.value}"
    return f'W/"{what}-{get_language()}-{settings.RELEASE}"'
