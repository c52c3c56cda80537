"""The queries of the pages of clubs and players, and the rules of who may see a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from clubs.books import permissions
from clubs.books.writing import club_book
from clubs.models import Book, Club, Invitation, Membership, Player, Role, User
from clubs.people.licensing import licensing_club
from clubs.text.alphabet import folded
from clubs.web import extensions
from clubs.web.links import BookLinks, links_of


@dataclass(frozen=True, slots=True)
class ClubRoles:
    """A club with the roles of a user in its own book."""

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
    def tabs(self) -> list[extensions.ClubTab]:
        """The pages of the club's workspace that the user may open."""
        return extensions.tabs_for(self.book, self.kinds)

    @property
    def workspace(self) -> str:
        """The address of the first of these pages."""
        return self.tabs[0].address

    @property
    def labels(self) -> str:
        return ", ".join(str(kind.label) for kind in Role.Kind if kind in self.kinds)


@dataclass(frozen=True, slots=True)
class EventRoles:
    """An event with the roles of a user that are valid in it alone."""

    links: BookLinks
    labels: str


def name_contains(words: str) -> Q:
    """Return the condition that a row's search text contains each word, in any order and without marks."""
    condition = Q()
    for word in folded(words).split():
        condition &= Q(search_text__contains=word)
    return condition


def search_clubs(words: str = "") -> QuerySet[Club]:
    return Club.objects.filter(name_contains(words)).select_related("federation").order_by("order", "pk")


def clubs_of_federation(federation: Club) -> QuerySet[Club]:
    return federation.clubs.select_related("federation").order_by("order", "pk")


def search_players(club: Club, words: str = "", *, former: bool = False) -> QuerySet[Player]:
    """Return the present members of a club, or the former ones."""
    members = Membership.objects.filter(club=club, until=None).values("player")
    belonged = Q(home_club=club) | Q(memberships__club=club)
    if former:
        players = (
            Player.objects.filter(belonged, merged_into=None, erased_at=None)
            .exclude(pk__in=members)
            .distinct()
        )
    else:
        players = Player.objects.filter(pk__in=members)
    return players.filter(name_contains(words)).select_related("home_club").order_by("order", "pk")


def players_at_home(club: Club) -> QuerySet[Player]:
    """Return the players whose details the club keeps."""
    return Player.objects.filter(home_club=club, merged_into=None, erased_at=None).order_by("order", "pk")


def members_of(clubs: QuerySet[Club], words: str = "") -> QuerySet[Player]:
    """Return the present members of several clubs, each player once."""
    members = Membership.objects.filter(club__in=clubs.order_by().values("pk"), until=None).values("player")
    players = Player.objects.filter(name_contains(words), pk__in=members)
    return players.select_related("home_club").order_by("order", "pk")


def selectable_players(club: Club, user: User) -> QuerySet[Player]:
    """Return the players of a club that a user may be linked to, with the present one."""
    of_club = Membership.objects.filter(club=club, until=None).values("player")
    return Player.objects.filter(Q(pk__in=of_club) | Q(user=user)).order_by("order", "pk")


def licensed_player(club: Club, licence: str, family_name: str) -> Player | None:
    """Return a player of the club's federation by number and name.

    Both must be right: one of them alone does not reveal who plays elsewhere.
    """
    players = Player.objects.filter(federation=licensing_club(club), licence=licence)
    player = players.select_related("home_club__federation").first()
    return player if player and folded(player.family_name) == folded(family_name) else None


def players_with_clubs() -> QuerySet[Player]:
    memberships = Membership.objects.select_related("club").order_by("until", "since", "pk")
    return Player.objects.select_related("home_club__federation", "federation").prefetch_related(
        Prefetch("memberships", queryset=memberships), "names"
    )


def may_see_players(user: User, club: Club) -> bool:
    """Allow users with a role in the club and the admins of its federation, who only read."""
    return permissions.has_role(user, club_book(club), permissions.ANY_ROLE) or _is_federation_admin(
        user, [club.pk]
    )


def _is_federation_admin(user: User, clubs: Sequence[int]) -> bool:
    return Role.objects.filter(
        user=user,
        user__is_active=True,
        kind=Role.Kind.ADMIN,
        book__kind=Book.Kind.CLUB,
        book__club__clubs__in=clubs,
    ).exists()


def may_see_player(user: User, player: Player) -> bool:
    """Allow users with a role in a club of the player and the admins of the federation."""
    clubs = _current_club_ids(player)
    roles = Role.objects.filter(
        user=user, user__is_active=True, book__kind=Book.Kind.CLUB, book__club__in=clubs
    )
    return roles.exists() or _is_federation_admin(user, clubs)


def _current_club_ids(player: Player) -> list[int]:
    """Return the ids of the home club and of all clubs of which the player is a member now."""
    memberships = player.memberships.all()
    return [
        player.home_club_id,
        *(membership.club_id for membership in memberships if membership.until is None),
    ]


def clubs_with_roles(user: User) -> list[ClubRoles]:
    """Return the clubs in which a user has a role, with the roles."""
    roles = Role.objects.filter(user=user, book__kind=Book.Kind.CLUB).select_related("book__club")
    kinds_by_book: dict[Book, set[Role.Kind]] = {}
    for role in roles.order_by("book__club__order", "book_id"):
        kinds_by_book.setdefault(role.book, set()).add(Role.Kind(role.kind))
    return [ClubRoles(book.club, book, frozenset(kinds)) for book, kinds in kinds_by_book.items()]


def events_with_roles(user: User) -> list[EventRoles]:
    """Return the events, but for those in the archive, in which alone a user has a role, the latest first."""
    roles = Role.objects.filter(user=user, book__kind__in=Book.WITH_GUESTS, book__archived_at=None)
    kinds_by_book: dict[Book, list[Role.Kind]] = {}
    for role in roles.select_related("book").order_by("-book", "pk"):
        kinds_by_book.setdefault(role.book, []).append(Role.Kind(role.kind))
    links = links_of(list(kinds_by_book))
    return [
        EventRoles(links[book.pk], ", ".join(str(kind.label) for kind in kinds))
        for book, kinds in kinds_by_book.items()
        if book.pk in links
    ]


def clubs_administered_by(user: User) -> QuerySet[Club]:
    """Return the clubs of which a user is an admin."""
    return Club.objects.filter(
        books__kind=Book.Kind.CLUB, books__roles__user=user, books__roles__kind=Role.Kind.ADMIN
    ).order_by("order", "pk")


def role_holders(book: Book) -> QuerySet[User]:
    """Return the users with a role in a book, with these roles as `roles_here`."""
    here = Role.objects.filter(book=book).order_by("pk")
    return (
        User.objects.filter(pk__in=here.order_by().values("user"))
        .select_related("code_app")
        .prefetch_related(Prefetch("roles", queryset=here, to_attr="roles_here"), "passkeys")
        .order_by("name", "pk")
    )


def roles_of_guests(club: Club) -> QuerySet[Role]:
    """Return the roles that are valid in one event of the club alone, but for events in the archive."""
    books = Book.objects.filter(club=club, kind__in=Book.WITH_GUESTS, archived_at=None)
    return Role.objects.filter(book__in=books).select_related("user", "book").order_by("-book", "pk")


def open_invitations(book: Book) -> QuerySet[Invitation]:
    return book.invitations.filter(used_at=None, withdrawn_at=None).select_related("made_by")
