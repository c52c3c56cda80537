"""What an event costs, each figure beside its floor in the same run: python bench/event.py [PART ...]

Parts: draw, standings, phones, board; all of them where none is named. With --postgres in a PostgreSQL
database of its own, otherwise on an SQLite file; with the product's own settings. Pages are asked for in this
process through the whole WSGI stack, and what phones ask for again and again also on the product's server.
Processor time is measured, with PostgreSQL the time on the wall; what is compared is taken in turn, and the
best of each counts. What must be reached:

    draw        the fourth round of a Swiss event, reading and writing included: 300 entries within 150 ms,
                1 000 within 2 s; the floor is the matching library alone
    standings   the pages of standings, places and the running round of 200 pairs in their eighth round, made
                anew: 3 times their rows by plain SQL and a bare ranking (`bare_event`), 5 queries, 20 000
                bytes compressed; after one more deal the places are those counted from nothing
    phones      on the server, nothing new at 85 % of the rate of an empty view, the kept page at 75 %
    board       of 100 tables: 15 queries; the floor is its SQL alone
"""

from __future__ import annotations

import argparse
import io
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from installation import database, prepare

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

if TYPE_CHECKING:
    from tournaments.models import Tournament

REPEATS: Final = 9
ROUNDS_BEFORE: Final = 3
MOST_DRAW: Final = {300: 0.150, 1000: 2.0}
STANDINGS_PAIRS, STANDINGS_ROUNDS = 200, 7
PHONES_PAIRS = 400
MOST_TIMES, MOST_QUERIES, MOST_BYTES = 3, 5, 20_000
# Requests of one kind before those of the next, and how often each has its turn.
TURN, TURNS = 30, 150
SERVER_TURN, SERVER_TURNS = 100, 150
START_LIMIT: Final = 30
LEAST_RATE: Final = {"nothing new": 0.85, "kept page": 0.75}
BOARD_TABLES, MOST_BOARD_QUERIES = 100, 15
FLOOR, EMPTY = "empty view", "/events/empty/"


@dataclass
class Verdict:
    """What has been measured, and which bounds were missed."""

    missed: list[str] = field(default_factory=list)

    def say(self, what: str, measured: str, bound: str = "", *, kept: bool = True) -> None:
        print(
            f"  {what:<34}{measured:<34}{bound and 'bound ' + bound}{'' if kept else '   MISSED'}", flush=True
        )
        if not kept:
            self.missed.append(what)


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument(
        "parts", nargs="*", choices=[[], *PARTS], help="which of them; all where none is named"
    )
    asked.add_argument("--postgres", action="store_true", help="in a PostgreSQL database of its own")
    given = asked.parse_args()
    parts: list[str] = given.parts or list(PARTS)
    verdict = Verdict()
    with tempfile.TemporaryDirectory(prefix="talon-bench-") as folder, database(given.postgres) as url:
        served(Path(folder), url)
        for part in parts:
            print(part, flush=True)
            PARTS[part](verdict)
    print(f"{len(verdict.missed)} bounds missed" if verdict.missed else "All bounds are kept.")
    return 1 if verdict.missed else 0


def served(folder: Path, url: str) -> None:
    """An installation with the pages and the empty view, searched for garbage as on the server."""
    os.environ["PYTHONPATH"] = str(ROOT / "bench")
    prepare(folder, "empty_view_settings", url)
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)
    from config.serving.server import freeze_program

    freeze_program()


# Measuring.


def clock() -> float:
    """The processor time of this process; with a database in a process of its own the time on the wall."""
    from django.db import connection

    return time.process_time() if connection.vendor == "sqlite" else time.perf_counter()


def best_of(works: Mapping[str, Callable[[], object]], repeats: int, at_once: int = 1) -> dict[str, float]:
    """The best seconds of each by the clock, the works taken in turn."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(repeats):
        for name, work in works.items():
            start = clock()
            for _time in range(at_once):
                work()
            best[name] = min(best[name], (clock() - start) / at_once)
    return best


def ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


@contextmanager
def noted() -> Iterator[list[tuple[str, Any]]]:
    """The statements that are executed meanwhile, with what they were given."""
    from django.db import connection

    statements: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield statements


def executed(statements: Sequence[tuple[str, Any]]) -> None:
    """The same statements with all their rows, and nothing made of them."""
    from django.db import connection

    with connection.cursor() as cursor:
        for sql, params in statements:
            cursor.execute(sql, params)
            cursor.fetchall()


@dataclass
class Phone:
    """Asks for one address, as a browser does, through the application that the server loads."""

    path: str
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self) -> tuple[str, dict[str, str], bytes]:
        from config.wsgi import application

        said: dict[str, Any] = {}

        def start(
            status: str, headers: list[tuple[str, str]], _error: Any = None, /
        ) -> Callable[[bytes], object]:
            said.update(status=status, headers=dict(headers))
            return lambda _more: None

        answer = application(self.environment(), start)
        content = b"".join(answer)
        answer.close()
        return said["status"], said["headers"], content

    def environment(self) -> dict[str, Any]:
        return {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": self.path,
            "QUERY_STRING": "",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "HTTP_ACCEPT_LANGUAGE": "sv",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate, br",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
            "wsgi.errors": sys.stderr,
            **self.headers,
        }


def forget_pages() -> None:
    """Nothing is kept of any page, whole or in pieces; the frame of all pages stays, as the templates do."""
    from clubs.templatetags import fragments
    from clubs.web.page_store import page_store

    store = page_store()
    assert store is not None
    store.clear()
    fragments.render_fragment.cache_clear()


# The draw.


def draw(verdict: Verdict) -> None:
    from big_event import BigEvent

    for entries, bound in MOST_DRAW.items():
        big = BigEvent(entries, clubs_apart=True)
        big.play(ROUNDS_BEFORE)
        alone = matching_alone(big)
        best = best_of({"draw": lambda: drawn_again(big), "matching": alone}, REPEATS)  # noqa: B023 - called here
        took, times = best["draw"], best["draw"] / best["matching"]
        measured = f"{ms(took)}, {times:.1f} times {ms(best['matching'])}"
        verdict.say(f"{entries} entries, club mates apart", measured, ms(bound), kept=took <= bound)


def drawn_again(big: Any) -> None:
    """The round as the verb draws it, with the transaction that keeps it."""
    drawn = big.draw()
    drawn.delete()


def matching_alone(big: Any) -> Callable[[], object]:
    """The matching library over the windows that the draw looks at first."""
    import rustworkx

    from tournaments.core.drawing.matching import FIRST_WINDOW
    from tournaments.core.movements.swiss import costs_for

    drawn = big.draw()
    known = as_known(drawn.draw_input, drawn.seed)
    drawn.delete()
    scales = costs_for(known, clubs_apart=True)
    graphs = []
    for window in (FIRST_WINDOW, 2 * FIRST_WINDOW):
        edges = list(scales.edges(window))
        most = max(edge.cost for edge in edges) + 1
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(len(known)))
        graph.add_edges_from([(edge.first, edge.second, most - edge.cost) for edge in edges])
        graphs.append(graph)
    return lambda: [
        rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int) for graph in graphs
    ]


def as_known(basis: Mapping[str, Any], seed: str) -> list[Any]:
    from tournaments.core.drawing.meeting import sorted_by_standing
    from tournaments.play.draw import read_draw_input

    return sorted_by_standing(read_draw_input(basis, seed).present, seed)


# The standings.


def standings(verdict: Verdict) -> None:
    import bare_event

    big = a_running_event(STANDINGS_PAIRS, STANDINGS_ROUNDS)
    deals_at_each_table(big)
    event, drawn = big.event.pk, STANDINGS_ROUNDS + 1
    page_beside_floor(verdict, "standings", f"/events/{event}/", bare_event.standings, event)
    page_beside_floor(verdict, "places", f"/events/{event}/places/", bare_event.places, event)
    page_beside_floor(
        verdict, "round", f"/events/{event}/rounds/{drawn}/", bare_event.round_page, event, drawn
    )
    one_more_deal(verdict, big)


def page_beside_floor(
    verdict: Verdict, name: str, path: str, floor: Callable[..., object], *numbers: int
) -> None:
    """A page made anew, beside its rows and its ranking; what a process remembers of closed rounds stays."""
    page = Phone(path)
    forget_pages()
    with noted() as statements:
        _status, _headers, content = page.ask()

    def anew() -> None:
        forget_pages()
        page.ask()

    best = best_of({"page": anew, "floor": lambda: bare(floor, *numbers)}, 3 * REPEATS)
    times = best["page"] / best["floor"]
    measured = f"{ms(best['page'])}, {times:.2f} times {ms(best['floor'])}"
    verdict.say(
        f"{name} of {STANDINGS_PAIRS} pairs", measured, f"{MOST_TIMES} times", kept=times <= MOST_TIMES
    )
    asked, size = len(statements), len(content)
    verdict.say("its queries", str(asked), str(MOST_QUERIES), kept=asked <= MOST_QUERIES)
    verdict.say("its bytes, compressed", f"{size:,}", f"{MOST_BYTES:,}", kept=size <= MOST_BYTES)


def bare(floor: Callable[..., object], *numbers: int) -> None:
    """A floor with a cursor of the database's own driver."""
    from django.db import connection

    connection.ensure_connection()
    assert connection.connection is not None
    cursor = connection.connection.cursor()
    floor(cursor, *numbers)
    cursor.close()


def a_running_event(pairs: int, closed: int) -> Any:
    """So many rounds are over, and the next one is on."""
    from big_event import BigEvent

    from tournaments import running

    big = BigEvent(pairs, rounds=closed + 1)
    big.play(closed)
    running.publish_round(big.by, big.draw())
    return big


def one_more_deal(verdict: Verdict, big: Any) -> None:
    """A deal is recorded: the places on the page are those counted from nothing."""
    from scoring import recording
    from scoring.models import Game
    from tests.scoring.support.played import a_deal
    from tournaments.play import event_record, event_results
    from tournaments.public import event_view

    before = event_view.load_event_view(big.fresh, games_of=()).placings
    game = Game.objects.filter(pairing__round__tournament=big.event, over=False).order_by("pk")[0]
    recording.record_deal(big.by, game, a_deal(2))
    event: Tournament = big.fresh
    shown = event_view.load_event_view(event, games_of=()).placings
    counted = event_results.compute_placings(event_record.load_event(event))
    took = best_of({"counted": lambda: event_results.compute_placings(event_record.load_event(event))}, 3)[
        "counted"
    ]
    alike = shown == counted and shown != before
    words = f"{'the same' if alike else 'others'}, counted in {ms(took)}"
    verdict.say("places after one more deal", words, "the same", kept=alike)


# Phones that look again and again.


def phones(verdict: Verdict) -> None:
    """Through the stack alone, and on the product's server, by what its processes have worked."""
    big = a_running_event(PHONES_PAIRS, 1)
    page = Phone(f"/events/{big.event.pk}/")
    tag = page.ask()[1]["ETag"]
    asked = {
        FLOOR: Phone(EMPTY),
        "nothing new": Phone(page.path, {"HTTP_IF_NONE_MATCH": tag}),
        "kept page": page,
    }
    expect(asked, [phone.ask()[0][:3] for phone in asked.values()])
    best = best_of({name: phone.ask for name, phone in asked.items()}, TURNS, TURN)
    tell_rates(verdict, "without a server", best, bounds={})
    tell_rates(verdict, "on the server", on_the_server(asked), bounds=LEAST_RATE)


def expect(asked: Mapping[str, Phone], statuses: Sequence[str]) -> None:
    if [*statuses] != ["200", "304", "200"]:
        raise AssertionError(f"{', '.join(asked)} answered {', '.join(statuses)}")


def tell_rates(verdict: Verdict, where: str, best: Mapping[str, float], bounds: Mapping[str, float]) -> None:
    floor = best[FLOOR]
    for name, took in best.items():
        rate, least = floor / took, bounds.get(name)
        measured = f"{1e6 * took:.0f} µs, {rate:.1%}"
        bound = f"{least:.0%}" if least else ""
        verdict.say(f"{name}, {where}", measured, bound, kept=rate >= (least or 0))


def on_the_server(asked: Mapping[str, Phone]) -> dict[str, float]:
    """The seconds of the server's processes for each answer; one connection, and so one of them.

    A machine is not as fast in one second as in the next: each turn is short and held against the floor of
    its own turn, and the middle of them all counts.
    """
    took: dict[str, list[float]] = {name: [] for name in asked}
    with serving() as (server, line):
        expect(asked, [str(answered(line, phone)) for phone in asked.values()])
        processes = processes_of(server.pid)
        for _turn in range(SERVER_TURNS):
            for name, phone in asked.items():
                before = worked(processes)
                for _time in range(SERVER_TURN):
                    answered(line, phone)
                took[name].append((worked(processes) - before) / SERVER_TURN)
    floors = took[FLOOR]
    middle = statistics.median(floors)
    return {
        name: middle * statistics.median(one / floor for one, floor in zip(times, floors, strict=True))
        for name, times in took.items()
    }


def processes_of(session: int) -> list[int]:
    """Those that a server has started, and itself."""
    all_there_are = [int(process.name) for process in Path("/proc").glob("[0-9]*")]
    return [process for process in all_there_are if session_of(process) == session]


def session_of(process: int) -> int | None:
    """None of one that has ended since the folder was listed."""
    try:
        return os.getsid(process)
    except ProcessLookupError:
        return None


def worked(processes: Iterable[int]) -> float:
    """The processor time of other processes; Linux has a clock of each, finer than what /proc says."""
    return sum(time.clock_gettime(~process << 3 | 2) for process in processes)


@contextmanager
def serving() -> Iterator[tuple[subprocess.Popen[bytes], HTTPConnection]]:
    """The product's server on a free port, and a connection to it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "config.serving.server", "127.0.0.1", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    try:
        yield server, connected(port)
    finally:
        server.terminate()
        server.wait(timeout=30)


def connected(port: int) -> HTTPConnection:
    """As soon as the server answers."""
    last = time.monotonic() + START_LIMIT
    while True:
        line = HTTPConnection("localhost", port, timeout=30)
        try:
            line.connect()
        except ConnectionRefusedError:
            if time.monotonic() > last:
                raise
            time.sleep(0.1)
        else:
            return line


def answered(line: HTTPConnection, phone: Phone) -> int:
    """The status of one answer."""
    headers = {
        name.removeprefix("HTTP_").replace("_", "-").title(): value
        for name, value in phone.environment().items()
        if name.startswith("HTTP_") and name != "HTTP_HOST"
    }
    line.request("GET", phone.path, headers=headers)
    response = line.getresponse()
    response.read()
    return response.status


# The board.


def board(verdict: Verdict) -> None:
    from django.conf import settings
    from django.test import Client

    big = a_running_event(2 * BOARD_TABLES, 1)
    deals_at_each_table(big)
    client = Client()
    client.force_login(big.by.user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    page = Phone(f"/rounds/{big.event.rounds.get(state='published').pk}/", {"HTTP_COOKIE": cookie})
    forget_pages()
    with noted() as statements:
        status, _headers, content = page.ask()
    if not status.startswith("200"):
        raise AssertionError(f"answered {status}")
    best = best_of({"page": page.ask, "floor": lambda: executed(statements)}, REPEATS)
    times = best["page"] / best["floor"]
    verdict.say(
        f"the page of {BOARD_TABLES} tables", f"{ms(best['page'])}, {times:.1f} times {ms(best['floor'])}"
    )
    asked = len(statements)
    verdict.say("its queries", str(asked), str(MOST_BOARD_QUERIES), kept=asked <= MOST_BOARD_QUERIES)
    verdict.say("its bytes, not compressed", f"{len(content):,}")


def deals_at_each_table(big: Any) -> None:
    from scoring import recording
    from scoring.models import Game
    from tests.scoring.support.played import a_deal

    for game in Game.objects.filter(pairing__round__tournament=big.event, over=False):
        recording.record_deal(big.by, game, a_deal(1))


PARTS: Final[dict[str, Callable[[Verdict], None]]] = {
    "draw": draw,
    "standings": standings,
    "phones": phones,
    "board": board,
}

if __name__ == "__main__":
    sys.exit(main())
