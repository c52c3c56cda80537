"""Evenings with games for the tests of ratings: stored as rows, played by their totals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.books.sealing import create_book
from clubs.models import Book, Club, Player
from scoring.models import Game, Seat, Side
from scoring.store import sheets
from tests.builders import a_club, a_player
from tournaments.models import Entry, EntryPlayer, Pairing, PairingEntry, Round, Tournament
from tournaments.ratings.words import MIN_GAMES

FIRST_DAY = date(2026, 1, 7)
BEGIN = datetime(2026, 1, 7, 18, tzinfo=UTC)


@dataclass
class League:
    """A club of a federation with its players, and the evenings that they have played."""

    federation: Club = field(default_factory=a_club)
    club: Club = field(init=False)
    events: list[Tournament] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.club = a_club(federation=self.federation)
        self.known: dict[str, Player] = {}

    def player(self, name: str) -> Player:
        if name not in self.known:
            self.known[name] = a_player(f"{name} Berg", club=self.club)
        return self.known[name]

    def agree(self, *names: str) -> None:
        for name in names:
            self.player(name)
            Player.objects.filter(pk=self.known[name].pk).update(rating_consent_at=timezone.now())

    def evening(
        self, *games: str, day: date | None = None, club: Club | None = None, **fields: Any
    ) -> Tournament:
        """An evening of games such as “Anna Bo 7000 : Cecilia Dan 5000”, a round each."""
        number = len(self.events) + 1
        host = club or self.club
        event = Tournament.objects.create(
            club=host,
            book=create_book(Book.Kind.TOURNAMENT, host, trial=fields.pop("trial", False)),
            **{
                "name": f"Evening {number}",
                "date": day or FIRST_DAY + timedelta(days=7 * number),
                "ruleset": "samba",
                "state": Tournament.State.OFFICIAL,
                **fields,
            },
        )
        self.events.append(event)
        for place, line in enumerate(games, 1):
            self.game(event, place, line)
        return event

    def game(self, event: Tournament, number: int, line: str, **fields: Any) -> Pairing:
        played = Round.objects.create(
            tournament=event, number=number, seed="0", state=Round.State.CLOSED, closed_at=BEGIN
        )
        game = self._played(event.book, line)
        pairing = Pairing.objects.create(round=played, table=1, game=game, **fields)
        for side in game.sides.order_by("number"):
            seats = side.seats.order_by("position").select_related("player")
            self._enter(event, pairing, side.number, [seat.player for seat in seats])
        return pairing

    def game_outside(self, line: str, at: datetime, club: Club | None = None, **fields: Any) -> Game:
        """A game outside events, signed, that was opened at this time."""
        plain: dict[str, Any] = {"opened_at": at, "state": Game.State.SIGNED, "entered_result": []}
        return self._played(create_book(Book.Kind.GAME, club or self.club), line, **plain | fields)

    def _played(self, book: Book, line: str, **fields: Any) -> Game:
        sides = [side.split() for side in line.split(":")]
        plain: dict[str, Any] = {"opened_at": BEGIN, "over": True, "state": Game.State.OFFICIAL}
        game = Game.objects.create(
            book=book,
            ruleset="samba",
            edition=sheets.newest_edition("samba"),
            players_per_side=[len(side) - 1 for side in sides],
            **plain | fields,
        )
        for at, (*names, total) in enumerate(sides):
            side = Side.objects.create(game=game, number=at, total=int(total))
            for position, player in enumerate(self.player(name) for name in names):
                Seat.objects.create(side=side, player=player, position=position)
        return game

    def _enter(self, event: Tournament, pairing: Pairing, at: int, players: Sequence[Player]) -> None:
        entry = Entry.objects.create(tournament=event, number=event.entries.count() + 1)
        for position, player in enumerate(players):
            EntryPlayer.objects.create(
                tournament=event, entry=entry, player=player, position=position, active=False
            )
        PairingEntry.objects.create(round=pairing.round, pairing=pairing, entry=entry, side=at)

    def enough(self) -> None:
        """Evenings after which Anna, Bo, Cecilia and Dan have played enough games, and one game more."""
        turns = ("Anna Bo 7000 : Cecilia Dan 5000", "Anna Cecilia 6000 : Bo Dan 7500")
        for at in range(MIN_GAMES // 2):
            self.evening(*(turns if at % 2 else turns[::-1]))
        self.evening("Anna Dan 9000 : Bo Cecilia 4000")


def page_of(name: str, *args: object, query: dict[str, str] | None = None) -> str:
    answer = Client().get(reverse(f"tournaments:{name}", args=args), query)
    assert answer.status_code == 200, answer.status_code
    return answer.text


def exported(name: str, *args: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file_of(name, *args, kind="json"))
    return found


def file_of(name: str, *args: object, kind: str) -> str:
    return page_of(name, *args, query={"as": kind})


def rows(file: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next(table["rows"] for table in file["tables"] if table["key"] == key)
    return found
