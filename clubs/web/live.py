"""Desk pages that refresh themselves every few seconds while something changes."""

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
from clubs.web.decorators import signed_in_user
from clubs.web.revisions import etag_for, page_or_304
from clubs.web.viewer_roles import keep_roles

_Response = TypeVar("_Response", bound=HttpResponseBase)
# Called with the book, the viewer's roles around it, and the tag of the page.
_Page = Callable[[Book, permissions.RoleGrants, str], _Response]


def live_page(
    request: HttpRequest, watched: WatchedBook | None, page: _Page[_Response], also: tuple[object, ...] = ()
) -> _Response | HttpResponse:
    """Return the page to a viewer with a role in the book, or 304 to a script that has it already.

    `also` is further state that the page depends on, such as the minute where it says how long ago something
    was. Raises Http404 without a book and PermissionDenied without a role.
    """
    if watched is None:
        raise Http404
    grants = permissions.grants_of(request.user, watched.book.pk)
    if not grants.in_book(watched.book.pk):
        raise PermissionDenied
    keep_roles(request, watched.book, grants.in_book(watched.book.pk))
    state = watched.book.pk, watched.books, watched.revisions, timezone.localdate(), *also
    tag = etag_for(*state, signed_in_user(request).pk, grants)
    return page_or_304(request, tag, lambda: page(watched.book, grants, tag))


@dataclass(frozen=True, slots=True)
class WatchedBook:
    """A book, and the state that every desk of its club depends on: how many books the club has, and the sum
    of their revisions."""

    book: Book
    books: int
    revisions: int


def watched_book(**lookup: int) -> WatchedBook | None:
    """Return the book that matches a lookup, with the state of all books of its club: one query.

    A lookup ends in `pk`: only then does Django find nothing under a number that no column holds.
    """
    of_its_club = Book.objects.filter(club=OuterRef("club")).order_by().values("club")
    books = Book.objects.filter(**lookup).select_related("club")
    book = books.annotate(
        many=Subquery(of_its_club.annotate(many=Count("pk")).values("many")),
        revisions=Subquery(of_its_club.annotate(revisions=Sum("revision")).values("revisions")),
    ).first()
    return None if book is None else WatchedBook(book, book.many, book.revisions)
