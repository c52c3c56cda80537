"""Paper of a league as PDF: slips with codes, and match protocols for the desk, a captain and everybody."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.books import permissions
from clubs.people.names import NameOf, full_name, public_name
from clubs.reports.in_languages import in_each_language
from clubs.reports.report import Document
from clubs.reports.side_by_side import combine_documents
from clubs.text.alphabet import file_name
from clubs.web import exports
from clubs.web.decorators import page
from clubs.web.documents import pdf_response, requested_languages
from clubs.web.file_turns import being_made_page, file_turn
from clubs.web.printed_addresses import printed_address, printed_origin
from clubs.web.viewer_roles import require_role
from tournaments.captains.codes import Captain
from tournaments.captains.page import find_match
from tournaments.captains.papers import match_protocol, team_slips
from tournaments.captains.views import league_or_404, with_captain
from tournaments.models import League, Team, TeamMatch


@page
def team_slips_pdf(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The slips with the codes of the teams, four to a page."""
    league = league_or_404(pk)
    require_role(request, league.book, permissions.DIRECTORS)
    teams = list(Team.objects.filter(league=league, removed_at=None).select_related("division"))
    origin, name = printed_origin(request), " ".join((league.name, _("Slips with codes")))
    return _paper(request, lambda: team_slips(league, teams, origin), name)


@page
def match_protocol_pdf(request: HttpRequest, pk: int) -> HttpResponseBase:
    """A match protocol for those who work at the league: with full names."""
    match = get_object_or_404(_matches(), pk=pk, league__removed_at=None)
    require_role(request, match.league.book, permissions.ANY_ROLE)
    return _protocol(request, match, full_name)


@require_safe
def public_protocol_pdf(request: HttpRequest, pk: int, number: int) -> HttpResponseBase:
    """A match protocol for everybody: with the names that may be published."""
    league = get_object_or_404(League, pk=pk, public=True, removed_at=None)
    match = get_object_or_404(_matches(), league=league, number=number)
    with file_turn(request) as is_mine:
        return _protocol(request, match, public_name) if is_mine else being_made_page(request)


@with_captain(["GET", "HEAD"])
def team_protocol_pdf(request: HttpRequest, captain: Captain, number: int) -> HttpResponseBase:
    """A match protocol for a captain, to print before the match or to keep after it."""
    match = find_match(captain, number)
    if match is None:
        raise Http404
    return _protocol(request, match, public_name)


def _matches() -> QuerySet[TeamMatch]:
    return TeamMatch.objects.select_related("league__club", "league__book", "home", "away", "division")


def _protocol(request: HttpRequest, match: TeamMatch, name_of: NameOf) -> HttpResponseBase:
    league = match.league
    address = printed_address(request, reverse("tournaments:league_match", args=[league.pk, match.number]))
    return _paper(
        request,
        lambda: exports.with_state(
            match_protocol(match, name_of, address if league.public else ""), league.book
        ),
        f"{league.name} {match.home.name} {match.away.name}",
    )


def _paper(request: HttpRequest, make: Callable[[], Document | None], name: str) -> HttpResponseBase:
    """Return a document in the languages that are asked for; 404 where there is none."""
    document = combine_documents(in_each_language(requested_languages(request), make))
    if document is None:
        raise Http404
    return pdf_response(document, file_name(name) or "protocol")
