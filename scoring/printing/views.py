"""The protocol of a game as a file to print: for everybody, and for the desk with full names and drawings.

The views check who asks, ask queries and hand a report to its renderer.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from clubs.books import permissions
from clubs.people.names import full_name, public_name
from clubs.web.decorators import reads
from scoring.models import Game
from scoring.printing.assembly import report_in
from scoring.printing.event_lines import events_of
from scoring.store import printing_queries
from scoring.wording.labels import Called


@require_safe
def protocol(request: HttpRequest, pk: int) -> HttpResponse:
    """The protocol of a game as everybody may read it."""
    return _protocol_file(request, get_object_or_404(printing_queries.on_paper(), pk=pk), public_name)


@reads
def desk_protocol(request: HttpRequest, pk: int) -> HttpResponse:
    """The same for the desk: by full names, with the signatures as they were drawn."""
    game = get_object_or_404(printing_queries.on_paper(), pk=pk)
    permissions.require(request.user, game.book, permissions.ANY_ROLE)
    return _protocol_file(request, game, full_name)


def _protocol_file(request: HttpRequest, game: Game, call: Called) -> HttpResponse:
    # Loaded by who asks for paper first: it is a fifth of all that a worker would load at its start.
    from clubs.reports.pdf import pdf

    (paper,) = printing_queries.papers_from([game])
    address = request.build_absolute_uri(reverse("scoring:game", args=[game.pk]))
    report = report_in(_languages_of(request), paper, events_of([game]), call, address)
    response = HttpResponse(pdf(report))
    response["Content-Type"] = "application/pdf"
    response["Content-Disposition"] = f'inline; filename="protocol-{game.pk}.pdf"'
    return response


def _languages_of(request: HttpRequest) -> list[str]:
    """One language or two side by side: `?languages=fi-sv`, else the reader's own."""
    known = dict(settings.LANGUAGES)
    asked = [code for code in request.GET.get("languages", "").split("-")[:2] if code in known]
    return list(dict.fromkeys(asked)) or [translation.get_language() or "en"]
