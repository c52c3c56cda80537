"""What the pages of clubs read: every read with a join is here.

Knows who may see which player; writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from clubs.books import permissions
from clubs.books.writing import of_club
from clubs.models import Book, Club, Invitation, Membership, Player, Role, User
from clubs.people.verbs import licensing
from clubs.text.alphabet import folded


@dataclass(frozen=True, slots=True)
class ClubOfMine:
    """A club where somebody holds roles in its own book."""

    club: Club
    book: Book
    kinds: frozenset[Role.Kind]

    @property
    def is_admin(self) -> bool:
        return not self.kinds.isdisjoint(permissions.ADMINS)

    @property
    def is_director(self) -> bool:
        return not self.kinds.isdisjoint(permissions.DIRECTORS)

    @property
    def is_in_charge(self) -> bool:
        return not self.kinds.isdisjoint(permissions.IN_CHARGE)

    @property
    def labels(self) -> str:
        return ", ".join(str(kind.label) for kind in Role.Kind if kind in self.kinds)


def containing(words: str) -> Q:
    """Rows in whose name each of the words is found, in any order and without marks."""
    found = Q()
    for word in folded(words).split():
        found &= Q(found_by__contains=word)
    return found


def clubs_found(words: str = "") -> QuerySet[Club]:
    return Club.objects.filter(containing(words)).select_related("federation").order_by("order", "pk")


def clubs_of_federation(federation: Club) -> QuerySet[Club]:
    return federation.clubs.select_related("federation").order_by("order", "pk")


def players_found(club: Club, words: str = "", *, former: bool = False) -> QuerySet[Player]:
    """The members of a club now, or those who have left it."""
    members = Membership.objects.filter(club=club, until=None).values("player")
    belonged = Q(home_club=club) | Q(memberships__club=club)
    if former:
        players = Player.objects.filter(belonged).exclude(pk__in=members).distinct()
    else:
        players = Player.objects.filter(pk__in=members)
    return players.filter(containing(words)).select_related("home_club").order_by("order", "pk")


def players_to_be(club: Club, user: User) -> QuerySet[Player]:
    """The players of a club, one of whom somebody may be, and the one who he is now."""
    of_club = Membership.objects.filter(club=club, until=None).values("player")
    return Player.objects.filter(Q(pk__in=of_club) | Q(user=user)).order_by("order", "pk")


def licensed_player(club: Club, licence: str, family_name: str) -> Player | None:
    """A player of the club's federation. Number and name must both be right: one alone tells nobody who
    plays elsewhere."""
    players = Player.objects.filter(federation=licensing(club), licence=licence)
    player = players.select_related("home_club__federation").first()
    return player if player and folded(player.family_name) == folded(family_name) else None


def player_with_clubs() -> QuerySet[Player]:
    memberships = Membership.objects.select_related("club").order_by("until", "since", "pk")
    return Player.objects.select_related("home_club__federation", "federation").prefetch_related(
        Prefetch("memberships", queryset=memberships), "names"
    )


def may_see_players(user: User, club: Club) -> bool:
    """Anybody with a role in the club, and its federation's admins, who only read."""
    return permissions.holds(user, of_club(club), permissions.ANY_ROLE) or _administers_federation_of(
        user, [club.pk]
    )


def _administers_federation_of(user: User, clubs: Sequence[int]) -> bool:
    return Role.objects.filter(
        user=user,
        user__is_active=True,
        kind=Role.Kind.ADMIN,
        book__kind=Book.Kind.CLUB,
        book__club__clubs__in=clubs,
    ).exists()


def may_see_player(user: User, player: Player) -> bool:
    """Anybody with a role in a club that the player belongs to now, and the federation's admins."""
    clubs = _clubs_now(player)
    held = Role.objects.filter(
        user=user, user__is_active=True, book__kind=Book.Kind.CLUB, book__club__in=clubs
    )
    return held.exists() or _administers_federation_of(user, clubs)


def _clubs_now(player: Player) -> list[int]:
    """The ids of the home club and of every club of which the player is a member now."""
    memberships = player.memberships.all()
    return [player.home_club_id, *(each.club_id for each in memberships if each.until is None)]


def clubs_of(user: User) -> list[ClubOfMine]:
    """The clubs where somebody holds a role, with the roles."""
    roles = Role.objects.filter(user=user, book__kind=Book.Kind.CLUB).select_related("book__club")
    held: dict[Book, set[Role.Kind]] = {}
    for role in roles.order_by("book__club__order", "book_id"):
        held.setdefault(role.book, set()).add(Role.Kind(role.kind))
    return [ClubOfMine(book.club, book, frozenset(kinds)) for book, kinds in held.items()]


def administered_by(user: User) -> QuerySet[Club]:
    """The clubs whose admin somebody is."""
    return Club.objects.filter(
        books__kind=Book.Kind.CLUB, books__roles__user=user, books__roles__kind=Role.Kind.ADMIN
    ).order_by("order", "pk")


def people_of(book: Book) -> QuerySet[User]:
    """Who holds a role in a book, each with these roles as `roles_here`."""
    here = Role.objects.filter(book=book).order_by("pk")
    return (
        User.objects.filter(pk__in=here.order_by().values("user"))
        .prefetch_related(Prefetch("roles", queryset=here, to_attr="roles_here"))
        .order_by("name", "pk")
    )


def open_invitations(book: Book) -> QuerySet[Invitation]:
    return book.invitations.filter(used_at=None, withdrawn_at=None).select_related("made_by")
