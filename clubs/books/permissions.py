"""The roles that a user has in a book.

A role in a club's own book is valid in every book of that club; a role in an event's book in that event
alone.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from clubs.models import Book, Role, User

ADMINS = frozenset({Role.Kind.ADMIN})
DIRECTORS = frozenset({Role.Kind.ADMIN, Role.Kind.DIRECTOR})
RECORDERS = frozenset({Role.Kind.ADMIN, Role.Kind.DIRECTOR, Role.Kind.SCORER})
IN_CHARGE = frozenset({Role.Kind.ADMIN, Role.Kind.DIRECTOR, Role.Kind.JURY})
ANY_ROLE = frozenset(Role.Kind)


def givers_of(book: Book, kind: Role.Kind | str) -> frozenset[Role.Kind]:
    """Return the roles that may give a role in a book, and take it away.

    For one event its directors take in who records and judges there; who directs it is an admin's choice.
    """
    takes_in = book.kind in Book.WITH_GUESTS and kind in (Role.Kind.SCORER, Role.Kind.JURY)
    return DIRECTORS if takes_in else ADMINS


def kinds_in(book: Book) -> list[Role.Kind]:
    """Return the roles that there are in a book: no event has an admin of its own."""
    return [kind for kind in Role.Kind if book.kind == Book.Kind.CLUB or kind != Role.Kind.ADMIN]


def roles_in(user: object, book: Book) -> frozenset[Role.Kind]:
    """Return the roles of a user in a book, with those in its club's own book."""
    if not isinstance(user, User) or not user.is_active:
        return frozenset()
    roles = roles_valid_in(book).filter(user=user)
    return frozenset(Role.Kind(kind) for kind in roles.values_list("kind", flat=True))


def roles_valid_in(book: Book) -> QuerySet[Role]:
    """Return all roles that are valid in a book, with those in its club's own book."""
    return Role.objects.filter(Q(book=book) | Q(book__club_id=book.club_id, book__kind=Book.Kind.CLUB))


def roles_by_book(user: User, books: Iterable[Book]) -> dict[int, frozenset[Role.Kind]]:
    """Return the roles of a user in each of these books, with those in its club's own book: one query."""
    of_books, of_clubs = defaultdict[int, set[Role.Kind]](set), defaultdict[int, set[Role.Kind]](set)
    roles = Role.objects.filter(user=user).values_list("book", "book__club", "book__kind", "kind")
    for book, club, book_kind, kind in roles:
        of_books[book].add(Role.Kind(kind))
        if book_kind == Book.Kind.CLUB:
            of_clubs[club].add(Role.Kind(kind))
    return {book.pk: frozenset(of_books[book.pk] | of_clubs[book.club_id]) for book in books}


_ANNOTATION = "has_role_"


def role_annotations(user: int, book: str) -> dict[str, Exists]:
    """Return annotations for rows with a book at the path `book`: for each kind, whether a user has that role
    in it, or in its club's own book."""
    valid = _roles_at(user, book)
    return {f"{_ANNOTATION}{kind}": Exists(valid.filter(kind=kind)) for kind in Role.Kind}


def with_any_role(user: int, book: str) -> Exists:
    """Return the condition that a user has a role in the book at the path `book`, or in its club's own."""
    return Exists(_roles_at(user, book))


def _roles_at(user: int, book: str) -> QuerySet[Role]:
    return Role.objects.filter(
        Q(book=OuterRef(book)) | Q(book__club=OuterRef(f"{book}__club"), book__kind=Book.Kind.CLUB), user=user
    )


def annotated_roles(row: Model) -> frozenset[Role.Kind]:
    """Return the roles of a row with `role_annotations`."""
    return frozenset(kind for kind in Role.Kind if getattr(row, f"{_ANNOTATION}{kind}"))


@dataclass(frozen=True, slots=True)
class RoleGrants:
    """The roles of a user in a club: in its own book, and in its other books."""

    of_club: frozenset[Role.Kind] = frozenset()
    of_books: Mapping[int, frozenset[Role.Kind]] = field(default_factory=dict)

    def in_book(self, book: int) -> frozenset[Role.Kind]:
        return self.of_club | self.of_books.get(book, frozenset())

    def __str__(self) -> str:
        """Return a text that is the same for the same roles: part of a page's tag."""
        of_books = sorted((book, sorted(kinds)) for book, kinds in self.of_books.items())
        return "/".join([*sorted(self.of_club), *(f"{book}:{'+'.join(kinds)}" for book, kinds in of_books)])


def grants_of(user: object, book: int) -> RoleGrants:
    """Return the roles of a user in all books of the club of a book: one query."""
    if not isinstance(user, User) or not user.is_active:
        return RoleGrants()
    roles = Role.objects.filter(user=user, book__club__books=book).values_list("book", "book__kind", "kind")
    of_club, of_books = set[Role.Kind](), dict[int, frozenset[Role.Kind]]()
    for book_id, book_kind, kind in roles:
        if book_kind == Book.Kind.CLUB:
            of_club.add(Role.Kind(kind))
        else:
            of_books[book_id] = of_books.get(book_id, frozenset()) | {Role.Kind(kind)}
    return RoleGrants(frozenset(of_club), of_books)


def has_role(user: object, book: Book, needs: Collection[Role.Kind]) -> bool:
    return not roles_in(user, book).isdisjoint(needs)


def require(user: object, book: Book, needs: Collection[Role.Kind]) -> None:
    if not has_role(user, book, needs):
        raise PermissionDenied
