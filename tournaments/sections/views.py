"""The public page of an event in sections and finals. It shows nothing of the viewer."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.web import exports
from clubs.web.revisions import kept_by_revision
from tournaments.public.queries import event_or_404
from tournaments.sections.page import load_parts_page, revision_of_parts
from tournaments.sections.reports import parts_report


@require_safe
@kept_by_revision(revision_of_parts, choices=exports.CHOICES)
def parts(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The places over all, and those of each section and final."""
    event = event_or_404(pk)
    if not event.has_parts:
        raise Http404
    page = load_parts_page(event)
    report = parts_report(page)
    file = exports.export_response(request, lambda: report, lambda: event.book)
    if file is not None:
        return file
    context = {"event": event, "page": page, "report": report}
    return render(request, "tournaments/sections/parts.html", context)
