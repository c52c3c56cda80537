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

from clubs import access
from clubs.names import full_name, public_name
from clubs.reports.report import Report
from clubs.reports.side_by_side import beside
from clubs.views.doors import reads
from scoring import (
    history,
    overrides,
    protocol_report,
    queries,
    queries_paper,
    queries_signing,
    signing_page,
    told_event,
    told_rulings,
)
from scoring.models import Game
from scoring.printed_rows import Called


@require_safe
def protocol(request: HttpRequest, pk: int) -> HttpResponse:
    """The protocol of a game as everybody may read it."""
    return protocol_file(request, get_object_or_404(queries_paper.on_paper(), pk=pk), public_name)


@reads
def desk_protocol(request: HttpRequest, pk: int) -> HttpResponse:
    """The same for the desk: by full names, with the signatures as they were drawn."""
    game = get_object_or_404(queries_paper.on_paper(), pk=pk)
    access.require(request.user, game.book, access.ANY_ROLE)
    return protocol_file(request, game, full_name)


def protocol_file(request: HttpRequest, game: Game, call: Called) -> HttpResponse:
    # Loaded by who asks for paper first: it is a fifth of all that a worker would load at its start.
    from clubs.reports.pdf import pdf

    address = request.build_absolute_uri(reverse("scoring:game", args=[game.pk]))
    response = HttpResponse(pdf(report_in(languages_of(request), game, call, address)))
    response["Content-Type"] = "application/pdf"
    response["Content-Disposition"] = f'inline; filename="protocol-{game.pk}.pdf"'
    return response


def languages_of(request: HttpRequest) -> list[str]:
    """One language or two side by side: `?languages=fi-sv`, else the reader's own."""
    known = dict(settings.LANGUAGES)
    asked = [code for code in request.GET.get("languages", "").split("-")[:2] if code in known]
    return list(dict.fromkeys(asked)) or [translation.get_language() or "en"]


def report_in(languages: list[str], game: Game, call: Called, address: str) -> Report:
    """The protocol in one language, or in two side by side."""
    reports = []
    for language in languages:
        with translation.override(language):
            reports.append(report_of(game, call, address))
    return reports[0] if len(reports) == 1 else beside(*reports)


def report_of(game: Game, call: Called, address: str) -> Report:
    names, rows = queries.side_names(game, call), queries.deals_of(game)
    is_desk = call is full_name
    juror = told_rulings.at_the_desk if is_desk else told_rulings.in_public
    told = protocol_report.Told(
        charged=history.ledger(game, names, queries.adjustments_of(game)),
        rulings=told_rulings.rulings_told(game, names, queries.rulings_of(game), juror),
        overrides=overrides.overrides(game, names, queries_signing.overridden_in(game)),
        versions=queries_paper.versions_of(game),
        signatures=signing_page.signatures_of(game, names, rows, queries.signings_of(game), call),
        event=told_event.told_of_event(game),
        address=address,
        drawn=is_desk,
        call=call,
    )
    return protocol_report.protocol(game, names, rows, told)
