"""Requesting and cancelling jobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils.translation import get_language

from clubs.books import permissions
from clubs.books.writing import Author, KeyReused
from clubs.jobs.kinds import job_kinds
from clubs.models import Book, Job

_State = Job.State


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRequest:
    """The kind of a requested job, its parameters as plain data, and the key of the form."""

    kind: str
    parameters: dict[str, Any]
    key: UUID


def request_job(by: Author, book: Book, request: JobRequest) -> Job:
    """Return a new job, or the one that the same key or the same unfinished request has created already.

    Raises PermissionDenied without the role, and KeyReused if the key belongs to another request.
    """
    if by.user is None:
        raise PermissionDenied
    permissions.require(by.user, book, job_kinds[request.kind].needs)
    requested = Job.objects.filter(kind=request.kind, book=book, requested_by=by.user)
    language = get_language() or "en"
    for job in requested.filter(Q(state__in=Job.UNFINISHED, language=language) | Q(key=request.key)):
        if job.parameters == request.parameters and not job.cancel_requested:
            return job
    fields = {"kind": request.kind, "book": book, "requested_by": by.user, "parameters": request.parameters}
    job, created = Job.objects.get_or_create(
        key=request.key, defaults={**fields, "requested_at": by.at, "language": language}
    )
    if not created and any(getattr(job, name) != value for name, value in fields.items()):
        raise KeyReused
    return job


def cancel_job(by: Author, job: Job) -> None:
    """Cancel a waiting job; ask the worker of a running one to stop at its next step."""
    same = Job.objects.filter(pk=job.pk)
    if not same.filter(state=_State.WAITING).update(state=_State.CANCELLED, ended_at=by.at):
        same.filter(state=_State.WORKING).update(cancel_requested=True)
