"""Pages of the desk that follow what happens: they ask for themselves every few seconds.

Knows who may see a page, and what such a page depends on: the books of a club, who looks and by what right,
and the day. Must not know what any page shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, Subquery, Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone

from clubs.books import permissions
from clubs.models import Book
from clubs.web.decorators import person
from clubs.web.revisions import tag_of, unless_known

Answer = TypeVar("Answer", bound=HttpResponseBase)
# Given the book, the roles that the viewer holds around it, and the tag of the page.
Page = Callable[[Book, permissions.Held, str], Answer]


def followed(
    request: HttpRequest, watched: Watched | None, page: Page[Answer], also: tuple[object, ...] = ()
) -> Answer | HttpResponse:
    """The page, for whoever holds a role in the book; 304 to a script that has it as it is.

    `also` is what the page depends on besides, such as the minute where it says how long ago something was.
    """
    if watched is None:
        raise Http404
    held = permissions.held_around(request.user, watched.book.pk)
    if not held.in_book(watched.book.pk):
        raise PermissionDenied
    state = watched.book.pk, watched.books, watched.revisions, timezone.localdate(), *also
    tag = tag_of(*state, person(request).pk, held)
    return unless_known(request, tag, lambda: page(watched.book, held, tag))


@dataclass(frozen=True, slots=True)
class Watched:
    """A book whose desk is looked at, and what every desk in its club depends on: how many books the club
    has, and the sum of their revisions."""

    book: Book
    books: int
    revisions: int


def watched(**book: int) -> Watched | None:
    """A book, by its own number or by a game in it, with the state of all of its club's books: one row."""
    of_its_club = Book.objects.filter(club=OuterRef("club")).order_by().values("club")
    books = Book.objects.filter(**book).select_related("club")
    found = books.annotate(
        many=Subquery(of_its_club.annotate(many=Count("pk")).values("many")),
        revisions=Subquery(of_its_club.annotate(revisions=Sum("revision")).values("revisions")),
    ).first()
    return None if found is None else Watched(found, found.many, found.revisions)
