"""Access of directors and staff to an event, and running a verb from a request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from clubs.books import permissions
from clubs.books.writing import Author
from clubs.models import Book, Role
from clubs.web.actions import say_done
from clubs.web.request_author import author_of
from clubs.web.viewer_roles import require_role, viewer_roles
from scoring.recording import NotNow
from tournaments.models import Round, Tournament

Verb = Callable[[Author], object]


@dataclass(frozen=True, slots=True)
class Done:
    """What the next page says after an act, and in whose book the act is, as far as that is known before."""

    book: Book | Callable[[], Book]
    sentence: str


def event_for_director(request: HttpRequest, pk: int) -> Tournament:
    """Return an event that the user directs; raises PermissionDenied for others."""
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    require_role(request, event.book, permissions.DIRECTORS)
    return event


def event_for_staff(request: HttpRequest, pk: int) -> tuple[Tournament, frozenset[Role.Kind]]:
    """Return an event with the roles that the user has in it; raises PermissionDenied without any."""
    event = get_object_or_404(Tournament.objects.select_related("club", "book"), pk=pk)
    roles = viewer_roles(request, event.book)
    if not roles:
        raise PermissionDenied
    return event, roles


def round_for_director(request: HttpRequest, pk: int) -> Round:
    """Return a round of an event that the user directs; raises PermissionDenied for others."""
    drawn = get_object_or_404(Round.objects.select_related("tournament__club", "tournament__book"), pk=pk)
    require_role(request, drawn.tournament.book, permissions.DIRECTORS)
    return drawn


def round_for_staff(request: HttpRequest, pk: int) -> tuple[Round, frozenset[Role.Kind]]:
    """Return a round with the roles of the user; before it is published only for directors."""
    drawn = get_object_or_404(Round.objects.select_related("tournament__club", "tournament__book"), pk=pk)
    roles = viewer_roles(request, drawn.tournament.book)
    if not roles or (drawn.state == Round.State.DRAWN and roles.isdisjoint(permissions.DIRECTORS)):
        raise PermissionDenied
    return drawn, roles


def run_or_message(request: HttpRequest, verb: Verb, done: Done | None = None) -> bool:
    """Run a verb and return whether it succeeded; the next page says that, or why it was refused."""
    by = author_of(request)
    try:
        verb(by)
    except NotNow as refusal:
        messages.error(request, str(refusal))
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        if done is not None:
            book = done.book() if callable(done.book) else done.book
            say_done(request, book, done.sentence, by)
        return True
    return False


def run_and_return_to_desk(
    request: HttpRequest, event: Tournament, verb: Verb, done: str = ""
) -> HttpResponse:
    """Run a verb, with a message where it is refused, and return to the desk."""
    run_or_message(request, verb, Done(event.book, done) if done else None)
    return redirect("tournaments:desk", event.pk)
