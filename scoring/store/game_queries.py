"""Queries about games, their sides and the players in their seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Sum

from clubs.books import permissions
from clubs.db.prepared import PrefetchedRows, PreparedQuery, PreparedRows
from clubs.db.single_row import Revision
from clubs.models import Book, Club, Player, Role, User
from clubs.people.names import public_name
from clubs.people.queries import name_contains
from clubs.text.alphabet import folded
from scoring.models import Game, Seat, Side
from scoring.store.hidden_games import is_hidden

_GAME: Final = PreparedQuery(lambda pk: _games_with_club().filter(pk=pk), int)
_SIDES: Final = PreparedQuery(lambda game: _sides_in_order().filter(game=game), int)
_SEATS: Final = PreparedQuery(
    lambda game: _seats_with_players(Q(until_deal=None)).filter(side__game=game), int
)
# The current seats of a game, with everything that they are joined to.
_SEATS_AT_DESK: Final = PreparedQuery(
    lambda game, user: (
        seats_with_game()
        .filter(side__game=game)
        .annotate(**permissions.role_annotations(user, "side__game__book"))
    ),
    int,
    int,
)
_REVISION_OF_GAME: Final = PreparedRows(
    lambda pk: (
        Game.objects.filter(~is_hidden(), pk=pk)
        .order_by()
        .values_list("book__revision", "book__oldest_shown")
    ),
    int,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """The filter of a list of games; an empty value does not restrict it."""

    text: str = ""
    club: int | None = None
    ruleset: str = ""
    state: str = ""


def games_with_sides(deal: int | None = None) -> QuerySet[Game]:
    """Return games with their sides and seats, those of now or of a deal."""
    return _games_with_club().prefetch_related(Prefetch("sides", seated_sides(deal)))


def _games_with_club() -> QuerySet[Game]:
    return Game.objects.select_related("book__club")


def seated_sides(deal: int | None = None) -> QuerySet[Side]:
    """Return sides in order with their seats, those of now or of a deal."""
    seated = Q(until_deal=None) if deal is None else Q(from_deal__lte=deal) & _still_seated(deal)
    return _sides_in_order().prefetch_related(Prefetch("seats", queryset=_seats_with_players(seated)))


def _sides_in_order() -> QuerySet[Side]:
    return Side.objects.order_by("number")


def _seats_with_players(seated: Q) -> QuerySet[Seat]:
    return Seat.objects.filter(seated).select_related("player").order_by("position")


def _still_seated(deal: int) -> Q:
    return Q(until_deal=None) | Q(until_deal__gte=deal)


def game_with_sides(pk: int) -> Game | None:
    """Return a game with its sides and current seats."""
    game = _GAME.first(pk)
    if game is not None:
        attach_sides(game)
    return game


def seats_with_game() -> QuerySet[Seat]:
    """Return current seats in order, with player, side, game, book and club."""
    seats = Seat.objects.filter(until_deal=None).select_related("player", "side__game__book__club")
    return seats.order_by("side__number", "position")


def game_with_roles(pk: int, user: User) -> tuple[Game, frozenset[Role.Kind]] | None:
    """Return a game with its sides and current seats, and a user's roles in its book: usually one query."""
    seats = _SEATS_AT_DESK.all(pk, user.pk)
    game = game_of_seats(seats)
    if game is not None:
        return game, permissions.annotated_roles(seats[0])
    game = game_with_sides(pk)
    return None if game is None else (game, permissions.roles_in(user, game.book))


def game_of_seats(seats: Sequence[Seat]) -> Game | None:
    """Return the game of `seats_with_game`, with its sides and seats; None if a side has nobody."""
    if not seats:
        return None
    game, sides = seats[0].side.game, dict[int, Side]()
    by_side = defaultdict[int, list[Seat]](list)
    for seat in seats:
        seat.side = sides.setdefault(seat.side_id, seat.side)
        by_side[seat.side_id].append(seat)
    if len(sides) != len(game.players_per_side):
        return None
    for side in PrefetchedRows(game, "sides", sides.values()):
        side.game = game
        PrefetchedRows(side, "seats", by_side[side.pk])
    return game


def attach_sides(game: Game) -> None:
    """Attach a game's sides and current seats, as `games_with_sides` prefetches them."""
    seated = _SEATS.all(game.pk)
    for side in PrefetchedRows(game, "sides", _SIDES.all(game.pk)):
        side.game = game
        for seat in PrefetchedRows(side, "seats", [seat for seat in seated if seat.side_id == side.pk]):
            seat.side = side


def side_names(game: Game, name_of: Callable[[Player], str] = public_name) -> list[str]:
    """Return the names of the sides: public names, or with `full_name` those that the desk shows."""
    return [side_name(side, name_of) for side in game.sides.all()]


def slip_differs(game: Game) -> bool:
    """Return whether the result slip of a game shows something else than its sides have now."""
    slip = game.slips.filter(current=True).first()
    return slip is not None and list(slip.totals) != [
        side.result for side in Side.objects.filter(game=game).order_by("number")
    ]


def side_name(side: Side, name_of: Callable[[Player], str] = public_name) -> str:
    """Return the names of a side in the order of its entry, whoever has drawn the highest card."""
    seats = sorted(side.seats.all(), key=lambda seat: seat.pk)
    return " – ".join(name_of(seat.player) for seat in seats)


def revision_of_game(pk: int) -> Revision | None:
    """Return the revision of the game's book, on which its pages depend, with one query of one row.

    It is None for a hidden game: its pages are not kept.
    """
    row = next(iter(_REVISION_OF_GAME.rows(pk)), None)
    return None if row is None else Revision(*row)


def revision_of_games() -> Revision:
    """Return the revision of the list of all games, which changes with any of their books."""
    books = Book.objects.aggregate(revisions=Sum("revision", default=0), number=Count("pk"))
    revision = books["revisions"] + books["number"]
    return Revision(revision, revision)


def players_of(game: Game) -> list[Player]:
    """Return the present and former players of a game in the order of the sides."""
    seats = Seat.objects.filter(side__game=game).select_related("player")
    in_order = seats.order_by("side__number", "position", "from_deal")
    return list(dict.fromkeys(seat.player for seat in in_order))


def clubs_with_games() -> QuerySet[Club]:
    """Return the clubs with games that everybody may see."""
    played = Book.objects.filter(Exists(Game.objects.filter(~is_hidden(), book=OuterRef("pk"))))
    return Club.objects.filter(pk__in=played.values("club")).order_by("order", "pk")


def find_games(query: GameFilter) -> QuerySet[Game]:
    """Return the public games that match a filter, the newest first; archived ones are left out."""
    games = games_with_sides().filter(~is_hidden(), book__archived_at=None).order_by("-opened_at", "-pk")
    if query.club is not None:
        games = games.filter(book__club=query.club)
    if query.ruleset:
        games = games.filter(ruleset=query.ruleset)
    if query.state:
        games = games.filter(state=query.state)
    if query.state == Game.State.OPEN:
        games = games.filter(other_result="")
    for word in folded(query.text).split():
        games = games.filter(pk__in=_games_of_players_named(word))
    return games


def _games_of_players_named(word: str) -> QuerySet[Seat, int]:
    """Return the games of players whose name is public and contains the word.

    The players are searched first, once, and not the seats of each game: there are seven times as many games.

    A player's search text contains the name twice, in both orders, and the licence number once: a word that
    occurs once is not part of the name, and a public search must not reveal a licence number. Some digits are
    in a number twice: no name has any.
    """
    if any(letter.isdigit() for letter in word):
        return Seat.objects.none().values_list("side__game", flat=True)
    named = Player.objects.filter(
        may_publish=True, search_text__contains=word, search_text__regex=f"{word}.*{word}"
    )
    seats = Seat.objects.filter(player__in=named.order_by().values("pk")).order_by()
    return seats.values_list("side__game", flat=True)


def seats_of(game: Game) -> QuerySet[Seat]:
    """Return the current seats of a game."""
    seats = Seat.objects.filter(side__game=game, until_deal=None).select_related("side", "player")
    return seats.order_by("side__number", "position")


def open_games_of(club: Club, text: str = "") -> QuerySet[Game]:
    """Return the club's games that are not over, the latest first; `text` is a player's name or a table."""
    of_club = games_with_sides().filter(book__club=club, book__archived_at=None)
    unfinished = of_club.filter(over=False).exclude(state=Game.State.SET_ASIDE)
    games = unfinished.order_by("-pk")
    if not text:
        return games
    seated = Seat.objects.filter(player__in=Player.objects.filter(name_contains(text)), until_deal=None)
    return games.filter(Q(label__iexact=text) | Q(pk__in=seated.values("side__game")))
