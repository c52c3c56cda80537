"""An event played on two servers: python bench/machines.py [--pairs N] [--rounds N] [--deals N] [--hands N] …

Two servers, started by `bin/run` with a data folder each, one PostgreSQL database of their own, and nginx,
which asks them in turn as `deploy/` sets it up, over TLS. The director draws, publishes and closes each round
in a browser; each table's phone seats its players, looks at its page, records the deals of the simulation,
lets the other side approve them, and everybody signs. So many tables act at once (`--hands`), while others
ask for the event's pages. All of it goes through nginx, so that two steps of one table are seldom answered by
one server. What must be kept:

    every answer    no error, and no act that is sent a second time
    both servers    say nothing, and have answered
    the event       `rescore --check`, `verify_log` and `check_draw` find nothing
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from io import StringIO
from itertools import cycle
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from ssl import SSLContext
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from installation import database, use_installation_of
from processes import memory_of

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

if TYPE_CHECKING:
    from big_event import BigEvent

    from scoring.core.deal_sheet import DealSheet
    from tests.house.machines import Answer as PageAnswer
    from tests.house.machines import Browser
    from tests.house.proxy import Proxy
    from tests.house.starting import Talon

POOL: Final = 60  # different games
PATIENCE: Final = 120.0
TOKEN: Final = "b" * 32  # any token does, when cookie and header agree
LOOKED: Final = re.compile(r'name="(looked|miscounted)"[^>]* value="([^"]+)"')
DIGEST: Final = re.compile(
    r'name="digest"[^>]* value="([0-9a-f]{64})"|value="([0-9a-f]{64})"[^>]* name="digest"'
)
SEEN: Final = re.compile(r'name="seen" value="([0-9a-f]{16})"')
MARKUP: Final = re.compile(r"(<[^>]+>|\s+)+")
LANGUAGES: Final = ("sv", "fi", "da", "en")


class Amount(Protocol):
    """How much is played: what the options of each of these benches say."""

    @property
    def pairs(self) -> int: ...
    @property
    def rounds(self) -> int: ...
    @property
    def deals(self) -> int: ...
    @property
    def hands(self) -> int: ...


class Asked(NamedTuple):
    pairs: int
    rounds: int
    deals: int
    hands: int
    polls: float


class Took(NamedTuple):
    """What was asked, and how long the answer took."""

    what: str
    seconds: float


@dataclass
class Phone:
    """A connection that stays open, with the cookies of whoever holds it."""

    address: str
    # With which it believes the server; none of plain HTTP.
    trust: SSLContext | None = None
    took: list[Took] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        place = urlsplit(self.address)
        host, port = place.hostname or "", place.port
        self.connection = (
            HTTPConnection(host, port, timeout=PATIENCE)
            if self.trust is None
            else HTTPSConnection(host, port, timeout=PATIENCE, context=self.trust)
        )

    def begin(self) -> None:
        """Be another phone, on the same connection."""
        self.cookies = {"csrftoken": TOKEN, "django_language": "en"}

    def get(self, what: str, path: str, **headers: str) -> tuple[HTTPResponse, str]:
        return self._ask(what, "GET", path, None, headers)

    def post(self, what: str, path: str, fields: Mapping[str, object]) -> tuple[HTTPResponse, str]:
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.address if self.trust is None else f"https://{self.connection.host}",
            "X-CSRFToken": TOKEN,
            "Talon-Outbox": "1",
        }
        return self._ask(what, "POST", path, urlencode(fields), headers)

    def _ask(
        self, what: str, method: str, path: str, body: str | None, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        began = time.monotonic()
        self.connection.request(method, path, body, {**headers, "Cookie": cookies})
        answer = self.connection.getresponse()
        text = answer.read().decode()
        self.took.append(Took(what, time.monotonic() - began))
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.status >= HTTPStatus.BAD_REQUEST:
            self.wrong.append(f"{answer.status} to {method} {path}: {text[:300]!r}")
        return answer, text

    def expect(self, answered: tuple[HTTPResponse, str], status: HTTPStatus, what: str) -> None:
        answer, text = answered
        if answer.status != status:
            self.wrong.append(f"{what}: {answer.status}, {MARKUP.sub(' ', text)[-600:]!r}")


@dataclass(frozen=True)
class Game:
    """A game at its table: what the phone there knows."""

    secret: str
    game: int
    sides: tuple[tuple[int, ...], ...]  # players
    deals: Sequence[Mapping[str, str]]

    def play(self, phone: Phone) -> None:
        """From sitting down to the last signature; side 0 writes, side 1 approves."""
        phone.begin()
        table = f"/t/{self.secret}/"
        writer, other = self.sides[0][0], self.sides[1][0]
        seats = {"game": self.game, "highest": writer, "key": uuid4()}
        phone.expect(phone.post("seats", f"{table}seats/", seats), HTTPStatus.CREATED, "seats")
        for number, deal in enumerate(self.deals, start=1):
            phone.get("look at the table", table)
            self.record(phone, number, {**deal, "player": str(writer)})
            approval = {"game": self.game, "version": 1, "player": other, "said": "approved", "key": uuid4()}
            answered = phone.post("approval", f"{table}deals/{number}/answer/", approval)
            phone.expect(answered, HTTPStatus.CREATED, f"approval of deal {number}")
        self.sign(phone, f"{table}sign/")

    def record(self, phone: Phone, number: int, deal: Mapping[str, str]) -> None:
        """Send a deal; one that the page asks about has been looked at, and is sent again with its tick."""
        form = {**deal, "game": str(self.game), "number": str(number), "key": str(uuid4()), "version": "0"}
        path = f"/t/{self.secret}/deals/{number}/"
        answered = phone.post("recording", path, form)
        if answered[0].status == HTTPStatus.OK and (ticks := dict(LOOKED.findall(answered[1]))):
            answered = phone.post("recording, asked about", path, form | ticks)
        phone.expect(answered, HTTPStatus.CREATED, f"deal {number} of game {self.game}")

    def sign(self, phone: Phone, path: str) -> None:
        for player in (player for side in self.sides for player in side):
            answer, page = phone.get("page to sign", path)
            digest = DIGEST.search(page)
            if digest is None:
                phone.wrong.append(f"nothing to sign in game {self.game}: {answer.status}")
                return
            word = {"game": self.game, "digest": digest[1] or digest[2], "player": player, "said": "signed"}
            form = {**word, "typed": f"Player {player}", "key": uuid4()}
            phone.expect(phone.post("signature", path, form), HTTPStatus.CREATED, "signature")


@dataclass
class Watcher:
    """Phones that look at the event in four languages, each with the tag of what was seen last."""

    phone: Phone
    paths: list[str]
    rate: float
    over: threading.Event = field(default_factory=threading.Event)

    def watch(self) -> None:
        """Look until the round is over; what is not answered is an error of the run, not of this thread."""
        try:
            self.look()
        except (OSError, HTTPException) as error:
            self.phone.wrong.append(f"no answer to who looks at the event: {error!r}")

    def look(self) -> None:
        tags: dict[tuple[str, str], str] = {}
        for language in cycle(LANGUAGES):
            for path in list(self.paths):
                if self.over.wait(1 / self.rate):
                    return
                self.phone.cookies = {"django_language": language}
                known = {"If-None-Match": tags[path, language]} if (path, language) in tags else {}
                answer, _page = self.phone.get("poll", path, **known)
                tags[path, language] = answer.headers["ETag"] or ""


@dataclass
class Played:
    """What came of the event."""

    took: list[Took] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0  # in which tables played
    memory: dict[str, float] = field(default_factory=dict)  # the most of each server, in megabytes
    acts: int = 0


def main() -> int:
    asked = options()
    print(f"load before  {os.getloadavg()[0]:.2f}", flush=True)
    from tests.house.machines import running_proxy, running_together, shared_settings

    with tempfile.TemporaryDirectory(prefix="talon-machines-") as place, database(postgres=True) as url:
        folder, settings = Path(place), shared_settings(url)
        with (
            running_together(folder, ("one", "other"), settings) as talons,
            running_proxy(folder / "proxy", talons) as proxy,
        ):
            silence = [talon.words for talon in talons]
            played = run(asked, proxy, talons)
            played.wrong += [
                f"a server said: {line}"
                for talon, before in zip(talons, silence, strict=True)
                for line in talon.words.removeprefix(before).splitlines()
                if line
            ]
    return report(asked, played)


def options() -> Asked:
    given = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    given.add_argument("--pairs", type=int, default=1000, help="that play (%(default)s)")
    given.add_argument("--rounds", type=int, default=7, help="of the event (%(default)s)")
    given.add_argument("--deals", type=int, default=2, help="of each game (%(default)s)")
    given.add_argument("--hands", type=int, default=8, help="tables that act at once (%(default)s)")
    given.add_argument("--polls", type=float, default=2, help="a second, of the event's pages (%(default)s)")
    return Asked(**vars(given.parse_args()))


def run(asked: Asked, proxy: Proxy, talons: Sequence[Talon]) -> Played:
    use_installation_of(talons[0])
    from tests.builders import PASSWORD
    from tests.house.machines import Browser

    event, pool, played = event_of(asked), games_to_play(asked), Played()
    user = event.by.user
    assert user is not None
    browser, address = Browser(proxy.trust()), proxy.address
    wait_for_proxy(browser, address)
    browser.post(f"{address}/sign-in/", {"username": user.email, "password": PASSWORD})
    director = Director(browser, address, event.event.pk, played)
    for number in range(1, asked.rounds + 1):
        print(f"round {number}", end="", flush=True)
        director.open_round()
        play_round(asked, proxy, event, pool, played)
        director.close_round()
        for talon in talons:
            name = talon.data.parent.name
            played.memory[name] = max(played.memory.get(name, 0), memory_of(talon.process.pid))
        print(f": {played.acts} acts, {len(played.wrong)} errors", flush=True)
    director.act("show the results", f"/events/{director.event}/show/")
    played.wrong += amiss(event, asked)
    return played


def event_of(asked: Amount) -> BigEvent:
    from big_event import BigEvent

    from scoring import recording

    event = BigEvent(asked.pairs, asked.rounds, deals=asked.deals)
    labels = [str(number) for number in range(1, asked.pairs // 2 + 1)]
    recording.create_tables(event.by, event.club, labels, uuid4())
    return event


def games_to_play(asked: Amount) -> list[list[dict[str, str]]]:
    """Games as the simulation plays them, each deal as it is typed at the table."""
    from scoring import rulesets
    from scoring.core import simulate
    from scoring.core.sheet_io import sheet_as_data
    from scoring.entry.field_values import values_from_deal
    from scoring.store import sheets

    def typed(sheet: DealSheet) -> dict[str, str]:
        data = json.loads(json.dumps(sheet_as_data(sheet)))
        return values_from_deal(sheets.deal_data(data), "en")

    samba = rulesets.find("samba")
    assert samba is not None
    games = []
    for number in range(POOL):
        played = simulate.play_game(
            samba, Random(f"machines/{number}"), players=(2, 2), deal_limit=asked.deals
        )
        games.append([typed(simulate.tally_sheet(deal.sheet)) for deal in played])
    return games


def wait_for_proxy(browser: Browser, address: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            browser.get(f"{address}/health/")
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


@dataclass
class Director:
    """Who runs the event in a browser."""

    browser: Browser
    address: str
    event: int
    played: Played
    round: str = ""

    def open_round(self) -> None:
        page = self.act("draw", f"/events/{self.event}/draw/", seed=os.urandom(8).hex())
        self.round = urlsplit(page.address).path
        seen = SEEN.search(page.text)
        if seen is None:
            raise SystemExit(f"nothing was drawn: {page.address}, {self.played.wrong}")
        self.act("publish", f"{self.round}publish/", seen=seen[1])

    def close_round(self) -> None:
        self.act("close", f"{self.round}close/")

    def act(self, what: str, path: str, **fields: str) -> PageAnswer:
        """Send a form, and see the page that follows."""
        form = self.browser.get(f"{self.address}/account/").text
        began = time.monotonic()
        page = self.browser.send(f"{self.address}{path}", form, fields)
        self.played.took.append(Took(f"{what}, with its page", time.monotonic() - began))
        if page.status != HTTPStatus.OK:
            self.played.wrong.append(f"{page.status} to {path}")
        return page


def play_round(
    asked: Asked, proxy: Proxy, event: BigEvent, pool: Sequence[list[dict[str, str]]], played: Played
) -> None:
    """All tables of the published round, so many at once."""
    waiting: SimpleQueue[Game] = SimpleQueue()
    for game in games_at_tables(event, pool):
        waiting.put(game)
    phones = [Phone(proxy.address, proxy.trust()) for _hand in range(asked.hands)]
    number = event.event.rounds.count()
    event_path = f"/events/{event.event.pk}/"
    watcher = Watcher(
        Phone(proxy.address, proxy.trust()), [event_path, f"{event_path}rounds/{number}/"], asked.polls
    )
    threads = [threading.Thread(target=play_tables, args=[phone, waiting]) for phone in phones]
    watching = threading.Thread(target=watcher.watch)
    began = time.monotonic()
    for thread in (*threads, watching):
        thread.start()
    for thread in threads:
        thread.join()
    played.seconds += time.monotonic() - began
    watcher.over.set()
    watching.join()
    for phone in phones:
        played.acts += sum(
            took.what in ("seats", "recording", "approval", "signature") for took in phone.took
        )
    for phone in (*phones, watcher.phone):
        phone.connection.close()
        played.took += phone.took
        played.wrong += phone.wrong


def play_tables(phone: Phone, waiting: SimpleQueue[Game]) -> None:
    while True:
        try:
            game = waiting.get_nowait()
        except Empty:
            return
        try:
            game.play(phone)
        except (OSError, HTTPException) as error:
            phone.wrong.append(f"no answer in game {game.game}: {error!r}")
            phone.connection.close()


def games_at_tables(event: BigEvent, pool: Sequence[list[dict[str, str]]]) -> Iterator[Game]:
    from django.db import connection

    from scoring.models import Seat, Table

    tables = Table.objects.filter(club=event.club).exclude(game=None).order_by("pk")
    seats = defaultdict[int, dict[int, list[int]]](lambda: defaultdict(list))
    rows = Seat.objects.filter(side__game__table__club=event.club).order_by("pk")
    for game, side, player in rows.values_list("side__game", "side__number", "player"):
        seats[game][side].append(player)
    dice = Random(event.event.rounds.count())
    for table in tables:
        assert table.game_id is not None
        sides = tuple(tuple(players) for _side, players in sorted(seats[table.game_id].items()))
        yield Game(table.secret, table.game_id, sides, dice.choice(pool))
    connection.close()


def amiss(event: BigEvent, asked: Amount) -> list[str]:
    """What is stored and should not be, what is not and should, and what does not hold together."""
    from django.core.management import CommandError, call_command

    from clubs.models import LogEntry
    from scoring.models import Deal
    from scoring.models import Game as StoredGame

    found = []
    for words in (["rescore", "--check"], ["verify_log"], ["check_draw", str(event.event.pk)]):
        out = StringIO()
        try:
            call_command(*words, stdout=out)
        except (CommandError, SystemExit) as fault:
            found.append(f"{' '.join(words)}: {fault} {out.getvalue()[-500:]}")
        print(f"{' '.join(words)}: {out.getvalue().strip().splitlines()[-1:]}", flush=True)
    games = asked.rounds * (asked.pairs // 2)
    counts: dict[str, tuple[int, int]] = {
        "games": (StoredGame.objects.filter(state=StoredGame.State.SIGNED).count(), games),
        "deals": (Deal.objects.count(), games * asked.deals),
        "deals in the log": (LogEntry.objects.filter(act="deal.recorded").count(), games * asked.deals),
    }
    found += [f"{name}: {there}, not {due}" for name, (there, due) in counts.items() if there != due]
    return found


# --- what it cost ---------------------------------------------------------------------------------------


def report(asked: Amount, played: Played) -> int:
    print(f"load after   {os.getloadavg()[0]:.2f}")
    print(f"{asked.pairs} pairs, {asked.rounds} rounds, {asked.deals} deals a game, {asked.hands} at once\n")
    print(f"{'milliseconds':34}{'count':>8}{'median':>9}{'99 of 100':>11}{'slowest':>9}")
    times = defaultdict[str, list[float]](list)
    for took in played.took:
        times[took.what].append(1000 * took.seconds)
    for what, each in times.items():
        last = statistics.quantiles(each, n=100, method="inclusive")[98] if len(each) > 1 else each[0]
        print(f"{what:34}{len(each):8}{statistics.median(each):9.1f}{last:11.1f}{max(each):9.1f}")
    requests = sum(len(each) for what, each in times.items() if "with its page" not in what)
    rate, all_rate = played.acts / played.seconds, requests / played.seconds
    print(f"\n{played.acts} acts in {played.seconds:.0f} s of play: {rate:.1f} a second,")
    print(f"with {all_rate:.0f} requests a second in all")
    for name, most in played.memory.items():
        print(f"memory of the server {name}: {most:.0f} MB")
    for words, count in Counter(played.wrong).most_common(20):
        print(f"MISSED {count}: {words}")
    print(f"{len(played.wrong)} errors." if played.wrong else "No error.")
    return 1 if played.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
