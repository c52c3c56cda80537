"""Documents as PDF files, in the one or two languages that an address asks for."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from clubs.reports.report import Document


def requested_languages(request: HttpRequest) -> list[str]:
    """Return the one or two languages of `?languages=fi-sv`, or else the active language."""
    known = dict(settings.LANGUAGES)
    languages = [code for code in request.GET.get("languages", "").split("-")[:2] if code in known]
    return list(dict.fromkeys(languages)) or [translation.get_language() or "en"]


def pdf_response(document: Document, name: str) -> HttpResponse:
    """Return a document as a PDF that browsers open, under the name of a file."""
    # Imported on first use: it is a fifth of all that a worker would load at its start.
    from clubs.reports.paper import render_document

    response = HttpResponse(render_document(document), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response
