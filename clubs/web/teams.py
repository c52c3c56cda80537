"""Those who work in a club or at one event, with the addresses of their pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Book, Club, Role
from clubs.web.links import BookLinks, links_for
from clubs.web.viewer_roles import require_role, viewer_roles


@dataclass(frozen=True, slots=True)
class Staff:
    """The users with a role in a book. A role in an event's own book is valid in that event alone."""

    book: Book

    @property
    def club(self) -> Club:
        return self.book.club

    @property
    def home(self) -> BookLinks | None:
        """Return the links to the event or league; a club's book has none."""
        return links_for(self.book)

    @property
    def title(self) -> str:
        return self.home.label if self.home else self.club.name

    @property
    def is_of_event(self) -> bool:
        return self.book.kind in Book.WITH_GUESTS

    @property
    def people(self) -> str:
        return self.address("people")

    @property
    def invite(self) -> str:
        return self.address("invite")

    def address(self, page: str, *of_what: int) -> str:
        """Return the address of a page of the team, such as `role_take` with the role."""
        if self.is_of_event:
            return reverse(f"clubs:event_{page}", args=[self.book.pk, *of_what])
        return reverse(f"clubs:club_{page}", args=[self.club.pk, *of_what])

    def kinds_given_by(self, request: HttpRequest) -> list[Role.Kind]:
        """Return the roles that the viewer may give here, and take away."""
        roles = viewer_roles(request, self.book)
        return [
            kind
            for kind in permissions.kinds_in(self.book)
            if not roles.isdisjoint(permissions.givers_of(self.book, kind))
        ]


def team_of(request: HttpRequest, *, club: int | None = None, book: int | None = None) -> Staff:
    """Return those who work in a club, for its admins, or at an event, for its directors.

    Raises Http404 and PermissionDenied.
    """
    if club is not None:
        found = club_book(get_object_or_404(Club.objects.select_related("federation"), pk=club))
        require_role(request, found, permissions.ADMINS)
    else:
        events = Book.objects.filter(kind__in=Book.WITH_GUESTS).select_related("club__federation")
        found = get_object_or_404(events, pk=book)
        require_role(request, found, permissions.DIRECTORS)
    return Staff(found)
