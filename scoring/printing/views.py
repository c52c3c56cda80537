"""The protocol of a game as PDF: a public one, and one for the desk with full names and drawings.

The desk has those that both sides have kept on one sheet too.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.books import permissions
from clubs.people.names import NameOf, full_name, public_name
from clubs.web.decorators import page
from clubs.web.documents import pdf_response, requested_languages
from clubs.web.file_turns import being_made_page, file_turn
from clubs.web.printed_addresses import printed_address
from scoring.game.readers import game_for_reader
from scoring.models import Game
from scoring.printing.assembly import protocol_report, two_protocols_report
from scoring.printing.event_lines import read_event_lines
from scoring.store import printing_queries


@require_safe
def protocol_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the public protocol of a game."""
    with file_turn(request) as is_mine:
        if not is_mine:
            return being_made_page(request)
        game = game_for_reader(request, printing_queries.games_for_paper(), pk)
        return _pdf_response(request, game, public_name)


@page
def desk_protocol_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the protocol for the desk: with full names and drawn signatures."""
    game = get_object_or_404(printing_queries.games_for_paper(), pk=pk)
    permissions.require(request.user, game.book, permissions.ANY_ROLE)
    return _pdf_response(request, game, full_name)


@page
def two_protocols_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the protocols that both sides have kept of a game, beside each other (000 §35a)."""
    game = get_object_or_404(printing_queries.games_for_paper(), pk=pk)
    permissions.require(request.user, game.book, permissions.ANY_ROLE)
    handed_in = printing_queries.own_protocols_of(game)
    if not handed_in:
        raise Http404
    (paper,) = printing_queries.build_game_papers([game], with_directors=True)
    languages, events = requested_languages(request), read_event_lines([game])
    report = two_protocols_report(languages, paper, handed_in, events, _address_of(request, game))
    return pdf_response(report, f"two-protocols-{game.pk}")


def _pdf_response(request: HttpRequest, game: Game, name_of: NameOf) -> HttpResponse:
    (paper,) = printing_queries.build_game_papers([game], with_directors=name_of is full_name)
    languages, events = requested_languages(request), read_event_lines([game])
    report = protocol_report(languages, paper, events, name_of, _address_of(request, game))
    return pdf_response(report, f"protocol-{game.pk}")


def _address_of(request: HttpRequest, game: Game) -> str:
    return printed_address(request, reverse("scoring:game", args=[game.pk]))
