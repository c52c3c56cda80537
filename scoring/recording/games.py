"""Games: opened, seats taken, players substituted, ended, or entered as a result only.

Knows who plays and by what rules; must not know how a deal is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.permissions import RECORDERS
from clubs.books.refusals import NotNow, refused
from clubs.books.writing import (
    Author,
    Facts,
    Sending,
    Value,
    Writing,
    bump_where_shown,
    of_club,
    retried,
    writing,
)
from clubs.models import Book, Club, Player
from scoring.core.game_state import EarlyEnd, GameEnd
from scoring.models import Deal, Game, Seat, Side, Table
from scoring.recording.session import Play, directing, playing, refuse_signed
from scoring.recording.tables import set_table_in
from scoring.recording.totals import refold
from scoring.store import seating, sheets

# Nobody agrees on more deals than a long day has.
MOST_DEALS: Final = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlan:
    """What is agreed before the first deal."""

    ruleset: str
    sides: Sequence[Sequence[Player]]
    options: Mapping[str, Value] = field(default_factory=dict)
    label: str = ""
    # How many of each side hold cards, where that does not follow from the number of people.
    playing: tuple[int, ...] | None = None
    approval: Game.Approval = Game.Approval.SHARED
    corrections: Game.Corrections = Game.Corrections.STRICT
    protocols: Game.Protocols = Game.Protocols.ONE
    signers: Game.Signers = Game.Signers.ALL
    director_signs: bool = False
    # Totals taken over from paper.
    carried: Sequence[int] = ()
    # So many deals that count end the game, instead of its target.
    deals: int | None = None

    @property
    def facts(self) -> Facts:
        return {
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "players": [player.pk for side in self.sides for player in side],
            "carried": list(self.carried),
            **({} if self.deals is None else {"deals": self.deals}),
        }

    @property
    def content(self) -> Facts:
        """Everything that is agreed, as the sending of it says it."""
        return {
            **self.facts,
            "sides": [[player.pk for player in side] for side in self.sides],
            "label": self.label,
            "playing": list(self.playing or ()),
            "approval": str(self.approval),
            "corrections": str(self.corrections),
            "protocols": str(self.protocols),
            "signers": str(self.signers),
            "director_signs": self.director_signs,
        }


@retried
def open_game(by: Author, club: Club, plan: GamePlan, key: UUID) -> Game:
    """Open a game that belongs to no event: it keeps a book of its own, and the club's log says so."""
    sending = Sending(key=key, content=plan.content)
    with writing(of_club(club), by, needs=RECORDERS, sending=sending) as in_club:
        if in_club.earlier is not None:
            return Game.objects.get(pk=in_club.earlier.facts["game"])
        book = Book.objects.create(kind=Book.Kind.GAME, club=club)
        with writing(book, by) as act:
            game = open_game_in(act, plan)
        in_club.log("game.opened", game, after={"ruleset": plan.ruleset, "game": game.pk})
    return game


def open_game_in(act: Writing, plan: GamePlan) -> Game:
    """Open a game in a book that is being written."""
    _refuse_uneven(plan)
    _refuse_two_seats(plan)
    _refuse_no_deal(plan)
    people = [len(side) for side in plan.sides]
    game = Game.objects.create(
        book=act.book,
        label=plan.label,
        ruleset=plan.ruleset,
        edition=sheets.edition_of(plan.ruleset),
        options=dict(plan.options),
        players=list(plan.playing or seating.players_of_form(plan.ruleset, people)),
        approval=plan.approval,
        corrections=plan.corrections,
        protocols=plan.protocols,
        signers=plan.signers,
        director_signs=plan.director_signs,
        carried=list(plan.carried),
        deals_agreed=plan.deals,
        opened_at=act.by.at,
    )
    for number, players in enumerate(plan.sides):
        total = plan.carried[number] if plan.carried else 0
        _seat(Side.objects.create(game=game, number=number, total=total), players)
    act.log("game.opened", game, after=plan.facts)
    return game


def _refuse_uneven(plan: GamePlan) -> None:
    """Carried totals are one for each side, in the fives that all cards count in."""
    if plan.carried and len(plan.carried) != len(plan.sides):
        raise refused("carried", _lazy("A total for each side."))
    if any(total % 5 for total in plan.carried):
        raise refused("carried", _lazy("Points are divisible by five."))


def _refuse_two_seats(plan: GamePlan) -> None:
    seated = [player.pk for side in plan.sides for player in side]
    if len(set(seated)) < len(seated):
        raise refused("sides", _lazy("A player has one seat in a game."))


def _refuse_no_deal(plan: GamePlan) -> None:
    if plan.deals is not None and not 1 <= plan.deals <= MOST_DEALS:
        raise refused(
            "deals", _lazy("From 1 to %(most)s deals, or none to play to the target.") % {"most": MOST_DEALS}
        )


def _seat(side: Side, players: Sequence[Player]) -> None:
    Seat.objects.bulk_create(
        Seat(side=side, player=player, position=position) for position, player in enumerate(players)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Who drew highest, in which order the sides sit, and who keeps the protocol."""

    highest: int
    key: UUID
    keeper: int | None = None
    # The players of each side in the order of their seats; where it is not said they stay as entered.
    order: Sequence[Sequence[int]] = ()

    @property
    def sending(self) -> Sending:
        order: list[Value] = [list(side) for side in self.order]
        return Sending(key=self.key, content={"highest": self.highest, "keeper": self.keeper, "order": order})


@retried
def take_seats(by: Author, game: Game, seats: Seats) -> Game:
    """Say who drew highest: from that it follows who sits where, leads and deals (000 §5a, 002 §5)."""
    with playing(game, by, sending=seats.sending) as play:
        if play.earlier is not None:
            return play.game
        refuse_signed(play.game)
        if play.game.deals.exists():
            raise NotNow(_lazy("A deal has been dealt already: seats stay as they are."))
        people = _players_of(play.game)
        side = next((number for number, players in people.items() if seats.highest in players), None)
        if side is None:
            raise refused("highest", _lazy("Say who drew the highest card."))
        if seats.keeper is not None and not any(seats.keeper in players for players in people.values()):
            raise refused("keeper", _lazy("This player does not sit at the table."))
        if len(seats.order or people) != len(people):
            raise refused("order", _lazy("These are not the players of the side."))
        for number, players in enumerate(seats.order or people.values()):
            _sit_in_order(play.sides[number], _first(players, seats.highest), people[number])
        play.game.first_side = side
        play.game.keeper_id = seats.keeper or seats.highest
        play.game.save(update_fields=["first_side", "keeper"])
        play.log(
            "game.seats_taken",
            play.game,
            after={"highest": seats.highest, "keeper": play.game.keeper_id},
        )
        return play.game


def _players_of(game: Game) -> dict[int, list[int]]:
    """The players of each side, by their ids, in the order of their seats."""
    seats = Seat.objects.filter(side__game=game, until_deal=None).order_by("side__number", "position")
    found: dict[int, list[int]] = {}
    for number, player in seats.values_list("side__number", "player"):
        found.setdefault(number, []).append(player)
    return found


def _first(players: Sequence[int], highest: int) -> list[int]:
    """The side's players, whoever drew highest first."""
    return sorted(players, key=lambda player: player != highest)


def _sit_in_order(side: Side, players: Sequence[int], seated: Sequence[int]) -> None:
    if sorted(players) != sorted(seated):
        raise refused("order", _lazy("These are not the players of the side."))
    seats = {seat.player_id: seat for seat in side.seats.filter(until_deal=None)}
    # Every seat is left before anybody sits down, so that no two sit in one.
    for position, player in enumerate(players):
        seats[player].position = len(players) + position
    Seat.objects.bulk_update(seats.values(), ["position"])
    for position, player in enumerate(players):
        seats[player].position = position
    Seat.objects.bulk_update(seats.values(), ["position"])


# What those above know of a game and its players that speaks against a substitute: each refuses by raising.
when_substituted: list[Callable[[Game, Player], None]] = []


@retried
def substitute(by: Author, game: Game, side: int, leaving: Player, coming: Player, key: UUID) -> Seat:
    """Another player takes somebody's seat from the next deal on."""
    sending = Sending(key=key, content={"side": side, "leaving": leaving.pk, "coming": coming.pk})
    with directing(game, by, sending=sending) as play:
        if play.earlier is not None:
            return Seat.objects.get(side=play.sides[side], player=coming, until_deal=None)
        refuse_signed(play.game)
        if Seat.objects.filter(side__game=play.game, player=coming, until_deal=None).exists():
            raise refused("coming", _lazy("This player sits at the table already."))
        old = Seat.objects.filter(side=play.sides[side], player=leaving, until_deal=None).first()
        if old is None:
            raise refused("leaving", _lazy("This player does not sit at the table."))
        for refuse in when_substituted:
            refuse(play.game, coming)
        seat = _taken_over(old, coming, from_deal=play.game.deals.exclude(state=Deal.State.DRAFT).count() + 1)
        bump_where_shown(coming)
        play.log(
            "game.substituted",
            play.game,
            before={"player": leaving.pk},
            after={"player": coming.pk, "side": side, "from_deal": seat.from_deal},
        )
        return seat


def _taken_over(old: Seat, coming: Player, from_deal: int) -> Seat:
    """The seat from a deal on. Who has not played a deal in it was never seated."""
    if old.from_deal >= from_deal:
        old.delete()
    else:
        old.until_deal = from_deal - 1
        old.save(update_fields=["until_deal"])
    return Seat.objects.create(side_id=old.side_id, player=coming, position=old.position, from_deal=from_deal)


# Ending.


@retried
def finish(by: Author, game: Game, end: EarlyEnd, reason: str, key: UUID) -> Game:
    """End a game before its target: by time, or because a side gave it up or stopped."""
    sending = Sending(key=key, content={"end": end.kind.value, "side": end.side, "reason": reason})
    with directing(game, by, sending=sending) as play:
        if play.earlier is not None:
            return play.game
        _refuse_to_end(play)
        play.game.end, play.game.end_side = end.kind.value, end.side
        play.game.save(update_fields=["end", "end_side"])
        refold(play)
        play.log("game.ended", play.game, after={"end": end.kind.value, "side": end.side}, reason=reason)
        return play.game


def _refuse_to_end(play: Play) -> None:
    refuse_signed(play.game)
    if play.game.over:
        raise NotNow(_lazy("The game is over."))
    if play.game.deals.filter(state=Deal.State.DRAFT).exists():
        raise NotNow(_lazy("A deal has been dealt and is not written down yet."))


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalResult:
    """A game of which only the totals are known."""

    totals: Sequence[int]
    reason: str
    key: UUID

    @property
    def sending(self) -> Sending:
        return Sending(key=self.key, content={"totals": list(self.totals), "reason": self.reason})


@retried
def record_result(by: Author, game: Game, result: FinalResult) -> Game:
    """Enter a game as result only. Deals that are added later must make the same totals."""
    with directing(game, by, sending=result.sending) as play:
        if play.earlier is not None:
            return play.game
        if len(result.totals) != len(play.sides) or any(total % 5 for total in result.totals):
            raise refused("totals", _lazy("A total for each side, divisible by five."))
        refuse_signed(play.game)
        if play.game.over:
            raise NotNow(_lazy("The game is over."))
        play.game.final = list(result.totals)
        play.game.save(update_fields=["final"])
        refold(play)
        play.log(
            "game.result_entered",
            play.game,
            after={"points": list(result.totals)},
            reason=result.reason,
        )
        return play.game


# Set aside.


def set_aside_in(act: Writing, games: QuerySet[Game], reason: str) -> None:
    """Games of a book that is being written count for nothing from now on; what was written of them stays.

    The tables at which they stood are free.
    """
    aside = list(games.filter(book=act.book).exclude(state=Game.State.SET_ASIDE).order_by("pk"))
    for table in Table.objects.filter(game__in=aside).order_by("pk"):
        set_table_in(act, table, None)
    for game in aside:
        before, game.state = game.state, Game.State.SET_ASIDE
        game.set_aside_at, game.set_aside_because = act.by.at, reason.strip()
        game.save(update_fields=["state", "set_aside_at", "set_aside_because"])
        act.log(
            "game.set_aside",
            game,
            before={"game_state": before},
            after={"game_state": game.state},
            reason=reason,
        )


__all__ = [
    "MOST_DEALS",
    "EarlyEnd",
    "FinalResult",
    "GameEnd",
    "GamePlan",
    "Seats",
    "finish",
    "open_game",
    "open_game_in",
    "record_result",
    "set_aside_in",
    "substitute",
    "take_seats",
]
