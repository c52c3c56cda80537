"""What the ratings of ten years cost: python bench/federation.py [--postgres] [--events N] [--keep FOLDER]

A federation of 30 clubs with 3 000 evenings of five tables, two rounds and ten deals a game: 30 000 games of
300 000 deals, 1 500 players who have agreed that their ratings are shown. Rows are written at once. Of a deal
no row is: ratings read games, their sides and seats. What must be reached:

    everything counted again    60 seconds, with the database
    the list, a player          300 ms of this process's work once it was, 60 000 bytes compressed
    after the last evening has changed    300 ms
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from installation import database, page_getter, prepare

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

EVENTS, CLUBS, PLAYERS = 3000, 30, 1500
ROUNDS, TABLES, DEALS = 2, 5, 10
BEGIN: Final = datetime(2016, 9, 1, 18, tzinfo=UTC)
YEARS: Final = 10
MOST_WHOLE, MOST_PAGE, MOST_BYTES = 60.0, 0.3, 60_000


def main() -> int:
    from years import folder_of

    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--postgres", action="store_true", help="in a PostgreSQL database of its own")
    asked.add_argument("--events", type=int, default=EVENTS)
    asked.add_argument("--keep", type=Path, help="a folder for the database; what is there is measured again")
    given = asked.parse_args()
    with database(given.postgres) as url, folder_of(given.keep) as folder:
        prepare(folder, url=url)
        return measured(given.events)


def measured(events: int) -> int:
    from django.core.management import call_command

    from scoring.models import Game

    call_command("collectstatic", interactive=False, verbosity=0)
    if not Game.objects.exists():
        start = time.perf_counter()
        Federation().build(events)
        print(f"built in {time.perf_counter() - start:.0f} s")
    print(f"{Game.objects.count():,} games, {DEALS * Game.objects.count():,} deals")
    missed = [*whole(), *pages()]
    print(f"{len(missed)} bounds missed: {', '.join(missed)}" if missed else "All bounds are kept.")
    return 1 if missed else 0


class Federation:
    """The evenings of a federation, by rows."""

    def __init__(self) -> None:
        from tests.builders import a_club

        self.dice = random.Random(20_261_129)
        self.federation = a_club("Canastaförbundet")
        self.clubs = [a_club(f"Canasta {number}", federation=self.federation) for number in range(CLUBS)]
        self.players = self._players()

    def _players(self) -> list[Any]:
        from years import FAMILY, GIVEN, saved

        from clubs.models import Player

        return saved(
            (
                Player(
                    given_name=self.dice.choice(GIVEN),
                    family_name=f"{self.dice.choice(FAMILY)}{chr(97 + at % 26)}",
                    home_club=self.clubs[at % CLUBS],
                    may_publish=True,
                    rating_consent_at=BEGIN,
                )
                for at in range(PLAYERS)
            ),
            Player,
        )

    def build(self, events: int) -> None:
        from django.db import transaction

        for number in range(events):
            with transaction.atomic():
                self.evening(number, BEGIN + timedelta(days=365 * YEARS * number // events))

    def evening(self, number: int, begin: datetime) -> None:
        from years import saved

        from clubs.books.sealing import create_book
        from clubs.models import Book
        from tournaments.models import Entry, Round, Tournament

        at = number % CLUBS
        # Of four players three are at home, one comes from another club.
        home = [player for player in self.players if player.home_club_id == self.clubs[at].pk]
        guests = self.dice.sample(self.players, 2 * TABLES)
        players = list(dict.fromkeys([*guests, *self.dice.sample(home, min(len(home), 4 * TABLES))]))
        event = Tournament.objects.create(
            club=self.clubs[at],
            book=create_book(Book.Kind.TOURNAMENT, self.clubs[at], revision=1000),
            name=f"Evening {number}",
            date=begin.date(),
            ruleset="samba",
            state=Tournament.State.OFFICIAL,
        )
        entries = saved((Entry(tournament=event, number=place + 1) for place in range(2 * TABLES)), Entry)
        for place in range(1, ROUNDS + 1):
            played = Round.objects.create(
                tournament=event, number=place, seed="0", state=Round.State.CLOSED, closed_at=begin
            )
            self.games(event, played, entries, players[: 4 * TABLES], begin)

    def games(
        self, event: Any, played: Any, entries: Sequence[Any], players: Sequence[Any], at: datetime
    ) -> None:
        from years import saved

        from scoring.models import Game, Seat, Side
        from scoring.store import sheets
        from tournaments.models import Pairing, PairingEntry

        edition = sheets.newest_edition(event.ruleset)
        games = saved(
            (
                Game(
                    book=event.book,
                    ruleset=event.ruleset,
                    edition=edition,
                    players_per_side=[2, 2],
                    opened_at=at,
                    over=True,
                    state=Game.State.OFFICIAL,
                )
                for _table in range(TABLES)
            ),
            Game,
        )
        pairings = saved(
            (Pairing(round=played, table=table + 1, game=game) for table, game in enumerate(games)), Pairing
        )
        order = self.dice.sample(range(2 * TABLES), 2 * TABLES)
        saved(
            (
                PairingEntry(
                    round=played, pairing=pairings[place // 2], entry=entries[number], side=place % 2
                )
                for place, number in enumerate(order)
            ),
            PairingEntry,
        )
        sides = saved(
            (
                Side(game=game, number=number, total=self.dice.randrange(2000, 14_000, 5))
                for game in games
                for number in range(2)
            ),
            Side,
        )
        saved(
            (
                Seat(side=side, player=players[2 * number + position], position=position)
                for side, number in zip(sides, order, strict=True)
                for position in range(2)
            ),
            Seat,
        )


# What it costs.


def whole() -> Iterator[str]:
    """Count everything from nothing; yield whether it takes too long."""
    from clubs.models import Club
    from tournaments.ratings import counting

    scope = Club.objects.get(federation=None).pk
    counting.forget()
    start, worked = time.perf_counter(), time.process_time()
    history = counting.ratings_of(scope)
    took, work = time.perf_counter() - start, time.process_time() - worked
    print(
        f"{len(history.games):,} games of {len(history.known):,} players counted again "
        f"in {took:.1f} s, {work:.1f} s of it work of this process"
    )
    if took > MOST_WHOLE:
        yield "whole"


def pages() -> Iterator[str]:
    """Measure the list and the page of a player; yield which misses a bound."""
    from django.db.models import F
    from django.urls import reverse
    from years import cost_of, director, heading, tell

    from clubs.models import Book, Club
    from tournaments.models import Tournament
    from tournaments.ratings import counting

    federation = Club.objects.get(federation=None)
    club = Club.objects.exclude(federation=None).order_by("pk")[0]
    known = counting.ratings_of(federation.pk).known
    busiest = max(known, key=lambda player: known[player].games)
    last = Tournament.objects.latest("date")
    show = page_getter(director(club))
    addresses = {
        "list, federation": reverse("tournaments:club_ratings", args=[federation.pk]),
        "list, club": reverse("tournaments:club_ratings", args=[club.pk]),
        f"player, {known[busiest].games} games": reverse("tournaments:player_rating", args=[busiest]),
    }

    def after_an_evening(address: str) -> bytes:
        """The last evening has changed: everything before it is still known."""
        Book.objects.filter(pk=last.book_id).update(revision=F("revision") + 1)
        return show(address)

    heading()
    for what, address in addresses.items():
        # A parameter that changes nothing: what was kept is no answer to it.
        makes: dict[str, Callable[[], bytes]] = {
            what: partial(show, f"{address}?page=1"),
            f"{what}, after": partial(after_an_evening, f"{address}?page=1"),
        }
        for name, make in makes.items():
            cost = cost_of(make)
            tell(name, cost)
            if cost.seconds > MOST_PAGE or len(gzip.compress(make(), 3)) > MOST_BYTES:
                yield name


if __name__ == "__main__":
    sys.exit(main())
