"""Whole score sheets that were put right: their deals were of another table, or of other players.

The log knows it, as it knows why a deal is void. What was taken back since is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from clubs.books.words import payload_of
from clubs.models import LogEntry, Player
from scoring.models import Game

_MOVED: Final = "game.deals_moved"
_RESEATED: Final = "game.reseated"


@dataclass(frozen=True, slots=True)
class PutRight:
    """An act that has put a whole sheet right."""

    at: datetime
    reason: str
    # The game with which all deals were exchanged; None where other players have sat there.
    other: Game | None
    # The round in which that game is played.
    of_round: int | None = None
    # The players who were written there before.
    former: Sequence[Player] = ()


@dataclass(frozen=True, slots=True)
class _Logged:
    act: str
    at: datetime
    payload: Mapping[str, Any]


def load_put_right(games: Sequence[Game]) -> dict[int, list[PutRight]]:
    """Return what was put right in these games, by the game's key; one query where nothing was."""
    by_game = _logged_in(games)
    if not by_game:
        return {}
    lasting = {game: list(_that_last(logged)) for game, logged in by_game.items()}
    payloads = [logged.payload for found in lasting.values() for logged in found]
    others = Game.objects.in_bulk([one["after"]["game"] for one in payloads if "game" in one["after"]])
    players = Player.objects.in_bulk(
        {player for one in payloads for player in one["before"].get("players", ())}
    )
    return {
        game: [_put_right(logged, others, players) for logged in found] for game, found in lasting.items()
    }


def _logged_in(games: Sequence[Game]) -> dict[int, list[_Logged]]:
    """Return the acts on each of the games, in their order."""
    subjects = {f"{game._meta.label_lower}:{game.pk}": game.pk for game in games}
    entries = LogEntry.objects.filter(
        book__in={game.book_id for game in games}, act__in=(_MOVED, _RESEATED)
    ).select_related("words")
    by_game = defaultdict[int, list[_Logged]](list)
    for entry in entries.order_by("book", "number"):
        payload = payload_of(entry)
        if (game := subjects.get(payload["subject"])) is not None:
            by_game[game].append(_Logged(entry.act, entry.at, payload))
    return dict(by_game)


def _that_last(logged: Sequence[_Logged]) -> Iterator[_Logged]:
    """Leave out what was taken back: deals that have come back, and players who sit there again."""
    moved = defaultdict[int, list[_Logged]](list)
    for one in logged:
        if one.act == _MOVED:
            moved[one.payload["after"]["game"]].append(one)
    yield from (with_other[-1] for with_other in moved.values() if len(with_other) % 2)
    reseated = [one for one in logged if one.act == _RESEATED]
    if reseated and reseated[0].payload["before"] != reseated[-1].payload["after"]:
        first, last = reseated[0], reseated[-1]
        yield _Logged(last.act, last.at, {**last.payload, "before": first.payload["before"]})


def _put_right(logged: _Logged, others: Mapping[int, Game], players: Mapping[int, Player]) -> PutRight:
    before, after = logged.payload["before"], logged.payload["after"]
    former = [players[player] for player in before.get("players", ()) if player in players]
    return PutRight(
        logged.at,
        logged.payload["reason"],
        others.get(after.get("game", 0)),
        after.get("of_round"),
        former,
    )
