"""The roles of whoever sends a request, asked once however many parts of the page depend on them."""

from __future__ import annotations

from collections.abc import Collection

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from clubs.books import permissions
from clubs.models import Book, Role

_KEPT = "_roles_by_book"


def viewer_roles(request: HttpRequest, book: Book) -> frozenset[Role.Kind]:
    """Return the roles of the viewer in a book."""
    kept = _kept_in(request)
    if book.pk not in kept:
        kept[book.pk] = permissions.roles_in(request.user, book)
    return kept[book.pk]


def keep_roles(request: HttpRequest, book: Book, roles: frozenset[Role.Kind]) -> None:
    """Keep roles that were found otherwise, with those in other books."""
    _kept_in(request)[book.pk] = roles


def require_role(request: HttpRequest, book: Book, needs: Collection[Role.Kind]) -> None:
    if viewer_roles(request, book).isdisjoint(needs):
        raise PermissionDenied


def _kept_in(request: HttpRequest) -> dict[int, frozenset[Role.Kind]]:
    kept: dict[int, frozenset[Role.Kind]] = request.__dict__.setdefault(_KEPT, {})
    return kept
