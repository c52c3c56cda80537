"""Evenings for the tests of series: stored with their final standings, without a game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from clubs.books.new_books import begin_books
from clubs.books.sealing import create_book
from clubs.books.writing import Author, LoggedAct
from clubs.models import Book, Club, Player, Role
from tests.builders import a_club, a_player, a_user, an_author
from tournaments import series
from tournaments.agreement.agreement import EventAgreement
from tournaments.core.series.rules import SeriesRules
from tournaments.models import Entry, EntryPlayer, ListedResult, Round, Series, Standing, Tournament
from tournaments.past.adding import LISTED

FIRST_DAY = date(2026, 1, 7)


class Result(NamedTuple):
    """The result of an entry in the final standings."""

    players: Sequence[Player]
    place: int
    points: int


@dataclass
class Season:
    """A club with its evenings, and its director."""

    club: Club = field(default_factory=a_club)
    evenings: list[Tournament] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.by: Author = an_author(a_user(Role.Kind.DIRECTOR, club=self.club))
        self.known: dict[str, Player] = {}

    def player(self, name: str) -> Player:
        if name not in self.known:
            self.known[name] = a_player(f"{name} Berg", club=self.club)
        return self.known[name]

    def evening(self, *results: str, day: date | None = None, **fields: Any) -> Tournament:
        """An evening from lines such as “1 Anna Bo”; points fall with the places."""
        read = []
        for line in results:
            place, *names = line.split()
            read.append(Result([self.player(name) for name in names], int(place), 20 - int(place)))
        return self.store(read, day=day, **fields)

    def store(
        self,
        results: Iterable[Result],
        *,
        day: date | None = None,
        club: Club | None = None,
        agreement: EventAgreement | None = None,
        rounds: int = 0,
        **fields: Any,
    ) -> Tournament:
        """An evening with these results: of a list, or after so many rounds."""
        held_by = club or self.club
        number = len(self.evenings) + 1
        book = create_book(Book.Kind.TOURNAMENT, held_by)
        source = Tournament.StandingsFrom.GAMES if rounds else Tournament.StandingsFrom.LIST
        event = Tournament.objects.create(
            club=held_by,
            book=book,
            **{
                "name": f"Evening {number}",
                "date": day or FIRST_DAY + timedelta(days=7 * (number - 1)),
                "ruleset": "samba",
                "settings": (agreement or EventAgreement()).data(),
                "state": Tournament.State.OFFICIAL,
                "standings_from": source,
                **fields,
            },
        )
        self._store_results(event, list(results), rounds)
        begin_books(self.by, [(book, LoggedAct(LISTED, event, after={"name": event.name}))])
        self.evenings.append(event)
        return event

    def _store_results(self, event: Tournament, results: Sequence[Result], rounds: int) -> None:
        entries = Entry.objects.bulk_create(
            Entry(tournament=event, number=number, state=Entry.State.PRESENT)
            for number, _result in enumerate(results, 1)
        )
        EntryPlayer.objects.bulk_create(
            EntryPlayer(tournament=event, entry=entry, player=player, position=position)
            for entry, result in zip(entries, results, strict=True)
            for position, player in enumerate(result.players)
        )
        places = [result.place for result in results]
        listed = [
            {"entry": entry, "place": one.place, "shared": places.count(one.place) > 1, "points": one.points}
            for entry, one in zip(entries, results, strict=True)
        ]
        if not rounds:
            ListedResult.objects.bulk_create(ListedResult(tournament=event, **row) for row in listed)
            return
        last = [
            Round.objects.create(
                tournament=event, number=number, movement="swiss", seed="1", state=Round.State.CLOSED
            )
            for number in range(1, rounds + 1)
        ][-1]
        nothing = dict.fromkeys(("played", "wins", "draws", "losses", "difference", "own"), 0)
        Standing.objects.bulk_create(Standing(round=last, **row, **nothing) for row in listed)

    def series(self, rules: SeriesRules | None = None, **fields: Any) -> Series:
        """A public series of all evenings."""
        plan = series.SeriesPlan(
            **{
                "name": "Spring",
                "since": FIRST_DAY,
                "rules": rules or SeriesRules(),
                "public": True,
                **fields,
            }
        )
        return series.add_series(self.by, self.club, plan, uuid4())


def page_of(name: str, *parts: object, query: str = "", client: Client | None = None) -> str:
    """The text of a page as a stranger gets it."""
    address = reverse(f"tournaments:{name}", args=parts) + query
    answer = (client or Client()).get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def exported(one: Series) -> dict[str, Any]:
    """The file of a series for programs."""
    read: dict[str, Any] = json.loads(page_of("series", one.pk, query="?as=json"))
    return read


def rows(file: dict[str, Any], key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = next(table["rows"] for table in file["tables"] if table["key"] == key)
    return found
