"""The views about a whole person: all that is stored as one file."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.people import queries
from clubs.people.person_file import person_report
from clubs.web import exports
from clubs.web.decorators import page, signed_in_user


@page
def player_file(request: HttpRequest, pk: int) -> HttpResponseBase:
    """All that is stored about a player: for the admins of the home club, and the person."""
    player = get_object_or_404(queries.players_with_clubs(), pk=pk)
    is_own = signed_in_user(request).player_id == player.pk
    if not is_own and not permissions.has_role(request.user, club_book(player.home_club), permissions.ADMINS):
        raise PermissionDenied
    report = person_report(player)
    response = exports.export_response(request, lambda: report)
    if response is not None:
        return response
    found = [(table.caption, sum(1 for _line in table.lines())) for table in report.long]
    return render(request, "clubs/people/player_file.html", {"player": player, "found": found})
