"""Who may do what in a book.

Knows roles and books; must not know what the acts are. A role in a club's own book holds for every book of
that club; a role in an event's book holds for that event alone.
"""

from collections.abc import Collection

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet

from clubs.models import Book, Role, User

ADMINS = frozenset({Role.Kind.ADMIN})
DIRECTORS = frozenset({Role.Kind.ADMIN, Role.Kind.DIRECTOR})
RECORDERS = frozenset({Role.Kind.ADMIN, Role.Kind.DIRECTOR, Role.Kind.SCORER})
IN_CHARGE = frozenset({Role.Kind.ADMIN, Role.Kind.DIRECTOR, Role.Kind.JURY})
ANY_ROLE = frozenset(Role.Kind)


def roles_in(user: object, book: Book) -> frozenset[Role.Kind]:
    """The roles that a person holds in a book, its club's own book included."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    held = roles_held(book).filter(user=user)
    return frozenset(Role.Kind(kind) for kind in held.values_list("kind", flat=True))


def roles_held(book: Book) -> QuerySet[Role]:
    """All roles that hold in a book, its club's own book included."""
    return Role.objects.filter(Q(book=book) | Q(book__club_id=book.club_id, book__kind=Book.Kind.CLUB))


def holds(user: object, book: Book, needs: Collection[Role.Kind]) -> bool:
    return not roles_in(user, book).isdisjoint(needs)


def require(user: object, book: Book, needs: Collection[Role.Kind]) -> None:
    if not holds(user, book, needs):
        raise PermissionDenied
