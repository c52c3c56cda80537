"""A day in a hall: python bench/hall.py --day [--postgres] [--pairs N] [--rounds N] [--minutes N]

Forty pairs play seven rounds in about five minutes, through the pages. The director makes the codes, and
draws, publishes, times and closes each round in a browser; every pair checks in on its own page; each table
has a phone that seats, records, approves and signs at its own pace. All the while a hundred times a second
somebody asks for news: the own pages of all pairs, two screens, the pages of the tables, the round, the
standings. In each round the clock is started, table 7 is given three minutes, all are paused and go on. What
must be kept:

    every answer    no error, and the server says nothing
    the clock       the same moments on every page that was looked at, three minutes later at table 7
    the event       `rescore --check`, `verify_log` and `check_draw` find nothing
    memory          of the server, in the last round at most 1.25 times that in the second

With --clocks nobody plays: screens, phones and own pages stand open in Chromium at real speed, one of them on
a phone whose own clock is wrong. A round is started, paused, goes on, warns and ends; at every look each page
must show what is left by the server's time, to the second.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from itertools import cycle
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from hall import MOST_GROWTH
from hall import Phone as Looker
from installation import database, use_installation_of
from load import Answer, Line, Pace, load
from load import tell as tell_answers
from machines import Director, Game, Phone, Played, amiss, event_of, games_at_tables, games_to_play
from machines import report as report_acts
from processes import memory_of, used

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

if TYPE_CHECKING:
    from big_event import BigEvent
    from playwright.sync_api import Page

    from tests.house.starting import Talon

DEALS: Final = 3
LINES: Final = 25  # connections that those who look share
POLLS: Final = 100.0  # a second
LANGUAGES: Final = ("sv", "fi", "da", "en")
SCREENS: Final = (1, 2)
GIVEN: Final = 3  # minutes, to one table
GIVEN_TO: Final = 7
MINUTES: Final = {"minutes": "50", "more_minutes": "10"}
PARTS_OF_ROUND: Final = 0.85  # of the time of a round in which deals are played; then the director closes it
MOMENTS: Final = re.compile(r'data-warns="(\d+)" data-stops="(\d+)"')


class Asked(NamedTuple):
    day: bool
    clocks: bool
    postgres: bool
    pairs: int
    rounds: int
    minutes: float
    deals: int = DEALS
    hands: int = 0
    polls: float = POLLS


@dataclass
class PacedPhone(Phone):
    """A phone at a table at which people play: it rests after each act.

    What a server could not store, since it was too busy, is sent again, as the page says; it counts as an
    error all the same.
    """

    rests: float = 0.0

    def post(self, what: str, path: str, fields: Mapping[str, object]) -> tuple[HTTPResponse, str]:
        answered = super().post(what, path, fields)
        time.sleep(self.rests)
        if answered[0].status == HTTPStatus.SERVICE_UNAVAILABLE:
            answered = super().post(what, path, fields)
        return answered


@dataclass
class Hall:
    """The event, its director, and the addresses at which people look."""

    address: str
    event: BigEvent
    director: Director
    played: Played = field(default_factory=Played)
    own_pages: list[str] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/events/{self.event.event.pk}/"

    @property
    def screens(self) -> list[str]:
        number = self.event.event.pk
        return [f"/screen/{number}/{'' if screen == 1 else f'{screen}/'}" for screen in SCREENS]

    def pages(self, games: Sequence[Game]) -> list[str]:
        """What is looked at while a round is played, each page as often as people look at it."""
        drawn = f"{self.path}rounds/{self.event.event.rounds.count()}/"
        return [
            *self.own_pages,
            *self.screens * 5,
            *(f"/t/{game.secret}/" for game in games),
            *(drawn, self.path) * 5,
        ]


def main() -> int:
    asked = options()
    print(f"load before  {load()}", flush=True)
    from tests.house.starting import THIS_VENV, running_talon

    with tempfile.TemporaryDirectory(prefix="talon-day-") as folder, database(asked.postgres) as url:
        extra = {**THIS_VENV, "TALON_DATABASE_URL": url}
        with running_talon(Path(folder) / "data", "--no-demo", extra=extra) as talon:
            silence = talon.words
            use_installation_of(talon)
            hall = opened(asked, talon)
            missed = (timed_round if asked.clocks else whole_day)(asked, hall, talon)
            talon.stop()
            said = talon.words.removeprefix(silence).replace("Talon is stopping.", "").splitlines()
    missed += [f"the server said: {words}" for words in said if words]
    for words in missed[:20]:
        print(f"MISSED: {words}")
    print(f"{len(missed)} missed." if missed else "All bounds are kept.")
    return 1 if missed else 0


def options() -> Asked:
    given = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    given.add_argument("--day", action="store_true", help="a whole day is played")
    given.add_argument("--clocks", action="store_true", help="a round is timed in Chromium")
    given.add_argument("--postgres", action="store_true", help="in a PostgreSQL database of its own")
    given.add_argument("--pairs", type=int, default=40, help="in the event (%(default)s)")
    given.add_argument("--rounds", type=int, default=7, help="of the event (%(default)s)")
    given.add_argument("--minutes", type=float, default=5, help="that it takes (%(default)s)")
    return Asked(**vars(given.parse_args()))


def opened(asked: Asked, talon: Talon) -> Hall:
    """An event with tables, entries that can be here, codes, and two screens."""
    from django.db import connection

    from tests.builders import PASSWORD
    from tests.house.machines import Browser
    from tournaments.play.personal_codes import personal_path
    from tournaments.play.screens import PageKind

    event = event_of(asked)
    user = event.by.user
    assert user is not None
    browser, played = Browser(), Played()
    browser.post(f"{talon.address}/sign-in/", {"username": user.email, "password": PASSWORD})
    director = Director(browser, talon.address, event.event.pk, played)
    hall = Hall(talon.address, event, director, played)
    director.act("make the codes", f"{hall.path}codes/", seen="0")
    for screen in SCREENS:
        seconds = dict.fromkeys(PageKind.values[screen - 1 :], "10")
        director.act("set a screen", f"{hall.path}hall/screens/{screen}/", dark=str(screen - 1), **seconds)
    hall.own_pages = [
        personal_path(event.fresh, entry.pk) for entry in event.event.entries.order_by("number")
    ]
    connection.close()
    return hall


# A day.


def whole_day(asked: Asked, hall: Hall, talon: Talon) -> list[str]:
    sys.setswitchinterval(0.0005)  # our own threads shall not wait for each other
    pool, memories, before = games_to_play(asked), list[float](), used(talon.process.pid)
    check_everybody_in(hall)
    for number in range(1, asked.rounds + 1):
        hall.director.open_round()
        play_round(asked, hall, pool)
        hall.director.close_round()
        memories.append(memory_of(talon.process.pid))
        print(f"round {number}: {len(hall.played.wrong)} errors, {memories[-1]:.0f} MB", flush=True)
    hall.director.act("show the results", f"{hall.path}show/")
    spent = used(talon.process.pid).since(before)
    wrong = [*hall.played.wrong, *amiss(hall.event, asked)]
    print(f"{asked.pairs} pairs, {asked.rounds} rounds in {spent.clock:.0f} s")
    print(f"processors   {spent}, of {os.cpu_count()}\n")
    tell_answers("something new", [each for each in hall.answers if each.status == HTTPStatus.OK])
    tell_answers("nothing new", [each for each in hall.answers if each.status == HTTPStatus.NOT_MODIFIED])
    hall.played.wrong = []
    report_acts(asked, hall.played)
    growth = memories[-1] / memories[min(1, len(memories) - 1)]
    print(f"{growth:.2f} times the memory (bound {MOST_GROWTH:g})")
    return wrong + ([] if growth < MOST_GROWTH else [f"times the memory: {growth:.2f}"])


def check_everybody_in(hall: Hall) -> None:
    phone = Phone(hall.address)
    for page in hall.own_pages:
        phone.begin()
        phone.get("own page, opened", page)
        phone.expect(phone.post("check in", f"{page}here/", {}), HTTPStatus.FOUND, "check in")
    phone.connection.close()
    hall.played.took += phone.took
    hall.played.wrong += phone.wrong


def play_round(asked: Asked, hall: Hall, pool: Sequence[list[dict[str, str]]]) -> None:
    """All tables at once, and all who look; meanwhile the clock."""
    games = list(games_at_tables(hall.event, pool))
    seconds = 60 * asked.minutes / asked.rounds * PARTS_OF_ROUND
    acts = 1 + 2 * asked.deals + 4
    dice = Random(hall.event.event.rounds.count())
    phones = [PacedPhone(hall.address, rests=seconds / acts * dice.uniform(0.6, 1)) for _game in games]
    over: SimpleQueue[str] = SimpleQueue()
    playing = [
        threading.Thread(target=played_table, args=[phone, game, over])
        for phone, game in zip(phones, games, strict=True)
    ]
    lookers = [
        Looker(path, language) for path, language in zip(hall.pages(games), cycle(LANGUAGES), strict=False)
    ]
    lines = [Line(hall.address) for _line in range(LINES)]
    start, has_ended = time.monotonic() + 0.2, threading.Event()
    looking = [
        threading.Thread(
            target=look_in_turn,
            args=[line, lookers[at::LINES], Pace(start + at / POLLS, POLLS / LINES, 3600), has_ended],
        )
        for at, line in enumerate(lines)
    ]
    began = time.monotonic()
    for thread in (*looking, *playing):
        thread.start()
    run_clock(hall, games, seconds)
    for thread in playing:
        thread.join()
    hall.played.seconds += time.monotonic() - began
    has_ended.set()
    for thread in looking:
        thread.join()
    for phone in phones:
        phone.connection.close()
        hall.played.took += phone.took
        hall.played.wrong += phone.wrong
        hall.played.acts += acts
    for line in lines:
        line.connection.close()
        hall.answers += line.answers
        hall.played.wrong += line.wrong


def played_table(phone: Phone, game: Game, over: SimpleQueue[str]) -> None:
    try:
        game.play(phone)
    except (OSError, HTTPException) as error:
        phone.wrong.append(f"no answer in game {game.game}: {error!r}")
    over.put(game.secret)


def look_in_turn(line: Line, lookers: Sequence[Looker], pace: Pace, has_ended: threading.Event) -> None:
    for due, looker in zip(pace.moments(), cycle(lookers), strict=False):
        if has_ended.is_set():
            return
        looker.look(line, due)


def run_clock(hall: Hall, games: Sequence[Game], seconds: float) -> None:
    """Started; a table is given minutes; paused, and going on. After each act every page says the same."""
    director, clock = hall.director, f"{hall.director.round}clock/"
    director.act("start the clock", clock, **MINUTES)
    same_moments(hall, games)
    time.sleep(seconds / 5)
    given = f"/pairings/{pairing_of(games[GIVEN_TO - 1])}/minutes/"
    director.act("give minutes", given, minutes=str(GIVEN), key=os.urandom(16).hex())
    same_moments(hall, games, given=GIVEN * 60_000)
    director.act("pause", f"{clock}pause/", pause="1")
    time.sleep(2)
    director.act("go on", f"{clock}pause/", resume="1")
    same_moments(hall, games, given=GIVEN * 60_000)


def pairing_of(game: Game) -> int:
    from django.db import connection

    from tournaments.models import Pairing

    found = Pairing.objects.get(game=game.game).pk
    connection.close()
    return found


def same_moments(hall: Hall, games: Sequence[Game], given: int = 0) -> None:
    """Whether every page has the same moments of the clock, and the table with more time its own."""
    phone, found = Phone(hall.address), dict[str, set[tuple[int, ...]]]()
    drawn = f"{hall.path}rounds/{hall.event.event.rounds.count()}/"
    for path in (*hall.screens, drawn, *(f"/t/{game.secret}/" for game in games)):
        phone.begin()
        _answer, page = phone.get("look at the clock", path)
        found[path] = {tuple(map(int, pair)) for pair in MOMENTS.findall(page)}
    phone.connection.close()
    hall.played.wrong += phone.wrong
    own = found.pop(f"/t/{games[GIVEN_TO - 1].secret}/")
    (usual,) = found[drawn] or {(0, 0)}
    # A table whose game is over has none.
    others = [path for path, moments in found.items() if moments and moments != {usual}]
    hall.played.wrong += [f"another clock at {path}: {found[path]}, not {usual}" for path in others]
    if own and own != {(usual[0] + given, usual[1] + given)}:
        hall.played.wrong.append(f"table {GIVEN_TO} has {own}, not {given} ms more than {usual}")


# A round that is timed.

LENGTH: Final = {"minutes": "2", "more_minutes": "1"}
EVERY: Final = 2.0  # seconds between two looks
# A phone whose own clock is wrong by so many minutes.
WRONG_BY: Final = 37
WRONG_CLOCK: Final = """(() => {
  const Real = Date, off = %d * 60000;
  window.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + off); }
    static now() { return Real.now() + off; }
  };
})()"""
# What each clock that is seen on a page shows, and what is left by the server's time just before and after.
SHOWN: Final = """async () => {
  const clocks = [...document.querySelectorAll("[data-clock='running']")].filter((it) => it.offsetParent);
  const texts = () => clocks.map((it) => it.querySelector("[data-left]:not([hidden])")?.textContent);
  const time = async () => Number(await (await fetch("/now/")).text());
  const [before, shown, after] = [await time(), texts(), await time()];
  return clocks.map((it, at) => ({
    shown: shown[at] ?? "", before, after, warns: Number(it.dataset.warns), stops: Number(it.dataset.stops),
  }));
}"""


def timed_round(asked: Asked, hall: Hall, talon: Talon) -> list[str]:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import FLAGS
    from tests.steps.machine import chromium

    hall.director.open_round()
    games = list(games_at_tables(hall.event, games_to_play(asked)))
    paths = [
        *hall.screens,
        f"{hall.path}rounds/1/",
        *hall.own_pages[:2],
        *(f"/t/{g.secret}/" for g in games[:2]),
    ]
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "yes"
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages = [browser.new_page(base_url=talon.address, locale="en") for _path in (*paths, "wrong")]
        pages[-1].add_init_script(WRONG_CLOCK % WRONG_BY)
        for page, path in zip(pages, (*paths, hall.own_pages[2]), strict=True):
            page.goto(path)
        offs = list(watched_round(hall, pages))
        browser.close()
    print(f"{len(offs)} looks at {len(pages)} pages, off by {max(offs):.2f} s at most (bound 1)")
    return hall.played.wrong + ([] if max(offs) < 1 else [f"a clock is off by {max(offs):.2f} s"])


def watched_round(hall: Hall, pages: Sequence[Page]) -> Iterator[float]:
    """Yield by how much each clock is off, from the start of the round to its end, with a pause in it."""
    clock = f"{hall.director.round}clock/"
    hall.director.act("start the clock", clock, **LENGTH)
    yield from looked_at(pages, 40)
    hall.director.act("pause", f"{clock}pause/", pause="1")
    time.sleep(20)
    hall.director.act("go on", f"{clock}pause/", resume="1")
    yield from looked_at(pages, 145)


def looked_at(pages: Sequence[Page], seconds: float) -> Iterator[float]:
    time.sleep(6)  # until every page has asked
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for page in pages:
            looks = page.evaluate(SHOWN)
            if not looks:
                raise SystemExit(f"no clock at {page.url}")
            yield from (off_by(**look) for look in looks)
        time.sleep(EVERY)


def off_by(shown: str, before: float, after: float, warns: float, stops: float) -> float:
    """By how many seconds a clock is off; one that shows a second that has begun is right."""
    found = []
    for moment in (before, after):
        end = warns if moment < warns else stops
        least = max(0.0, (end - moment) / 1000)
        minutes, _colon, rest = shown.partition(":")
        seen = int(minutes) * 60 + int(rest) if shown else 0
        found.append(max(0.0, least - seen, seen - (least + 1)))
    return min(found)


if __name__ == "__main__":
    sys.exit(main())
