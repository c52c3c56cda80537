"""What the desk of a big event costs: python bench/desk.py [--postgres] [--pairs N ...] [--only PAGE]

An event of so many pairs, six rounds closed, the seventh published and a deal written at each of its tables.
Each page is asked for in a process of its own that has shown the same page of a small event before, so that
what the process grows by is the page's. What must be reached with 1 000 pairs:

    publish     the round of 500 tables, each with a code of its own, within 1 s
    round       within 300 ms, and 20 MB of memory at the peak
    each page   60 000 bytes compressed
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

from installation import database, page_getter, prepare

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

if TYPE_CHECKING:
    from clubs.models import User
    from tournaments.models import Tournament

PAIRS: Final = (20, 200, 300, 1000)
SMALL: Final = 4
ROUNDS: Final = 6
REPEATS: Final = 7
MOST_PUBLISH, MOST_ROUND, MOST_MEMORY, MOST_BYTES = 1.0, 0.3, 20e6, 60_000
# Of how many pairs the bounds are.
BOUND_PAIRS: Final = 1000


class Cost(NamedTuple):
    """Of a page: seconds, those of this process's own work, bytes of memory at the peak, bytes as they are
    and compressed, statements."""

    seconds: float
    work: float
    memory: int
    plain: int
    packed: int
    statements: int


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--postgres", action="store_true", help="in a PostgreSQL database of its own")
    asked.add_argument("--pairs", type=int, nargs="+", default=list(PAIRS), help="of each event")
    asked.add_argument("--only", help="one page, by its name")
    asked.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    asked.add_argument("--event", type=int, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.step:
        print(json.dumps(STEPS[given.step](given)))
        return 0
    missed = [words for pairs in given.pairs for words in measured(given, pairs)]
    print(f"{len(missed)} bounds missed: {', '.join(missed)}" if missed else "All bounds are kept.")
    return 1 if missed else 0


def measured(given: argparse.Namespace, pairs: int) -> list[str]:
    """Measure an event of so many pairs, and return which bounds it misses."""
    with tempfile.TemporaryDirectory(prefix="talon-desk-") as folder, database(given.postgres) as url:
        place = {"TALON_DATA_DIR": folder, "TALON_DATABASE_URL": url}
        made = child("make", given, place, "--pairs", str(pairs))
        pages = child("pages", given, place, "--event", str(made["event"]))
    print(f"{pairs} pairs: drawn in {ms(made['draw'])}, published in {ms(made['publish'])}")
    missed = [] if pairs > BOUND_PAIRS or made["publish"] <= MOST_PUBLISH else [f"publish {pairs}"]
    print(f"  {'':16}{'best':>9}{'work':>9}{'memory':>10}{'bytes':>11}{'packed':>9}{'statements':>12}")
    for name, values in pages.items():
        cost = Cost(*values)
        times = f"{ms(cost.seconds):>9}{ms(cost.work):>9}{cost.memory / 1e6:>7.1f} MB"
        print(f"  {name:16}{times}{cost.plain:>11,}{cost.packed:>9,}{cost.statements:>12}", flush=True)
        missed += [f"{name} {pairs}, {bound}" for bound in misses(name, cost) if pairs <= BOUND_PAIRS]
    return missed


def misses(name: str, cost: Cost) -> Iterator[str]:
    if cost.packed > MOST_BYTES:
        yield "bytes"
    if name == "round" and cost.seconds > MOST_ROUND:
        yield "time"
    if name == "round" and cost.memory > MOST_MEMORY:
        yield "memory"


def ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def child(step: str, given: argparse.Namespace, place: Mapping[str, str], *more: str) -> Any:
    """What a step has returned in a process of its own."""
    only = ["--only", given.only] if given.only else []
    command = [sys.executable, __file__, "--step", step, *more, *only]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **place}, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def installed() -> None:
    prepare(Path(os.environ["TALON_DATA_DIR"]), url=os.environ["TALON_DATABASE_URL"])


# The event.


def make(given: argparse.Namespace) -> dict[str, float]:
    """The small event and the big one; how long the last round of it took to draw and to publish."""
    installed()
    from django.core.management import call_command

    call_command("collectstatic", interactive=False, verbosity=0)
    (pairs,) = given.pairs
    running_event(SMALL, 1)
    return running_event(pairs, ROUNDS)


def running_event(pairs: int, closed: int) -> dict[str, float]:
    """Rounds are closed, and one is on: a deal is written at each table."""
    from big_event import BigEvent
    from django.db import transaction

    from scoring import recording
    from scoring.models import Game
    from tests.scoring.support.played import a_deal
    from tournaments import running

    with transaction.atomic():
        big = BigEvent(pairs)
        big.play(closed)
    labels = [str(number) for number in range(1, pairs // 2 + 1)]
    recording.create_tables(big.by, big.club, labels, uuid4())
    draw, drawn = timed(big.draw)
    publish, _round = timed(partial(running.publish_round, big.by, drawn))
    with transaction.atomic():
        for game in Game.objects.filter(pairing__round__tournament=big.event, over=False):
            recording.record_deal(big.by, game, a_deal(1))
    return {"event": big.event.pk, "draw": draw, "publish": publish}


def timed(work: Callable[[], Any], clock: Callable[[], float] = time.perf_counter) -> tuple[float, Any]:
    start = clock()
    made = work()
    return clock() - start, made


# The pages.


def pages(given: argparse.Namespace) -> dict[str, Cost]:
    """Each page in a process of its own, forked from one that has shown the pages of the small event."""
    installed()
    from django.db import connections

    from tournaments.models import Tournament

    event = Tournament.objects.get(pk=given.event)
    small = Tournament.objects.exclude(pk=event.pk).get()
    addressed, warming = addresses(event), addresses(small)
    chosen = [given.only] if given.only else list(addressed)
    for name in chosen:
        page_getter(director_of(small))(warming[name])
    show = page_getter(director_of(event))
    connections.close_all()  # a connection is not for two processes
    return {name: forked(partial(cost_of, partial(show, addressed[name]))) for name in chosen}


def director_of(event: Tournament) -> User:
    from clubs.models import User

    return User.objects.get(roles__book__club=event.club_id)


def addresses(event: Any) -> dict[str, str]:
    """The pages of the desk that list tables or entries, by name."""
    from django.urls import reverse

    last = event.rounds.order_by("-number").first()
    pairing = last.pairings.order_by("table").first()
    desk = {
        name: reverse(f"tournaments:{name}", args=[event.pk])
        for name in ("desk", "entries", "standings", "papers", "adjust", "lots")
    }
    return desk | {
        "round": reverse("tournaments:round", args=[last.pk]),
        "judge": reverse("tournaments:judge", args=[pairing.pk]),
        "substitute": reverse("tournaments:substitute", args=[pairing.pk]),
    }


def forked(work: Callable[[], Cost]) -> Cost:
    """What it returns in a process that begins as this one is now."""
    fork = get_context("fork")
    here, there = fork.Pipe(duplex=False)
    process = fork.Process(target=lambda: there.send(work()))
    process.start()
    there.close()
    cost: Cost = here.recv()
    process.join()
    return cost


def cost_of(show: Callable[[], bytes]) -> Cost:
    from django.db import connection

    before = begin_peak()
    content = show()
    memory = peak() - before
    statements: list[str] = []

    def noted(execute: Any, sql: str, *more: Any) -> Any:
        statements.append(sql)
        return execute(sql, *more)

    with connection.execute_wrapper(noted):
        show()
    best = min(timed(show)[0] for _time in range(REPEATS))
    work = min(timed(show, time.process_time)[0] for _time in range(REPEATS))
    return Cost(best, work, memory, len(content), len(zlib.compress(content, 6)), len(statements))


def begin_peak() -> int:
    """Let Linux count the peak of this process anew, and return what it has now."""
    Path("/proc/self/clear_refs").write_text("5")
    return peak()


def peak() -> int:
    """The most memory that the process has had, in bytes."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line)
    return 1024 * int(line.split()[1])


STEPS: Final[dict[str, Callable[[argparse.Namespace], object]]] = {"make": make, "pages": pages}

if __name__ == "__main__":
    sys.exit(main())
