"""One list of what needs attention, over all events and games in which somebody has a role."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from clubs.books import permissions
from clubs.models import Book, Role, User
from scoring.models import Call, Confirmation, Deal, Game, OwnProtocol, Ruling
from scoring.overview.needs import DeskOverview, OverviewRow, build_overview, count_pressing, overview_rows
from scoring.overview.queries import UNSIGNED, list_games
from scoring.overview.rights import GameRights, game_rights
from scoring.store.rounds import rounds_of


@dataclass(frozen=True, slots=True)
class AttentionGroup:
    """What needs attention in an event or a league, or in the other games of a club."""

    # The book of the event or the league, or of the club.
    book: Book
    desk: DeskOverview


@dataclass(frozen=True, slots=True)
class AttentionList:
    """What needs attention, and what the viewer may do about it, by the primary keys of books."""

    groups: Sequence[AttentionGroup]
    rights: Mapping[int, GameRights]

    @property
    def count(self) -> int:
        return sum(len(group.desk.needs) for group in self.groups)

    @property
    def pressing(self) -> int:
        return sum(group.desk.pressing for group in self.groups)


class AttentionState(NamedTuple):
    """What the list depends on: the roles of the viewer, and the books of the clubs in which they are."""

    roles: str
    books: int
    revisions: int


def attention_state(user: User) -> AttentionState:
    """Return what the list depends on: two queries."""
    roles = Role.objects.filter(user=user).order_by("book", "kind").values_list("book", "kind")
    clubs = Role.objects.filter(user=user).values("book__club")
    books = Book.objects.filter(club__in=clubs).aggregate(many=Count("pk"), revisions=Sum("revision"))
    own = "/".join(f"{book}:{kind}" for book, kind in roles)
    return AttentionState(own, books["many"], books["revisions"] or 0)


def load_attention(user: User) -> AttentionList:
    """Load the list; the events and games where something presses come first."""
    games = _games_of(user)
    rows = overview_rows(list_games(games, rounds_of(games)))
    books = Book.objects.select_related("club").in_bulk({row.game.book_id for row in rows})
    roles = permissions.roles_by_book(user, books.values())
    of_clubs = _books_of_clubs(books.values())
    by_group = defaultdict[Book, list[OverviewRow]](list)
    for row in rows:
        book = books[row.game.book_id]
        by_group[book if book.kind in Book.WITH_GUESTS else of_clubs[book.club_id]].append(row)
    groups = [AttentionGroup(book, build_overview(of_group)) for book, of_group in by_group.items()]
    waiting = [group for group in groups if group.desk.needs]
    return AttentionList(
        sorted(waiting, key=lambda group: not group.desk.pressing),
        {book: game_rights(kinds) for book, kinds in roles.items()},
    )


def _books_of_clubs(books: Collection[Book]) -> dict[int, Book]:
    """Return the clubs' own books, by the primary keys of the clubs of these books."""
    of_clubs = Book.objects.filter(kind=Book.Kind.CLUB, club__in={book.club_id for book in books})
    return {book.club_id: book for book in of_clubs.select_related("club")}


def count_pressing_for(user: User) -> int:
    """Return how many matters press: one query where there is none."""
    pressing = list(_games_of(user).filter(_may_press()).values_list("pk", flat=True))
    return count_pressing(list_games(Game.objects.filter(pk__in=pressing))) if pressing else 0


def _games_of(user: User) -> QuerySet[Game]:
    """Return the games under somebody's hands that are not signed, or in which something presses."""
    own = Game.objects.filter(permissions.with_any_role(user.pk, "book"), book__archived_at=None)
    return own.filter(Q(state__in=UNSIGNED) | _may_press()).exclude(state=Game.State.OFFICIAL)


def _may_press() -> Q:
    """Return the condition without which nothing presses in a game."""
    game = OuterRef("pk")
    calls = Call.objects.filter(game=game, answered_at=None)
    disputed = Deal.objects.filter(game=game, state=Deal.State.DISPUTED)
    written_by_sides = OwnProtocol.objects.filter(deal__game=game, deal__state=Deal.State.DRAFT, current=True)
    answers = Confirmation.objects.filter(version__deal__game=game, version__current=True)
    sent_back = answers.filter(version__deal__state=Deal.State.ENTERED).exclude(
        kind=Confirmation.Kind.APPROVED
    )
    rewrites = Ruling.objects.filter(
        game=game, outcome=Ruling.Outcome.REWRITE, cancelled_at=None, versions=None
    )
    found = (calls, disputed, written_by_sides, sent_back, rewrites)
    return reduce(or_, (Q(Exists(rows)) for rows in found))
