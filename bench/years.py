"""What ten years cost the lists: python bench/years.py [--postgres] [--events N] [--keep FOLDER]

200 events of ten tables, seven rounds and fourteen deals a game: 14 000 games, 196 000 deals. Half of the
events are of one club, whose records are asked for; another club has 1 400 games that nobody has signed. Rows
are written at once, without versions and logs, which no list reads. What must be reached, in seconds of this
process's own work:

    every list    150 ms and 200 000 bytes
    records       60 ms once they were asked for, 100 ms after another deal of a running event
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from installation import database, page_getter, prepare

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

if TYPE_CHECKING:
    from clubs.models import Club, User

EVENTS: Final = 200
ROUNDS, TABLES, DEALS = 7, 10, 14
CLUBS, PLAYERS, UNSIGNED = 10, 2000, 1400
REPEATS: Final = 7
MOST_LIST, MOST_BYTES = 0.15, 200_000
MOST_KEPT, MOST_AGAIN = 0.06, 0.1
BEGIN: Final = datetime(2016, 9, 1, 18, tzinfo=UTC)
# Rows of one statement.
BATCH: Final = 2000
GIVEN: Final = ("Anna-Liisa", "Åsa", "Bo", "Eeva", "Jørgen", "Kim", "Nils", "Pirkko", "Søren", "Ulla")
FAMILY: Final = ("Öberg", "Ek", "Kjærgaard", "Mäkelä", "Ääri", "Hämäläinen", "Sjöström", "Lund", "Wik", "Bro")


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--postgres", action="store_true", help="in a PostgreSQL database of its own")
    asked.add_argument("--events", type=int, default=EVENTS)
    asked.add_argument("--keep", type=Path, help="a folder for the database; what is there is measured again")
    given = asked.parse_args()
    with database(given.postgres) as url, folder_of(given.keep) as folder:
        prepare(folder, url=url)
        return measured(given.events)


@contextmanager
def folder_of(kept: Path | None) -> Iterator[Path]:
    with nullcontext(kept) if kept else tempfile.TemporaryDirectory(prefix="talon-years-") as folder:
        yield Path(folder)


def measured(events: int) -> int:
    from django.core.management import call_command

    from scoring.models import Game

    call_command("collectstatic", interactive=False, verbosity=0)
    if not Game.objects.exists():
        start = time.perf_counter()
        Decade().build(events)
        print(f"built in {time.perf_counter() - start:.0f} s")
    missed = [*lists(), *records()]
    print(f"{len(missed)} bounds missed: {', '.join(missed)}" if missed else "All bounds are kept.")
    return 1 if missed else 0


# The rows.


def saved(rows: Iterator[Any], model: Any) -> list[Any]:
    """Insert rows by the thousand; return them with their keys."""
    made: list[Any] = []
    while batch := list(islice(rows, BATCH)):
        made += model.objects.bulk_create(batch)
    return made


@dataclass
class Decade:
    """The events of ten years, by rows."""

    number_of_clubs: int = CLUBS
    rounds: int = ROUNDS
    tables: int = TABLES
    deals_of_game: int = DEALS

    def __post_init__(self) -> None:
        self.dice = random.Random(20_261_123)
        self.clubs = self.make_clubs()
        self.players = self._players()

    def make_clubs(self) -> list[Club]:
        from tests.builders import a_club

        return [a_club(f"Canasta {number}") for number in range(self.number_of_clubs)]

    def _players(self) -> list[Any]:
        from clubs.models import Player

        return saved(
            (
                Player(
                    given_name=self.dice.choice(GIVEN),
                    family_name=f"{self.dice.choice(FAMILY)}{chr(97 + at % 26)}",
                    home_club=self.clubs[at % len(self.clubs)],
                    may_publish=bool(at % 20),
                )
                for at in range(PLAYERS)
            ),
            Player,
        )

    def build(self, events: int) -> None:
        from django.db import transaction

        for number in range(events):
            with transaction.atomic():
                self.event(number, BEGIN + timedelta(days=18 * number), is_last=number == events - 1)
        with transaction.atomic():
            self.unsigned()

    def event(self, number: int, begin: datetime, *, is_last: bool) -> None:
        from tournaments.models import Tournament

        others = len(self.clubs) - 1
        club = self.clubs[0] if number % 2 or is_last else self.clubs[1 + number // 2 % others]
        state = Tournament.State.RUNNING if is_last else Tournament.State.OFFICIAL
        ruleset = "samba" if number % 3 else "royal"
        self.play(club, begin, self.players, name=f"Event {number}", ruleset=ruleset, state=state)

    def play(self, club: Club, begin: datetime, among: Sequence[Any], **fields: Any) -> tuple[Any, list[Any]]:
        """Store an event of a club; return its last round, and its entries by their numbers."""
        from clubs.books.sealing import create_book
        from clubs.models import Book
        from tournaments.models import Entry, EntryPlayer, Round, Tournament

        book = create_book(Book.Kind.TOURNAMENT, club, revision=1000)
        event = Tournament.objects.create(club=club, book=book, date=begin.date(), **fields)
        players = self.dice.sample(among, 4 * self.tables)
        entries = saved((Entry(tournament=event, number=at + 1) for at in range(2 * self.tables)), Entry)
        saved(
            (
                EntryPlayer(tournament=event, entry=entries[at // 2], player=player, position=at % 2)
                for at, player in enumerate(players)
            ),
            EntryPlayer,
        )
        drawn = list(entries)
        for place in range(1, self.rounds + 1):
            played = Round.objects.create(
                tournament=event, number=place, seed="0", state=Round.State.CLOSED, closed_at=begin
            )
            self.dice.shuffle(drawn)
            self.games(event, played, drawn, players, begin + timedelta(hours=place))
        return played, entries

    def games(
        self, event: Any, played: Any, entries: Sequence[Any], players: Sequence[Any], at: datetime
    ) -> None:
        from scoring.models import Game
        from tournaments.models import Pairing, PairingEntry

        games = saved((self.game(event.book, event.ruleset, at) for _table in range(self.tables)), Game)
        pairings = saved(
            (Pairing(round=played, table=table + 1, game=game) for table, game in enumerate(games)), Pairing
        )
        saved(
            (
                PairingEntry(round=played, pairing=pairings[at // 2], entry=entry, side=at % 2)
                for at, entry in enumerate(entries)
            ),
            PairingEntry,
        )
        pairs = [players[2 * entry.number - 2 : 2 * entry.number] for entry in entries]
        self.sides(games, pairs)
        self.deals(games, at)

    def game(self, book: Any, ruleset: str, at: datetime, **fields: Any) -> Any:
        from scoring.models import Game
        from scoring.store import sheets

        given = {"over": True, "winner": self.dice.randrange(2), "state": Game.State.OFFICIAL} | fields
        edition = sheets.newest_edition(ruleset)
        return Game(
            book=book, ruleset=ruleset, edition=edition, players_per_side=[2, 2], opened_at=at, **given
        )

    def sides(self, games: Sequence[Any], pairs: Sequence[Sequence[Any]]) -> None:
        from scoring.models import Seat, Side

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
                Seat(side=side, player=player, position=position)
                for side, pair in zip(sides, pairs, strict=True)
                for position, player in enumerate(pair)
            ),
            Seat,
        )

    def deals(self, games: Sequence[Any], at: datetime) -> None:
        from scoring.models import Deal, Hand

        deals = saved(
            (
                Deal(game=game, number=number, started_at=at, state=Deal.State.CONFIRMED, version=1)
                for game in games
                for number in range(1, self.deals_of_game + 1)
            ),
            Deal,
        )
        saved((self.hand(deal, side) for deal in deals for side in range(2)), Hand)

    def hand(self, deal: Any, side: int) -> Any:
        from scoring.models import Hand

        base, cards = self.dice.randrange(0, 4000, 100), self.dice.randrange(-200, 800, 5)
        combinations = {"samba": self.dice.randrange(4)}
        total = base + cards
        return Hand(
            deal=deal, side=side, base=base, cards=cards, total=total, after=total, combinations=combinations
        )

    def unsigned(self) -> None:
        """Games of a club that are over and that nobody has signed, the last one still in play."""
        from clubs.models import Book
        from scoring.models import Game

        club = self.clubs[1]
        books = saved((Book(kind=Book.Kind.GAME, club=club) for _game in range(UNSIGNED)), Book)
        games = saved(
            (
                self.game(book, "samba", BEGIN + timedelta(days=at), state=Game.State.FINISHED, label=str(at))
                for at, book in enumerate(books, start=1)
            ),
            Game,
        )
        pairs = [self.dice.sample(self.players, 2) for _side in range(2 * UNSIGNED)]
        self.sides(games, pairs)
        self.deals(games, BEGIN)


# The pages.


class Cost(NamedTuple):
    """Of a page: seconds of this process's own work, those in the database, statements, bytes."""

    seconds: float
    database: float
    statements: int
    size: int


def lists() -> Iterator[str]:
    """Measure each list; yield which misses a bound."""
    from django.db.models import Count
    from django.urls import reverse

    from clubs.models import Book, Club, Player

    games = reverse("scoring:games")
    busy = Club.objects.annotate(many=Count("tournaments")).order_by("-many", "pk")[0]
    desk = Book.objects.get(kind=Book.Kind.CLUB, club__name="Canasta 1")
    name = Player.objects.filter(may_publish=True).order_by("pk")[7]
    addresses = {
        "games": games,
        "games, page 200": f"{games}?page=200",
        "games of a club": f"{games}?club={busy.pk}",
        "games, one name": f"{games}?q={name.given_name}+{name.family_name}",
        "games, a syllable": f"{games}?q=a",
        "games, nobody": f"{games}?q=qqq",
        "desk": reverse("scoring:desk", args=[desk.pk]),
    }
    show = page_getter(director(desk.club))
    heading()
    for what, address in addresses.items():
        cost = cost_of(partial(show, address))
        tell(what, cost)
        if cost.seconds > MOST_LIST or cost.size > MOST_BYTES:
            yield what


def records() -> Iterator[str]:
    """Measure the records of the busiest club: at first, again, and after a deal."""
    from django.db.models import Count, F
    from django.urls import reverse

    from clubs.models import Book, Club
    from tournaments.models import Tournament

    busy = Club.objects.annotate(many=Count("tournaments")).order_by("-many", "pk")[0]
    show, address = page_getter(director(busy)), reverse("tournaments:club_records", args=[busy.pk])
    running = Tournament.objects.filter(club=busy).latest("date")

    def after_a_deal() -> bytes:
        Book.objects.filter(pk=running.book_id).update(revision=F("revision") + 1)
        return show(address)

    costs = {
        "records, first": (cost_of(partial(show, address), times=1, is_warm=False), float("inf")),
        "records, again": (cost_of(partial(show, address)), MOST_KEPT),
        "records, a deal": (cost_of(after_a_deal), MOST_AGAIN),
    }
    for what, (cost, most) in costs.items():
        tell(what, cost)
        if cost.seconds > most:
            yield what


def director(club: Club) -> User:
    from clubs.models import Role
    from tests.builders import a_user

    return a_user(Role.Kind.DIRECTOR, club=club, email=f"{random.random()}@example.org")


def cost_of(show: Callable[[], bytes], times: int = REPEATS, *, is_warm: bool = True) -> Cost:
    """Ask for a page some times; the time is the best, the statements are those of the last."""
    from django.db import connection

    if is_warm:
        show()
    best = Cost(float("inf"), 0, 0, 0)
    for _time in range(times):
        spent: list[float] = []

        def noted(execute: Any, sql: str, *more: Any, spent: list[float] = spent) -> Any:
            start = time.perf_counter()
            try:
                return execute(sql, *more)
            finally:
                spent.append(time.perf_counter() - start)

        start = time.process_time()
        with connection.execute_wrapper(noted):
            content = show()
        best = min(best, Cost(time.process_time() - start, sum(spent), len(spent), len(content)))
    return best


def heading() -> None:
    print(f"{'':20}{'work':>9}{'database':>10}{'statements':>12}{'bytes':>12}")


def tell(what: str, cost: Cost) -> None:
    times = f"{1000 * cost.seconds:>6.0f} ms{1000 * cost.database:>7.0f} ms"
    print(f"{what:20}{times}{cost.statements:>12}{cost.size:>12,}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
