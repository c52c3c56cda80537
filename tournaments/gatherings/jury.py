"""A role in each event of a gathering by one act: given, and taken back.

It is a role of each event, as if it had been given there one by one: an event that joins later does not get
it, and one that leaves keeps it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet

from clubs.books.permissions import givers_of, kinds_in
from clubs.books.writing import Author, Writing, retried, writing_together
from clubs.models import Book, Club, Role, User
from tournaments.models import Gathering

GIVEN = (Role.Kind.JURY, Role.Kind.SCORER, Role.Kind.DIRECTOR)


@dataclass(frozen=True, slots=True)
class RoleInAll:
    """Somebody with a role in events of the gathering, and in how many."""

    user: User
    kind: Role.Kind
    events: int


def books_of(gathering: Gathering) -> list[Book]:
    return list(Book.objects.filter(tournament__gathering=gathering, archived_at=None).order_by("pk"))


def people_known_to(club: Club) -> QuerySet[User]:
    """Return those with a role in the club or in one of its events: others are invited there first."""
    known = Role.objects.filter(book__club=club).order_by().values("user")
    return User.objects.filter(pk__in=known, is_active=True).order_by("name", "pk")


def roles_in_events(gathering: Gathering) -> list[RoleInAll]:
    """Return who has which role in how many of the events."""
    counted: dict[tuple[User, Role.Kind], int] = {}
    roles = Role.objects.filter(book__tournament__gathering=gathering, book__archived_at=None)
    for role in roles.select_related("user").order_by("user__name", "user", "kind"):
        at = role.user, Role.Kind(role.kind)
        counted[at] = counted.get(at, 0) + 1
    return [RoleInAll(user, kind, events) for (user, kind), events in counted.items()]


@retried
def give_role_in_all(by: Author, gathering: Gathering, user: User, kind: Role.Kind) -> int:
    """Give a role in each event; return in how many it is new."""
    if not people_known_to(gathering.club).filter(pk=user.pk).exists():
        raise PermissionDenied
    return _in_all(by, gathering, kind, lambda act: _give(act, user, kind))


@retried
def revoke_role_in_all(by: Author, gathering: Gathering, user: User, kind: Role.Kind) -> int:
    """Take a role back in each event; return in how many it stood."""
    return _in_all(by, gathering, kind, lambda act: _revoke(act, user, kind))


def _in_all(by: Author, gathering: Gathering, kind: Role.Kind, act_in: Callable[[Writing], bool]) -> int:
    """Act in the book of each event; where one refuses the author, nothing is done in any."""
    done = 0
    with writing_together(books_of(gathering), by) as acts:
        for act in acts.values():
            if kind not in kinds_in(act.book) or not by.has_role(act.book, givers_of(act.book, kind)):
                raise PermissionDenied
            if act_in(act):
                done += 1
            else:
                act.mark_repeat()
    return done


def _give(act: Writing, user: User, kind: Role.Kind) -> bool:
    _role, is_new = Role.objects.get_or_create(book=act.book, user=user, kind=kind)
    if is_new:
        act.log("role.given", user, after={"role": kind.value})
    return is_new


def _revoke(act: Writing, user: User, kind: Role.Kind) -> bool:
    removed, _rows = Role.objects.filter(book=act.book, user=user, kind=kind).delete()
    if removed:
        act.log("role.taken", user, before={"role": kind.value})
    return bool(removed)
