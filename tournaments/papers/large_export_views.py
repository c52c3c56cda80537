"""The large files of an event: sent at once where that takes a second, else requested as a job.

Everybody may read them; jobs are requested by the staff of the event.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from clubs.books.writing import KeyReused
from clubs.db.single_row import Revision
from clubs.jobs.queue import JobRequest, request_job
from clubs.web import exports
from clubs.web.decorators import form_page, page
from clubs.web.format_parameter import FORMAT_PARAMETER
from clubs.web.forms import KeyedForm
from clubs.web.request_author import author_of
from clubs.web.revisions import kept_by_revision
from clubs.web.viewer_roles import require_role
from tournaments.models import Tournament
from tournaments.papers.job_descriptions import MAY_PRINT
from tournaments.papers.job_kinds import job_kind_of_file
from tournaments.papers.large_exports import LARGE_FILES, LargeFile, formats_at_once
from tournaments.play.drafts import is_draft
from tournaments.public.event_view import load_event_view
from tournaments.public.queries import all_event_deals, count_event_deals
from tournaments.public.revisions import revision_of_event

_SPREADSHEET = "xlsx"
_FORMAT_LABELS = {
    _SPREADSHEET: _lazy("Spreadsheet"),
    "csv": _lazy("CSV with semicolons"),
    "csv-comma": _lazy("CSV with commas"),
    "json": _lazy("JSON, for programs"),
}


class _FileForm(KeyedForm):
    """The format of the file."""

    kind = forms.ChoiceField(label=_lazy("Kind of file"), choices=_FORMAT_LABELS.items)


def _revision_of_file(pk: int, code: str) -> Revision | None:  # noqa: ARG001 (a file changes with its event)
    return revision_of_event(pk)


@require_safe
@kept_by_revision(_revision_of_file, choices=exports.CHOICES, is_file=True)
def event_file(request: HttpRequest, pk: int, code: str) -> HttpResponseBase:
    """A large file of an event that everybody may read, by the code of its address."""
    event = _get_event(pk)
    if is_draft(event):
        raise Http404
    return _file_response(request, event, LARGE_FILES[code])


@page
def staff_file(request: HttpRequest, pk: int, code: str) -> HttpResponseBase:
    """A large file with full names, for the staff of the event."""
    event = _get_event(pk)
    require_role(request, event.book, MAY_PRINT)
    return _file_response(request, event, LARGE_FILES[code])


@form_page
def make_file(request: HttpRequest, pk: int, code: str) -> HttpResponse:
    """Request a large file as a job."""
    return _request_file(request, pk, LARGE_FILES[code])


def _get_event(pk: int) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("club", "book", "announcement"), pk=pk)


# In the request.


def _file_response(request: HttpRequest, event: Tournament, file: LargeFile) -> HttpResponseBase:
    """The file in the requested format, by default a spreadsheet."""
    requested = _requested_format(request)
    deals = count_event_deals(event)
    if requested not in formats_at_once(deals):
        return _too_large_page(request, event, file, deals)
    report = file.build(load_event_view(event, file.name_of), partial(all_event_deals, event))
    return exports.export_response(request, lambda: report, lambda: event.book) or exports.file_response(
        exports.with_state(report, event.book), exports.FILE_FORMATS[_SPREADSHEET]
    )


def _requested_format(request: HttpRequest) -> str:
    return exports.requested_format(request) or _SPREADSHEET


def _too_large_page(request: HttpRequest, event: Tournament, file: LargeFile, deals: int) -> HttpResponse:
    """A page with the formats that are sent at once, and the link to request the others."""
    available, requested = formats_at_once(deals), _requested_format(request)
    on_paper = requested in exports.PAPER_FORMATS
    context: dict[str, Any] = {
        "event": event,
        "title": file.title,
        "deals": deals,
        "at_once": [
            (label, _file_address(file.url_name, event, code))
            for code, label in _FORMAT_LABELS.items()
            if code in available
        ],
        "on_paper": on_paper,
        "make": _file_address(file.make_url_name, event, _SPREADSHEET if on_paper else requested),
    }
    return render(request, "tournaments/papers/file_too_large.html", context)


def _file_address(url_name: str, event: Tournament, format_code: str) -> str:
    query = urlencode({FORMAT_PARAMETER: format_code})
    return f"{reverse(f'tournaments:{url_name}', args=[event.pk])}?{query}"


# As a job.


def _request_file(request: HttpRequest, pk: int, file: LargeFile) -> HttpResponse:
    event = _get_event(pk)
    require_role(request, event.book, MAY_PRINT)
    form = _FileForm(request.POST or None, initial={"kind": _requested_format(request)})
    if request.method == "POST" and form.is_valid():
        return _queue_file_job(request, event, file, form)
    context = {"event": event, "title": file.title, "deals": count_event_deals(event), "form": form}
    return render(request, "tournaments/papers/file_made.html", context)


def _queue_file_job(
    request: HttpRequest, event: Tournament, file: LargeFile, form: _FileForm
) -> HttpResponse:
    cleaned = form.cleaned_data
    job_request = JobRequest(
        kind=job_kind_of_file(file, cleaned["kind"]), parameters={"event": event.pk}, key=cleaned["key"]
    )
    try:
        job = request_job(author_of(request), event.book, job_request)
    except KeyReused:
        messages.error(request, _("This has already been sent with different content. Send it again."))
        return redirect(_file_address(file.make_url_name, event, cleaned["kind"]))
    return redirect("clubs:job", job.pk)
