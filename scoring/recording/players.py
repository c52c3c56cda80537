"""Players put right: a game has been recorded under a name that was typed wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _lazy

from clubs.books.refusals import NotNow
from clubs.books.writing import JsonValue, LoggedAct, Writing, bump_books_showing
from clubs.models import Player
from scoring.models import (
    Confirmation,
    Deal,
    DealVersion,
    Game,
    OwnProtocol,
    Seat,
    Signature,
    Signing,
    WrittenWarning,
)
from scoring.recording.session import open_game_in_act
from scoring.store.signers import is_signed


class SideAt(NamedTuple):
    """A side of a game, by the id of the game and its number there."""

    game: int
    side: int


# By side, the ids of players: who is written there, and who has really sat there.
RightPlayers = Mapping[SideAt, Mapping[int, int]]


class _Named(NamedTuple):
    """Rows that name a player, and the paths from them to the game and the number of the side."""

    rows: QuerySet[Any]
    game: str
    side: str


_NAMED: Final[tuple[Callable[[], _Named], ...]] = (
    lambda: _Named(DealVersion.objects.all(), "deal__game", "side"),
    lambda: _Named(Confirmation.objects.all(), "version__deal__game", "side"),
    lambda: _Named(OwnProtocol.objects.all(), "deal__game", "side"),
    lambda: _Named(Signature.objects.all(), "signing__game", "side"),
)


def correct_players_in(act: Writing, right: RightPlayers, named: RightPlayers | None = None) -> None:
    """Let other players have sat at these sides of games in an open book: all that they did is theirs.

    `named` are the players whom a game also names without their side, where these are not the same. What was
    dealt and signed stays as it is. The caller logs the act.
    """
    games = Game.objects.filter(book=act.book, pk__in={at.game for at in right})
    _correct_seats(games, right)
    for rows in _NAMED:
        _correct_named(rows(), games, right)
    _correct_of_games(games, right if named is None else named)
    players = {player for by_side in right.values() for pair in by_side.items() for player in pair}
    bump_books_showing(Player.objects.filter(pk__in=players))


def reseat_in(act: Writing, right: RightPlayers, reason: str) -> None:
    """Let other players sit at these sides of games in an open book, which nobody signs yet.

    Deals stay at their table, and are of those who sit there now; the log says so of each game that has any.
    Without a deal the seats are taken afresh.
    """
    games = Game.objects.filter(pk__in={at.game for at in right}).select_related("book").order_by("pk")
    for game in games:
        refuse_being_signed(open_game_in_act(act, game).game)
    recorded = games.filter(Q(pk__in=Deal.objects.values("game")) | Q(entered_result__isnull=False))
    before = {game: _players_at(game) for game in recorded}
    correct_players_in(act, right, _who_leave_the_table(right))
    act.log_all(
        LoggedAct(
            "game.reseated",
            game,
            before={"players": players},
            after={"players": _players_at(game)},
            reason=reason,
        )
        for game, players in before.items()
    )
    games.filter(deals=None).update(first_side=None, keeper=None)


def _players_at(game: Game) -> list[JsonValue]:
    seats = Seat.objects.filter(side__game=game, until_deal=None).order_by("side__number", "position")
    return list(seats.values_list("player", flat=True))


def correct_deals(games: QuerySet[Game], right: RightPlayers) -> None:
    """Let other players have written and answered the deals of these games; signatures stay."""
    for rows in _NAMED[:-1]:
        _correct_named(rows(), games, right)


def refuse_being_signed(game: Game) -> None:
    signed = (Signing.State.COLLECTING, Signing.State.SIGNED)
    if is_signed(game) or game.signings.filter(state__in=signed, signatures__isnull=False).exists():
        raise NotNow(
            _lazy("Table %(table)s has signed. Open its game again first.") % {"table": game.label or game.pk}
        )


def _who_leave_the_table(right: RightPlayers) -> RightPlayers:
    """Who changes the side at a table stays there: what names a player without a side named him."""
    at_table: dict[int, set[int]] = {}
    for at, players in right.items():
        at_table.setdefault(at.game, set()).update(players.values())
    return {
        at: {left: coming for left, coming in players.items() if left not in at_table[at.game]}
        for at, players in right.items()
    }


def _correct_seats(games: QuerySet[Game], right: RightPlayers) -> None:
    seats = Seat.objects.filter(side__game__in=games).select_related("side")
    changed = []
    for seat in seats:
        player = right.get(SideAt(seat.side.game_id, seat.side.number), {}).get(seat.player_id)
        if player is not None:
            seat.player_id, seat.entered_as = player, None
            changed.append(seat)
    Seat.objects.bulk_update(changed, ["player", "entered_as"])
    _join_seats(games, {seat.side_id for seat in changed})


def _join_seats(games: QuerySet[Game], sides: set[int]) -> None:
    """Who has taken over a seat from himself has had it all the time."""
    seats = Seat.objects.filter(side__game__in=games, side__in=sides).order_by(
        "side", "position", "-from_deal"
    )
    for later, earlier in pairwise(list(seats)):
        if (later.side_id, later.position, later.player_id) == (
            earlier.side_id,
            earlier.position,
            earlier.player_id,
        ):
            later.delete()
            earlier.until_deal = later.until_deal
            earlier.save(update_fields=["until_deal"])


def _correct_named(named: _Named, games: QuerySet[Game], right: RightPlayers) -> None:
    rows = named.rows.filter(**{f"{named.game}__in": games}).exclude(player=None)
    changed = dict(_players_put_right(rows.values_list("pk", named.game, named.side, "player"), right))
    model: type[Any] = named.rows.model
    # Two may change places: each is taken out before the other is put in.
    model.objects.filter(pk__in=changed).update(player=None)
    for pk, player in changed.items():
        model.objects.filter(pk=pk).update(player=player)


def _players_put_right(rows: Any, right: RightPlayers) -> Iterator[tuple[int, int]]:
    for pk, game, side, player in rows:
        if side is not None and (coming := right.get(SideAt(game, side), {}).get(player)) is not None:
            yield pk, coming


def _correct_of_games(games: QuerySet[Game], right: RightPlayers) -> None:
    """The keeper of the score sheet, and who was warned: they are named without a side."""
    by_game: dict[int, dict[int, int]] = {}
    for at, players in right.items():
        by_game.setdefault(at.game, {}).update(players)
    for game in games.exclude(keeper=None):
        _replace(game, "keeper_id", by_game.get(game.pk, {}))
    for warning in WrittenWarning.objects.filter(game__in=games):
        _replace(warning, "player_id", by_game.get(warning.game_id, {}))


def _replace(row: Model, column: str, players: Mapping[int, int]) -> None:
    player = players.get(getattr(row, column))
    if player is not None:
        setattr(row, column, player)
        row.save(update_fields=[column])
