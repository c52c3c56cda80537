"""A full hall that looks at the standings: python bench/hall.py [--postgres] [--minutes N] [--files] …

With --day a whole day is played instead, and with --clocks a round is timed (bench/hall_day.py).

The product itself, started by `bin/run` on this machine alone, with an event whose seventh round is played.
Five hundred phones in four languages show the standings or the round, and ask again every five seconds, each
with the tag of what it saw last; every second a table sends a deal. What must be kept:

    every answer            no error: 201 to a deal, 200 or 304 to a phone
    no page                 older than two seconds: it has every deal that was acknowledged before
    the slowest hundredth   of the deals less than 150 ms, of the pages less than 500 ms
    the server              less than 1.2 processors, and it says nothing
    memory                  at the end at most 1.25 times that at the start

With --files 24 strangers take the large files of the event and the list of all games instead, one after the
other with a second in between, for the second half of the time. A deal every two seconds makes each of these
files another one, so that one is always being made. Meanwhile phones ask for pages that are not kept:

    pages                   half of them, and 19 of 20, take less than 1.5 times as long as without strangers,
                            each by what half of the same page's answers took then
    memory                  at the end at most 1.25 times that after half of the files

A time is counted from the moment at which something was due.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from uuid import uuid4

from installation import database, use_installation_of
from load import (
    CARRIED,
    LINES,
    PHONES,
    TOKEN,
    Answer,
    Line,
    Pace,
    Request,
    booklet,
    load,
)
from processes import Used, memory_of, used

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

if TYPE_CHECKING:
    from big_event import BigEvent

    from scoring.models import Game

MOST_DEAL, MOST_PAGE, MOST_PROCESSORS, MOST_LAG = 150.0, 500.0, 1.2, 2.0
MOST_GROWTH, MOST_SLOWER = 1.25, 1.5
EVERY = 5.0  # seconds between two looks of a phone
WARM_UP = 10.0  # seconds that do not count
LANGUAGES = ("sv", "fi", "da", "en")
ROUNDS_BEFORE = 6
# With so many deals of each game a file of the event takes most of a second.
STRANGERS, DEALS_FOR_FILES = 24, 3
STRANGERS_PAUSE = 1.0  # seconds; the page that asks again waits for two
PAGES_BESIDE_FILES, DEALS_BESIDE_FILES = 6.0, 0.5  # a second
FORMATS = ("xlsx", "csv", "csv-comma", "json")
_TAG = re.compile(r'W/"(\d+)-')


@dataclass(frozen=True)
class Asked:
    postgres: bool
    files: bool
    minutes: float
    pairs: int
    rate: float

    @property
    def seconds(self) -> float:
        return 60 * self.minutes


@dataclass(frozen=True)
class Seat:
    secret: str
    game: int
    player: int


@dataclass
class Evening:
    """The addresses of an event whose round is played, and its tables."""

    event: int
    standings: str
    round: str
    seats: list[Seat]
    revision: int
    # That each game has already.
    deals: int


# The hall.


@dataclass
class Tables:
    """One deal after the other, each at another table; every table comes before one comes again."""

    line: Line
    evening: Evening
    deals: Sequence[dict[str, str]]
    # When the answer to each deal had come, in the order of the revisions.
    moments: list[float] = field(default_factory=list)
    # The game and the number of the deal, by its key.
    acknowledged: dict[str, tuple[int, int]] = field(default_factory=dict)

    def play(self, pace: Pace) -> None:
        chance, numbers = Random(4), dict[int, int]()
        order = iter(chance.sample(self.evening.seats, len(self.evening.seats)))
        for sent, due in enumerate(pace.moments()):
            seat = next(order, None)
            if seat is None:
                order = iter(chance.sample(self.evening.seats, len(self.evening.seats)))
                seat = next(order)
            numbers[seat.game] = numbers.get(seat.game, self.evening.deals) + 1
            self.send(due, seat, numbers[seat.game], self.deals[sent % len(self.deals)])

    def send(self, due: float, seat: Seat, number: int, deal: dict[str, str]) -> None:
        key = str(uuid4())
        known = {"player": seat.player, "game": seat.game, "number": number, "version": 0, "key": key}
        form = urlencode({**deal, **known})
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Talon-Outbox": "1",
        }
        head = self.line.ask(due, Request("POST", f"/t/{seat.secret}/deals/{number}/", form, headers))
        if head is None:
            return
        if self.line.answers[-1].status == HTTPStatus.CREATED:
            self.moments.append(time.monotonic())
            self.acknowledged[key] = (seat.game, number)
        else:
            self.line.wrong.append(f"deal {number} of game {seat.game} was not recorded")


@dataclass
class Phone:
    """Somebody who looks at a page in a language, and knows what was seen last."""

    path: str
    language: str
    tag: str = ""
    # When it asked, and the revision of the page that it has got.
    looks: list[tuple[float, int]] = field(default_factory=list)
    lagged: int = 0

    def look(self, line: Line, due: float) -> None:
        headers = {"Accept-Language": self.language, "Accept-Encoding": "gzip"}
        sent = time.monotonic()
        head = line.ask(
            due, Request("GET", self.path, None, headers | ({"If-None-Match": self.tag} if self.tag else {}))
        )
        if head is None:
            return
        self.tag = head.get("ETag", "")
        self.lagged += "Talon-Lag" in head
        found = _TAG.match(self.tag)
        if found is not None:
            self.looks.append((sent, int(found[1])))


def ask_in_turn(line: Line, phones: Sequence[Phone], pace: Pace) -> None:
    for due, phone in zip(pace.moments(), cycle(phones), strict=False):
        phone.look(line, due)


# Strangers who take files.

# The answers by the address of their page.
Pages = dict[str, list[Answer]]


@dataclass
class Stranger:
    """Takes one large file after the other, and comes again when another is being made."""

    address: str
    paths: Sequence[str]
    taken: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)

    def take(self, until: float) -> None:
        line = Line(self.address)
        for path in cycle(self.paths):
            if time.monotonic() >= until:
                break
            line.ask(time.monotonic(), Request("GET", path, None, {}))
            if line.wrong and "503 to" in line.wrong[-1]:
                line.wrong.pop()
                self.refused += 1
            else:
                self.taken += 1
            time.sleep(STRANGERS_PAUSE)
        self.wrong += line.wrong
        line.connection.close()


# An evening.


def main() -> int:
    if {"--day", "--clocks"} & set(sys.argv):
        import hall_day

        return hall_day.main()
    asked = options()
    print(f"load before  {load()}", flush=True)
    with tempfile.TemporaryDirectory(prefix="talon-hall-") as folder, database(asked.postgres) as url:
        return held(asked, Path(folder) / "data", {"TALON_DATABASE_URL": url})


def options() -> Asked:
    given = argparse.ArgumentParser(description="A full hall that looks at the standings.")
    given.add_argument("--postgres", action="store_true", help="in a PostgreSQL database of its own")
    given.add_argument("--files", action="store_true", help="strangers who take files instead")
    given.add_argument("--minutes", type=float, default=1, help="that count (%(default)s), after a warm-up")
    given.add_argument("--pairs", type=int, default=300, help="in the event (%(default)s)")
    given.add_argument("--rate", type=float, default=1, help="deals a second in the whole hall (%(default)s)")
    return Asked(**vars(given.parse_args()))


def held(asked: Asked, data: Path, extra: dict[str, str]) -> int:
    from tests.house.starting import THIS_VENV, running_talon

    with running_talon(data, "--no-demo", extra={**THIS_VENV, **extra}) as talon:
        silence = talon.words
        use_installation_of(talon)
        evening = an_evening(asked.pairs, DEALS_FOR_FILES if asked.files else 0)
        session = talon.process.pid
        run = strangers if asked.files else hall
        missed = run(asked, evening, talon.address, session)
        talon.stop()
        said = talon.words.removeprefix(silence).replace("Talon is stopping.", "").splitlines()
    missed += [f"the server said: {words}" for words in said if words]
    for words in missed[:20]:
        print(f"MISSED: {words}")
    print(f"{len(missed)} missed." if missed else "All bounds are kept.")
    return 1 if missed else 0


def an_evening(pairs: int, deals: int = 0) -> Evening:
    """An event after six rounds, with the games of the seventh at their tables, and so many deals of each."""
    from big_event import BigEvent
    from django.db import connection

    from scoring import recording
    from scoring.models import Game, Side
    from tournaments import running

    big = BigEvent(pairs)
    tables = [str(number) for number in range(1, pairs // 2 + 1)]
    recording.create_tables(big.by, big.club, tables, uuid4())
    big.play(ROUNDS_BEFORE)
    drawn = running.publish_round(big.by, big.draw())
    # So far below nothing that no game is over meanwhile, and every deal may open as low as can be.
    Side.objects.filter(game__pairing__round=drawn).update(carried=CARRIED[0], total=CARRIED[0])
    games = Game.objects.filter(pairing__round=drawn).select_related("table", "book")
    seats = [Seat(game.table.secret, game.pk, first_player(game)) for game in games]
    record_deals(big, list(games), deals)
    evening = Evening(
        big.event.pk,
        f"/events/{big.event.pk}/",
        f"/events/{big.event.pk}/rounds/{drawn.number}/",
        seats,
        big.fresh.book.revision,
        deals,
    )
    connection.close()
    return evening


def first_player(game: Game) -> int:
    from scoring.models import Seat as SeatRow

    return SeatRow.objects.filter(side__game=game).order_by("side__number", "position")[0].player_id


def record_deals(big: BigEvent, games: Sequence[Game], deals: int) -> None:
    from scoring import recording
    from tests.scoring.support.played import a_deal

    for game in games:
        for number in range(1, deals + 1):
            recording.record_deal(big.by, game, a_deal(number))


def hall(asked: Asked, evening: Evening, address: str, session: int) -> list[str]:
    """Phones and tables at their own pace, from moments that chance has spread over the first seconds."""
    sys.setswitchinterval(0.0005)  # our own threads shall not wait for each other
    pages = pages_of(evening)
    phones = [Phone(*pages[at % len(pages)]) for at in range(PHONES)]
    lines, tables = [Line(address) for _line in range(LINES)], Tables(Line(address), evening, booklet())
    start, seconds = time.monotonic() + 0.5, WARM_UP + asked.seconds
    chance = Random(8)
    rate = PHONES / EVERY / LINES
    threads = [
        threading.Thread(
            target=ask_in_turn,
            args=[line, phones[at::LINES], Pace(start + chance.random() / rate, rate, seconds)],
        )
        for at, line in enumerate(lines)
    ]
    threads.append(threading.Thread(target=tables.play, args=[Pace(start, asked.rate, seconds)]))
    for thread in threads:
        thread.start()
    time.sleep(max(0.0, start + WARM_UP - time.monotonic()))
    memory, before = memory_of(session), used(session)
    time.sleep(max(0.0, start + seconds - time.monotonic()))
    spent = used(session).since(before)
    for thread in threads:
        thread.join()
    for line in (tables.line, *lines):
        line.connection.close()
    memories = memory, memory_of(session)
    return report_hall(asked, Heard(tables, lines, phones, start + WARM_UP), spent, memories)


def pages_of(evening: Evening) -> list[tuple[str, str]]:
    """The addresses that phones look at, in each language."""
    return [(path, language) for language in LANGUAGES for path in (evening.standings, evening.round)]


@dataclass
class Heard:
    """All that came back."""

    tables: Tables
    lines: Sequence[Line]
    phones: Sequence[Phone]
    since: float

    def answers(self, *statuses: int) -> list[Answer]:
        answers = (answer for line in self.lines for answer in line.answers)
        return [answer for answer in answers if answer.status in statuses and answer.due >= self.since]

    @property
    def deals(self) -> list[Answer]:
        return [answer for answer in self.tables.line.answers if answer.due >= self.since]

    @property
    def worst_lag(self) -> float:
        """By how many seconds a page was behind what had been acknowledged when it was asked for."""
        first = self.tables.evening.revision
        worst = 0.0
        for phone in self.phones:
            for sent, number in phone.looks:
                later = self.tables.moments[number - first :][:1]
                worst = max([worst, *(sent - at for at in later)])
        return worst


def report_hall(asked: Asked, heard: Heard, spent: Used, memories: tuple[float, float]) -> list[str]:
    print(f"load after   {load()}")
    print(f"processors   {spent}, of {os.cpu_count()}")
    print(f"memory       {memories[0]:.0f} MB at the start, {memories[1]:.0f} MB at the end")
    engine = "PostgreSQL" if asked.postgres else "SQLite"
    print(f"{engine}: {asked.pairs} pairs, {PHONES} phones, {asked.rate:g} deals a second,", end=" ")
    print(f"{asked.minutes:g} minutes\n")
    pages = heard.answers(HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)
    heading()
    deals_p99 = tell("deals", heard.deals)
    pages_p99 = tell("pages", pages)
    tell("  200", heard.answers(HTTPStatus.OK))
    tell("  304", heard.answers(HTTPStatus.NOT_MODIFIED))
    lagged = sum(phone.lagged for phone in heard.phones)
    lag = heard.worst_lag
    print(f"\n{lagged} answers lagged, by {lag:.2f} s at most (bound {MOST_LAG:g})")
    processors, growth = spent.server / spent.clock, memories[1] / memories[0]
    missed = [words for line in (heard.tables.line, *heard.lines) for words in line.wrong]
    bounds = (
        ("of the deals, ms", deals_p99, MOST_DEAL),
        ("of the pages, ms", pages_p99, MOST_PAGE),
        ("of the processors", processors, MOST_PROCESSORS),
        ("seconds by which a page lags", lag, MOST_LAG),
        ("times the memory", growth, MOST_GROWTH),
    )
    return missed + [
        f"{name}: {value:.2f}, bound {most:g}" for name, value, most in bounds if not value < most
    ]


# Files.


def strangers(asked: Asked, evening: Evening, address: str, session: int) -> list[str]:
    sys.setswitchinterval(0.0005)  # our own threads shall not wait for each other
    paths = [
        *(f"/events/{evening.event}/{file}/?as={form}" for form in FORMATS for file in ("deals", "whole")),
        *(f"/games/?as={form}" for form in (*FORMATS, "pdf")),
    ]
    others = ("/games/", "/clubs/", "/t/", f"/events/{evening.event}/rounds/1/?q=Ek", evening.standings)
    tables = Tables(Line(address), evening, booklet())
    start = time.monotonic()
    playing = threading.Thread(target=tables.play, args=[Pace(start, DEALS_BESIDE_FILES, asked.seconds)])
    playing.start()
    wrong = list[str]()
    without = asked_for(address, others, asked.seconds / 2, wrong)
    chance, until = Random(5), time.monotonic() + asked.seconds / 2
    guests = [Stranger(address, chance.sample(paths, len(paths))) for _stranger in range(STRANGERS)]
    threads = [threading.Thread(target=guest.take, args=[until]) for guest in guests]
    for thread in threads:
        thread.start()
    before = used(session)
    first = asked_for(address, others, asked.seconds / 4, wrong)
    memory = memory_of(session)
    second = asked_for(address, others, asked.seconds / 4, wrong)
    beside = {path: first[path] + second[path] for path in others}
    spent = used(session).since(before)
    for thread in (*threads, playing):
        thread.join()
    tables.line.connection.close()
    most = memory_of(session)
    print(f"processors   {spent}, of {os.cpu_count()}")
    print(f"memory       {memory:.0f} MB at the start, {most:.0f} MB at the end")
    print(f"{STRANGERS} strangers took {sum(guest.taken for guest in guests)} files and were", end=" ")
    print(f"asked to come again {sum(guest.refused for guest in guests)} times\n")
    heading()
    for name, answers in (("without them", without), ("beside them", beside)):
        tell(f"pages {name}", [answer for path in others for answer in answers[path]])
        for path in others:
            tell(f"  {path}", answers[path])
    wrong += [*tables.line.wrong, *(words for guest in guests for words in guest.wrong)]
    slower = times_as_long(without, beside)
    bounds = (
        ("times as long: half of the pages", slower[0], MOST_SLOWER),
        ("times as long: 19 of 20 pages", slower[1], MOST_SLOWER),
        ("times the memory", most / memory, MOST_GROWTH),
    )
    for name, value, bound in bounds:
        print(f"{value:.2f} {name} (bound {bound:g})")
    return wrong + [
        f"{name}: {value:.2f}, bound {most:g}" for name, value, most in bounds if not value < most
    ]


def asked_for(address: str, paths: Sequence[str], seconds: float, wrong: list[str]) -> Pages:
    """Pages by turns, on several connections, so that every process of the server is asked."""
    lines, start = [Line(address) for _line in range(12)], time.monotonic() + 0.2
    rate = PAGES_BESIDE_FILES / len(lines)
    pages: Pages = {path: [] for path in paths}

    def ask(at: int, line: Line) -> None:
        pace = Pace(start + at / PAGES_BESIDE_FILES, rate, seconds)
        for due, path in zip(
            pace.moments(), cycle([*paths[at % len(paths) :], *paths[: at % len(paths)]]), strict=False
        ):
            if line.ask(due, Request("GET", path, None, {"Accept-Encoding": "gzip"})) is not None:
                pages[path].append(line.answers[-1])
        line.connection.close()

    threads = [threading.Thread(target=ask, args=[at, line]) for at, line in enumerate(lines)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wrong += [words for line in lines for words in line.wrong]
    return pages


def times_as_long(without: Pages, beside: Pages) -> tuple[float, float]:
    """Compare the medians and the 95th percentiles.

    One page takes twenty times as long as another, and the median of all would lie between two of them. So
    each answer counts by the median of its own page.
    """
    usual = {path: statistics.median(answer.took for answer in answers) for path, answers in without.items()}

    def measured(pages: Pages) -> tuple[float, float]:
        took = [answer.took / usual[path] for path, answers in pages.items() for answer in answers]
        return statistics.median(took), statistics.quantiles(took, n=100, method="inclusive")[94]

    before, now = measured(without), measured(beside)
    return now[0] / before[0], now[1] / before[1]


# What is told.


def heading() -> None:
    print(f"{'milliseconds':30}{'count':>8}{'median':>9}{'19 of 20':>10}{'99 of 100':>10}{'slowest':>9}")


def tell(name: str, answers: Sequence[Answer]) -> float:
    """Print a line, and return the 99th percentile in milliseconds."""
    took = sorted(1000 * answer.took for answer in answers)
    if len(took) < 2:
        print(f"{name:30}{len(took):8}")
        return float("inf")
    middle, hundredths = statistics.median(took), statistics.quantiles(took, n=100, method="inclusive")
    print(f"{name:30}{len(took):8}{middle:9.1f}{hundredths[94]:10.1f}{hundredths[98]:10.1f}{took[-1]:9.1f}")
    return hundredths[98]


if __name__ == "__main__":
    sys.exit(main())
