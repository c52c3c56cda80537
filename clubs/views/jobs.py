"""The page of a job: how far it is, how to cancel it, and what it has made.

It is for whoever may ask for such work in its book. The page follows by itself, and works without scripts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _lazy

from clubs.books import permissions
from clubs.jobs import queue
from clubs.jobs.folder import file_of
from clubs.jobs.kinds import Told, kind_of
from clubs.models import Job
from clubs.web.decorators import acts, person, reads
from clubs.web.request_author import author_of
from clubs.web.revisions import tag_of, unless_known

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

_WRONG: Final[dict[str, _StrPromise]] = {
    "error": _lazy(
        "Something went wrong. Ask for it once more; if it fails again, tell whoever keeps this "
        "installation: the reason stands in its terminal."
    ),
    "died": _lazy(
        "It was begun several times and never came to its end. Ask for less at once, such as a single round."
    ),
    "no_room": _lazy("There is no room left on the disk of this installation."),
}


@dataclass(frozen=True, slots=True)
class _Shown:
    """A job with what is said of it."""

    job: Job
    told: Told

    @property
    def wrong(self) -> str:
        return str(_WRONG.get(self.job.failure, _WRONG["error"]))

    @property
    def is_there(self) -> bool:
        """Whether what was made can still be fetched: in a copy taken elsewhere it is not."""
        return self.job.state == Job.State.DONE and file_of(self.job).is_file()


def _seen(request: HttpRequest, pk: int) -> _Shown:
    """A job that this person may see."""
    job = get_object_or_404(Job.objects.select_related("book", "asked_by"), pk=pk)
    kind = kind_of(job)
    if kind is None:
        raise Http404
    permissions.require(request.user, job.book, kind.needs)
    return _Shown(job, kind.told(job))


@reads
def job(request: HttpRequest, pk: int) -> HttpResponse:
    shown = _seen(request, pk)
    one = shown.job
    stands = one.pk, one.state, one.done, one.whole, one.cancel_wished, shown.is_there
    tag = tag_of(*stands, person(request).pk)
    return unless_known(
        request, tag, lambda: render(request, "clubs/jobs/page.html", {"shown": shown, "tag": tag})
    )


@acts
def job_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    queue.cancel(author_of(request), _seen(request, pk).job)
    return redirect("clubs:job", pk)


@reads
def job_file(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What was made, as a file to keep."""
    shown = _seen(request, pk)
    if not shown.is_there:
        raise Http404
    made = file_of(shown.job).open("rb")
    return FileResponse(
        made, as_attachment=True, filename=shown.job.file_name, content_type=shown.job.media_type
    )
