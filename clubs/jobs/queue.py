"""Asking for long work, and wishing that it were not done. Nothing is done here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils.translation import get_language

from clubs.books import permissions
from clubs.books.writing import Author, KeyTaken
from clubs.jobs.kinds import kinds
from clubs.models import Book, Job

_State = Job.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is asked for: the kind of work, and its particulars as plain data."""

    kind: str
    wanted: dict[str, Any]
    key: UUID


def ask(by: Author, book: Book, wish: Wish) -> Job:
    """Have it done. The same key asks once; what is waited for already is not begun a second time."""
    if by.user is None:
        raise PermissionDenied
    permissions.require(by.user, book, kinds[wish.kind].needs)
    asked = Job.objects.filter(kind=wish.kind, book=book, asked_by=by.user)
    language = get_language() or "en"
    for job in asked.filter(Q(state__in=Job.UNFINISHED, language=language) | Q(key=wish.key)):
        if job.wanted == wish.wanted and not job.cancel_wished:
            return job
    fields = {"kind": wish.kind, "book": book, "asked_by": by.user, "wanted": wish.wanted}
    job, made = Job.objects.get_or_create(
        key=wish.key, defaults={**fields, "asked_at": by.at, "language": language}
    )
    if not made and any(getattr(job, name) != value for name, value in fields.items()):
        raise KeyTaken
    return job


def cancel(by: Author, job: Job) -> None:
    """What waits is cancelled; what is worked at is told so, and ends at its next step."""
    mine = Job.objects.filter(pk=job.pk)
    if not mine.filter(state=_State.WAITING).update(state=_State.CANCELLED, ended_at=by.at):
        mine.filter(state=_State.WORKING).update(cancel_wished=True)
