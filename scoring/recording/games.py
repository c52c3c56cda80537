"""Games: opened, seated, set aside; and substitutions of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import NotNow, validation_error
from clubs.books.sealing import create_book
from clubs.books.writing import (
    Author,
    Facts,
    JsonValue,
    LoggedAct,
    Submission,
    Writing,
    bump_books_showing,
    club_book,
    retried,
    writing,
)
from clubs.models import Book, Club, Player
from clubs.plugins.hooks import HookList
from scoring.models import Deal, Game, Seat, Side, Table
from scoring.recording.session import open_game_as_director, open_game_for, refuse_signed
from scoring.recording.tables import assign_new_games_in, pass_table_on_in
from scoring.store import seating, sheets

# More deals than this do not fit into a long day.
MAX_DEALS: Final = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlan:
    """The agreement on a new game before its first deal."""

    ruleset: str
    sides: Sequence[Sequence[Player]]
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    label: str = ""
    # The players of each side who hold cards, if that does not follow from the number of people.
    players_per_side: tuple[int, ...] | None = None
    written_on: Game.WrittenOn = Game.WrittenOn.PHONES
    approval: Game.Approval = Game.Approval.SHARED
    corrections: Game.Corrections = Game.Corrections.STRICT
    protocols: Game.Protocols = Game.Protocols.ONE
    signers: Game.Signers = Game.Signers.ALL
    director_signs: bool = False
    second_entry: bool = False
    # Totals carried over from paper.
    carried: Sequence[int] = ()
    # The number of deals that ends the game instead of its target.
    deals: int | None = None
    # Players opened it at a free table.
    by_players: bool = False

    @property
    def facts(self) -> Facts:
        return {
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "players": [player.pk for side in self.sides for player in side],
            "carried": list(self.carried),
            **({} if self.deals is None else {"deals": self.deals}),
            **({"by_players": True} if self.by_players else {}),
        }

    @property
    def content(self) -> Facts:
        """The whole agreement, as the content of a submission."""
        return {
            **self.facts,
            "sides": [[player.pk for player in side] for side in self.sides],
            "label": self.label,
            "playing": list(self.players_per_side or ()),
            "written_on": str(self.written_on),
            "approval": str(self.approval),
            "corrections": str(self.corrections),
            "protocols": str(self.protocols),
            "signers": str(self.signers),
            "director_signs": self.director_signs,
            **({"second_entry": True} if self.second_entry else {}),
        }


@retried
def open_game(by: Author, club: Club, plan: GamePlan, key: UUID) -> Game:
    """Open a game that belongs to no event, in a book of its own; the club's log records it too."""
    submission = Submission(key=key, content=plan.content)
    with writing(club_book(club), by, needs=RECORDERS, submission=submission) as in_club:
        if in_club.earlier is not None:
            return Game.objects.get(pk=in_club.earlier.facts["game"])
        book = create_book(Book.Kind.GAME, club)
        with writing(book, by) as act:
            game = open_game_in(act, plan)
        in_club.log("game.opened", game, after={"ruleset": plan.ruleset, "game": game.pk, "book": book.pk})
    return game


def open_game_in(act: Writing, plan: GamePlan) -> Game:
    """Open a game in an open book."""
    (game,) = open_games_in(act, [plan])
    return game


def open_games_in(
    act: Writing, plans: Sequence[GamePlan], tables: Mapping[str, Table] | None = None
) -> list[Game]:
    """Open games in an open book: the same rows as one by one, in statements of many rows.

    A game whose label is that of a table is played there from now on.
    """
    for plan in plans:
        _refuse_invalid_totals(plan)
        _refuse_two_seats(plan)
        _refuse_invalid_deal_limit(plan)
    games = Game.objects.bulk_create([_new_game(act, plan) for plan in plans])
    _create_sides(games, plans)
    at_table = {tables[game.label]: game for game in games if tables and game.label in tables}
    assigned = assign_new_games_in(at_table)
    act.log_all(
        logged
        for game, plan in zip(games, plans, strict=True)
        for logged in (
            LoggedAct("game.opened", game, after=plan.facts),
            *([assigned[game]] if game in assigned else []),
        )
    )
    return games


def _new_game(act: Writing, plan: GamePlan) -> Game:
    people = [len(side) for side in plan.sides]
    return Game(
        book=act.book,
        label=plan.label,
        ruleset=plan.ruleset,
        edition=sheets.newest_edition(plan.ruleset),
        options=dict(plan.options),
        players_per_side=list(plan.players_per_side or seating.players_per_side(plan.ruleset, people)),
        written_on=plan.written_on,
        approval=plan.approval,
        corrections=plan.corrections,
        protocols=plan.protocols,
        signers=plan.signers,
        director_signs=plan.director_signs,
        second_entry=plan.second_entry,
        deals_agreed=plan.deals,
        opened_at=act.by.at,
        opened_by_players=plan.by_players,
    )


def _create_sides(games: Sequence[Game], plans: Sequence[GamePlan]) -> None:
    """Create the sides of the games, and the seats of their players."""
    seated = [
        (Side(game=game, number=number, total=carried, carried=carried), players)
        for game, plan in zip(games, plans, strict=True)
        for number, (players, carried) in enumerate(_sides_of(plan))
    ]
    Side.objects.bulk_create([side for side, _players in seated])
    Seat.objects.bulk_create(
        Seat(side=side, player=player, position=position)
        for side, players in seated
        for position, player in enumerate(players)
    )


def _sides_of(plan: GamePlan) -> Iterator[tuple[Sequence[Player], int]]:
    """Return each side's players with the total that it carries over."""
    return zip(plan.sides, plan.carried or [0] * len(plan.sides), strict=True)


def _refuse_invalid_totals(plan: GamePlan) -> None:
    """Refuse carried totals unless there is one for each side, divisible by five as all points are."""
    if plan.carried and len(plan.carried) != len(plan.sides):
        raise validation_error("carried", _lazy("Enter a total for each side."))
    if any(total % 5 for total in plan.carried):
        raise validation_error("carried", _lazy("Points must be divisible by five."))


def _refuse_two_seats(plan: GamePlan) -> None:
    seated = [player.pk for side in plan.sides for player in side]
    if len(set(seated)) < len(seated):
        raise validation_error("sides", _lazy("A player can have only one seat in a game."))


def _refuse_invalid_deal_limit(plan: GamePlan) -> None:
    if plan.deals is not None and not 1 <= plan.deals <= MAX_DEALS:
        raise validation_error(
            "deals",
            _lazy("From 1 to %(most)s deals, or leave empty to play to the target.") % {"most": MAX_DEALS},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """The player who drew the highest card, the order of seats, and the keeper of the protocol."""

    highest: int
    key: UUID
    keeper: int | None = None
    # The players of each side in the order of their seats; without it they stay as entered.
    order: Sequence[Sequence[int]] = ()

    @property
    def submission(self) -> Submission:
        order: list[JsonValue] = [list(side) for side in self.order]
        return Submission(
            key=self.key, content={"highest": self.highest, "keeper": self.keeper, "order": order}
        )


@retried
def take_seats(by: Author, game: Game, seats: Seats) -> Game:
    """Record who drew the highest card; the seating, the leader and the dealer follow (000 §5a, 002 §5)."""
    with open_game_for(game, by, submission=seats.submission) as opened:
        if opened.earlier is not None:
            return opened.game
        refuse_signed(opened.game)
        if opened.game.deals.exists():
            raise NotNow(_lazy("A deal has already been dealt: the seats can no longer be changed."))
        people = _players_of(opened.game)
        side = next((number for number, players in people.items() if seats.highest in players), None)
        if side is None:
            raise validation_error("highest", _lazy("Choose who drew the highest card."))
        if seats.keeper is not None and not any(seats.keeper in players for players in people.values()):
            raise validation_error("keeper", _lazy("This player is not at the table."))
        if len(seats.order or people) != len(people):
            raise validation_error("order", _lazy("These are not the players of the side."))
        before: Facts = {"keeper": opened.game.keeper_id, "players": _in_order(people)}
        for number, players in enumerate(seats.order or people.values()):
            _reorder_seats(opened.sides[number], _highest_first(players, seats.highest), people[number])
        opened.game.first_side = side
        opened.game.keeper_id = seats.keeper or seats.highest
        opened.game.save(update_fields=["first_side", "keeper"])
        opened.log(
            "game.seats_taken",
            opened.game,
            before=before,
            after={
                "highest": seats.highest,
                "keeper": opened.game.keeper_id,
                "players": _in_order(_players_of(opened.game)),
            },
        )
        return opened.game


def _players_of(game: Game) -> dict[int, list[int]]:
    """Return the ids of each side's players in the order of their seats."""
    seats = Seat.objects.filter(side__game=game, until_deal=None).order_by("side__number", "position")
    by_side: dict[int, list[int]] = {}
    for number, player in seats.values_list("side__number", "player"):
        by_side.setdefault(number, []).append(player)
    return by_side


def _in_order(people: Mapping[int, Sequence[int]]) -> list[JsonValue]:
    return [player for players in people.values() for player in players]


def _highest_first(players: Sequence[int], highest: int) -> list[int]:
    """Return a side's players with the one who drew highest first."""
    return sorted(players, key=lambda player: player != highest)


def _reorder_seats(side: Side, players: Sequence[int], seated: Sequence[int]) -> None:
    if sorted(players) != sorted(seated):
        raise validation_error("order", _lazy("These are not the players of the side."))
    seats = {seat.player_id: seat for seat in side.seats.filter(until_deal=None)}
    # All seats move to free positions first: a position must never have two players.
    for position, player in enumerate(players):
        seats[player].position = len(players) + position
    Seat.objects.bulk_update(seats.values(), ["position"])
    for position, player in enumerate(players):
        seats[player].position = position
    Seat.objects.bulk_update(seats.values(), ["position"])


# Checks of the apps above; a check raises to refuse a substitute.
substitution_checks: HookList[Callable[[Game, Player], None]] = HookList()


@retried
def substitute(by: Author, game: Game, side: int, leaving: Player, coming: Player, key: UUID) -> Seat:
    """Give a player's seat to another player from the next deal on."""
    submission = Submission(key=key, content={"side": side, "leaving": leaving.pk, "coming": coming.pk})
    with open_game_as_director(game, by, submission=submission) as opened:
        if opened.earlier is not None:
            return Seat.objects.get(side=opened.sides[side], player=coming, until_deal=None)
        refuse_signed(opened.game)
        if Seat.objects.filter(side__game=opened.game, player=coming, until_deal=None).exists():
            raise validation_error("coming", _lazy("This player is already at the table."))
        old = Seat.objects.filter(side=opened.sides[side], player=leaving, until_deal=None).first()
        if old is None:
            raise validation_error("leaving", _lazy("This player is not at the table."))
        for check in substitution_checks:
            check(opened.game, coming)
        seat = _hand_over_seat(
            old, coming, from_deal=opened.game.deals.exclude(state=Deal.State.DRAFT).count() + 1
        )
        bump_books_showing(coming)
        opened.log(
            "game.substituted",
            opened.game,
            before={"player": leaving.pk},
            after={"player": coming.pk, "side": side, "from_deal": seat.from_deal},
        )
        return seat


def _hand_over_seat(old: Seat, coming: Player, from_deal: int) -> Seat:
    """Return the seat of who comes, from a deal on. The old one is deleted if no deal was played in it.

    Who left after the deal before and comes back has his own seat on, as if nobody had come for him.
    """
    if old.from_deal >= from_deal:
        old.delete()
    else:
        old.until_deal = from_deal - 1
        old.save(update_fields=["until_deal"])
    place = {"side_id": old.side_id, "player": coming, "position": old.position}
    left = Seat.objects.filter(**place, until_deal=from_deal - 1).first()
    if left is None:
        return Seat.objects.create(**place, from_deal=from_deal)
    left.until_deal = None
    left.save(update_fields=["until_deal"])
    return left


# Another result than the one that was played.


def let_other_result_count_in(act: Writing, game: Game, code: str) -> None:
    """Store in an open book what counts for a game instead of what was played; with "" that counts again.

    Nothing is dealt while another result counts; the deals of the game stay, and can be corrected.
    """
    if game.book_id != act.book.pk:
        raise PermissionDenied
    Game.objects.filter(pk=game.pk).update(other_result=code)
    game.other_result = code
    if code:
        pass_table_on_in(act, game)


__all__ = [
    "MAX_DEALS",
    "GamePlan",
    "Seats",
    "let_other_result_count_in",
    "open_game",
    "open_game_in",
    "open_games_in",
    "substitute",
    "take_seats",
]
