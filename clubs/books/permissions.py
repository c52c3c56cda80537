"""Who may do what in a book.

Knows roles and books; must not know what the acts are. A role in a club's own book holds for every book of
that club; a role in an event's book holds for that event alone.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class Held:
    """The roles that a person holds in a club: in its own book, and in others of its books."""

    of_club: frozenset[Role.Kind] = frozenset()
    of_books: Mapping[int, frozenset[Role.Kind]] = field(default_factory=dict)

    def in_book(self, book: int) -> frozenset[Role.Kind]:
        return self.of_club | self.of_books.get(book, frozenset())

    def __str__(self) -> str:
        """The same for the same roles."""
        held = sorted((book, sorted(kinds)) for book, kinds in self.of_books.items())
        return "/".join([*sorted(self.of_club), *(f"{book}:{'+'.join(kinds)}" for book, kinds in held)])


def held_around(user: object, book: int) -> Held:
    """The roles that a person holds in all books of the club to which a book belongs: one query."""
    if not isinstance(user, User) or not user.is_active:
        return Held()
    roles = Role.objects.filter(user=user, book__club__books=book).values_list("book", "book__kind", "kind")
    of_club, of_books = set[Role.Kind](), dict[int, frozenset[Role.Kind]]()
    for where, kind_of_book, kind in roles:
        if kind_of_book == Book.Kind.CLUB:
            of_club.add(Role.Kind(kind))
        else:
            of_books[where] = of_books.get(where, frozenset()) | {Role.Kind(kind)}
    return Held(frozenset(of_club), of_books)


def holds(user: object, book: Book, needs: Collection[Role.Kind]) -> bool:
    return not roles_in(user, book).isdisjoint(needs)


def require(user: object, book: Book, needs: Collection[Role.Kind]) -> None:
    if not holds(user, book, needs):
        raise PermissionDenied
