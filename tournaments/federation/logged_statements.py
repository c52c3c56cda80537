"""Comparison of issued statements with what the log says was issued: none has changed, and none is gone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from clubs.books.verification import BrokenEntry
from clubs.models import LogEntry
from tournaments.federation.content import digest_of
from tournaments.models import IssuedStatement

_ACTS: Final = ("statement.issued", "statement.credited")


def find_changed_statements(only: int | None = None) -> Iterator[BrokenEntry]:
    """Yield the statements that are not what was logged, or gone; in all books or in one."""
    entries = LogEntry.objects.filter(act__in=_ACTS).order_by("book", "number")
    if only is not None:
        entries = entries.filter(book=only)
    for book, number, text in entries.values_list("book", "number", "text").iterator():
        facts = json.loads(text)["after"]
        stored = IssuedStatement.objects.filter(pk=facts["statement"]).first()
        if stored is None or digest_of(stored) != facts["statement_digest"]:
            words = {"number": facts["statement_number"]}
            yield BrokenEntry(book, number, _("statement %(number)s is not what was issued") % words)
