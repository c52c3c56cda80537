"""What a director does to an event by pressing a button: who may, and what is said when it cannot be done.

Knows requests and refusals; must not know any verb.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.models import Role
from clubs.web.request_author import author_of
from scoring.recording import NotNow
from tournaments.models import Round, Tournament

Deed = Callable[[Author], object]


def led_event(request: HttpRequest, pk: int) -> Tournament:
    """An event that this person directs; refused to everybody else."""
    led = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    permissions.require(request.user, led.book, permissions.DIRECTORS)
    return led


def event_worked_at(request: HttpRequest, pk: int) -> tuple[Tournament, frozenset[Role.Kind]]:
    """An event in which this person holds roles, and which; refused to everybody else."""
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    roles = permissions.roles_in(request.user, event.book)
    if not roles:
        raise PermissionDenied
    return event, roles


def led_round(request: HttpRequest, pk: int) -> Round:
    """A round of an event that this person directs."""
    drawn = get_object_or_404(Round.objects.select_related("tournament__club", "tournament__book"), pk=pk)
    permissions.require(request.user, drawn.tournament.book, permissions.DIRECTORS)
    return drawn


def round_worked_at(request: HttpRequest, pk: int) -> tuple[Round, frozenset[Role.Kind]]:
    """A round of an event in which this person holds roles, and which; unpublished, its director alone."""
    drawn = get_object_or_404(Round.objects.select_related("tournament__club", "tournament__book"), pk=pk)
    roles = permissions.roles_in(request.user, drawn.tournament.book)
    if not roles or (drawn.state == Round.State.DRAWN and roles.isdisjoint(permissions.DIRECTORS)):
        raise PermissionDenied
    return drawn, roles


def tried(request: HttpRequest, deed: Deed) -> bool:
    """Do it; if it cannot be done now, the next page says why."""
    try:
        deed(author_of(request))
    except NotNow as refusal:
        messages.error(request, str(refusal))
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        return True
    return False


def done_or_told(request: HttpRequest, led: Tournament, deed: Deed) -> HttpResponse:
    """Do it, or say why not, and go back to the desk."""
    tried(request, deed)
    return redirect("tournaments:desk", led.pk)
