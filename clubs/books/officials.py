"""Who is responsible for what a book holds: its directors and its jury, by their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.db.models import Q

from clubs.models import Book, Role


class Officials(NamedTuple):
    """The directors and the jury of a book, each in the order of their names."""

    directors: Sequence[str] = ()
    jury: Sequence[str] = ()


NOBODY: Final = Officials()


def officials_of(books: Iterable[Book]) -> dict[int, Officials]:
    """Return the officials of books by their keys, with one query.

    They are those of the book itself; where it has none, those of its club.
    """
    by_pk = {book.pk: book for book in books}
    in_club = Q(book__kind=Book.Kind.CLUB, book__club__in={book.club_id for book in by_pk.values()})
    roles = list(
        Role.objects.filter(Q(book__in=by_pk) | in_club, kind__in=(Role.Kind.DIRECTOR, Role.Kind.JURY))
        .select_related("user", "book")
        .order_by("user__name", "pk")
    )
    return {
        pk: Officials(*(_names(book, kind, roles) for kind in (Role.Kind.DIRECTOR, Role.Kind.JURY)))
        for pk, book in by_pk.items()
    }


def _names(book: Book, kind: Role.Kind, roles: Iterable[Role]) -> tuple[str, ...]:
    """Return the names of those with a role of this kind, each once."""
    of_kind = [role for role in roles if role.kind == kind]
    own = [role for role in of_kind if role.book_id == book.pk]
    of_club = [role for role in of_kind if _is_of_club(role, book)]
    return tuple(dict.fromkeys(role.user.name for role in own or of_club))


def _is_of_club(role: Role, book: Book) -> bool:
    return role.book.kind == Book.Kind.CLUB and role.book.club_id == book.club_id
