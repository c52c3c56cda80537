"""The clubs and players of an address, for users who may see or change them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Club, Player, Role
from clubs.people import queries
from clubs.web.decorators import signed_in_user
from clubs.web.viewer_roles import require_role, viewer_roles


def club_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> Club:
    """Return a club in which the user has one of the roles. Raises Http404 and PermissionDenied."""
    club = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    require_role(request, club_book(club), needs)
    return club


def visible_club(request: HttpRequest, pk: int) -> Club:
    """Return a club whose players the user may see. Raises Http404 and PermissionDenied."""
    club = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    if not queries.may_see_players(signed_in_user(request), club):
        raise PermissionDenied
    return club


def visible_player(request: HttpRequest, pk: int) -> Player:
    player = get_object_or_404(queries.players_with_clubs(), pk=pk)
    if not queries.may_see_player(signed_in_user(request), player):
        raise PermissionDenied
    return player


def player_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> Player:
    """Return a player in whose home club the user has one of the roles. Raises Http404 and
    PermissionDenied."""
    player = get_object_or_404(queries.players_with_clubs(), pk=pk)
    permissions.require(request.user, club_book(player.home_club), needs)
    return player


def desk_page(request: HttpRequest, template: str, club: Club, context: Mapping[str, object]) -> HttpResponse:
    """Render a page of a club's workspace with the club and the user's roles in it."""
    return render(request, template, {"club": club, "here": roles_here(request, club), **context})


def roles_here(request: HttpRequest, club: Club) -> queries.ClubRoles:
    """Return the club with the user's roles in it."""
    book = club_book(club)
    return queries.ClubRoles(club, book, viewer_roles(request, book))
