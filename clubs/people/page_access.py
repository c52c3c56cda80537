"""Clubs and players by their address, for those who may see or change them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from clubs.books import permissions
from clubs.books.writing import of_club
from clubs.models import Club, Player, Role
from clubs.people import queries
from clubs.web import extensions
from clubs.web.decorators import person


def club_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> Club:
    """A club in which this person holds one of the roles; refused to everybody else."""
    club = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    permissions.require(request.user, of_club(club), needs)
    return club


def club_seen_by(request: HttpRequest, pk: int) -> Club:
    """A club whose players this person may see."""
    club = get_object_or_404(Club.objects.select_related("federation"), pk=pk)
    if not queries.may_see_players(person(request), club):
        raise PermissionDenied
    return club


def player_seen_by(request: HttpRequest, pk: int) -> Player:
    player = get_object_or_404(queries.player_with_clubs(), pk=pk)
    if not queries.may_see_player(person(request), player):
        raise PermissionDenied
    return player


def player_for(request: HttpRequest, pk: int, needs: Collection[Role.Kind]) -> Player:
    """A player in whose home club this person holds one of the roles."""
    player = get_object_or_404(queries.player_with_clubs(), pk=pk)
    permissions.require(request.user, of_club(player.home_club), needs)
    return player


def desk_page(request: HttpRequest, template: str, club: Club, context: Mapping[str, object]) -> HttpResponse:
    """A page of a club's desk: with the club, and with what this person may do there."""
    book = of_club(club)
    here = queries.ClubOfMine(club, book, permissions.roles_in(request.user, book))
    tabs = extensions.tabs_of(book, here.kinds)
    return render(request, template, {"club": club, "here": here, "tabs": tabs, **context})
