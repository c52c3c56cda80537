"""The page of a job: its progress, a button to cancel it, and its output.

It is for users who may request such a job in its book. The page refreshes itself, and works without scripts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.jobs import queue
from clubs.jobs.files import has_output, open_output
from clubs.jobs.kinds import JobDescription, kind_of_job
from clubs.models import Job
from clubs.web.decorators import page, post_only, signed_in_user
from clubs.web.request_author import author_of
from clubs.web.revisions import etag_for, page_or_304

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_FAILURES: Final[dict[str, _StrPromise]] = {
    "error": _lazy(
        "Something went wrong. Try again; if it fails again, tell the person who runs "
        "this installation: the reason is shown in its terminal."
    ),
    "died": _lazy(
        "It was started several times and never finished. Request less at a time, such as a single round."
    ),
    "no_room": _lazy("There is no room left on the disk of this installation."),
}


@dataclass(frozen=True, slots=True)
class _JobPage:
    """A job with its description."""

    job: Job
    description: JobDescription
    is_shown_on_page: bool

    @property
    def failure(self) -> str:
        return str(_FAILURES.get(self.job.failure, _FAILURES["error"]))

    @property
    def has_file(self) -> bool:
        """Return whether the output can be downloaded."""
        return self.job.state == Job.State.DONE and has_output(self.job)


def _job_page(request: HttpRequest, pk: int) -> _JobPage:
    """Return a job that the user may see. Raises Http404 and PermissionDenied."""
    job = get_object_or_404(Job.objects.select_related("book", "requested_by"), pk=pk)
    kind = kind_of_job(job)
    if kind is None:
        raise Http404
    permissions.require(request.user, job.book, kind.needs)
    return _JobPage(job, kind.describe(job), kind.is_shown_on_page)


@page
def job(request: HttpRequest, pk: int) -> HttpResponse:
    job_page = _job_page(request, pk)
    job = job_page.job
    state = job.pk, job.state, job.done, job.total, job.cancel_requested, job_page.has_file
    tag = etag_for(*state, signed_in_user(request).pk)
    return page_or_304(
        request, tag, lambda: render(request, "clubs/jobs/page.html", {"page": job_page, "tag": tag})
    )


@post_only
def job_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    queue.cancel_job(author_of(request), _job_page(request, pk).job)
    return redirect("clubs:job", pk)


@page
def job_file(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Return the output as a download."""
    job_page = _job_page(request, pk)
    if not job_page.has_file or job_page.is_shown_on_page:
        raise Http404
    job = job_page.job
    return FileResponse(
        open_output(job), as_attachment=True, filename=job.file_name, content_type=job.media_type
    )
