"""What ten years of a federation cost: python bench/federation.py [--postgres] [--keep FOLDER] [--plans]

The federation of `manage.py simulate_federation`: 30 clubs, 3 000 evenings, 300 000 deals, 310 series and a
ranking. What must be reached, alone on the machine:

    the federation is made                          20 minutes
    the log, the scores and the draws of a sample   nothing is found
    all series, the ranking, all ratings counted    60 seconds together, from nothing
    all that pages over years count from is kept    60 seconds, by one worker
    the pages of a player, a club, a series         300 ms of this process's work, 60 000 bytes compressed
    the same as the first page of a new process     300 ms too, without the ratings

A page is asked for as somebody does whom no kept page answers. A new process has loaded the program and sent
one other page. `--plans` prints how the database finds what the pages read, and marks what goes through a
whole table.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from installation import database, page_getter, prepare

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

if TYPE_CHECKING:
    from years import Cost

    from clubs.models import Club

SAMPLE: Final = 25
MOST_MADE, MOST_KEPT, MOST_COUNTED, MOST_PAGE, MOST_BYTES = 1200.0, 60.0, 60.0, 0.3, 60_000
# Ratings go on from what the process has counted before.
COUNTED_AT_FIRST: Final = ("rating",)
SHOWN_SQL: Final = 180
# As the server has it (`config.serving.server`).
GC_THRESHOLD: Final = 20_000


def main() -> int:
    from years import folder_of

    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--postgres", action="store_true", help="in a PostgreSQL database of its own")
    asked.add_argument("--events", type=int, default=3000)
    asked.add_argument("--keep", type=Path, help="a folder for the database; what is there is measured again")
    asked.add_argument("--plans", action="store_true", help="print the plans of the statements of each page")
    given = asked.parse_args()
    with database(given.postgres) as url, folder_of(given.keep) as folder:
        prepare(folder, url=url)
        return measured(given.events, plans=given.plans)


def measured(events: int, *, plans: bool) -> int:
    from django.conf import settings
    from django.core.management import call_command

    from clubs.models import Club
    from scoring.models import Deal
    from tournaments.models import Tournament

    call_command("collectstatic", interactive=False, verbosity=0)
    settings.KEPT_PAGES_DIR = None  # each page is rendered anew
    missed = [] if Tournament.objects.exists() else list(made(events))
    print(f"{Tournament.objects.count():,} events, {Deal.objects.count():,} deals", flush=True)
    federation = Club.objects.get(federation=None)
    missed += [*kept(), *first_pages(federation)]
    missed += [*sound(), *counted(federation), *pages(federation, plans=plans)]
    print(f"{len(missed)} bounds missed: {', '.join(missed)}" if missed else "All bounds are kept.")
    return 1 if missed else 0


def made(events: int) -> Iterator[str]:
    from clubs import accounts
    from clubs.models import User
    from tournaments.simulating.federation import FederationPlan, FederationYears

    accounts.create_keeper("keeper@example.org", "Keeper", "eleven red canastas")
    keeper = User.objects.get(is_keeper=True)
    start = time.perf_counter()
    played = FederationYears(keeper, FederationPlan(events=events)).play()
    took = time.perf_counter() - start
    print(f"made in {took:.0f} s: {played.events:,} events, {played.deals:,} deals", flush=True)
    if took > MOST_MADE:
        yield "made"


def kept() -> Iterator[str]:
    """Keep what pages over years count from, as the worker does; yield whether it takes too long."""
    from django.db import connection

    from tournaments.history.errand import keep_history

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    start = time.perf_counter()
    number = keep_history()
    took = time.perf_counter() - start
    print(f"{number:,} values kept in {took:.1f} s", flush=True)
    if took > MOST_KEPT:
        yield "kept"


def first_pages(federation: Club) -> Iterator[str]:
    """Measure each page as the first one of a process; yield which miss a bound."""
    from django.db import connections
    from years import heading, tell

    from tournaments.history.errand import forget_memory

    forget_memory()
    shown_by_a_stranger("/privacy/")
    gc.collect()
    gc.freeze()
    print("As the first page of a process:")
    heading()
    for what, address in addresses(federation, federation.clubs.order_by("pk")[0]).items():
        connections.close_all()
        cost = in_a_new_process(address)
        tell(what, cost)
        is_slow = cost.seconds > MOST_PAGE and not any(one in what for one in COUNTED_AT_FIRST)
        if is_slow or cost.size > MOST_BYTES:
            yield f"{what}, first"
    gc.unfreeze()


def in_a_new_process(address: str) -> Cost:
    """Return what a page costs a process that has just begun; its size is compressed."""
    from years import Cost

    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        gc.set_threshold(GC_THRESHOLD)
        cost = first_cost(address)
        os.write(writing, json.dumps(cost).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        found = Cost(*json.loads(answer.read()))
    os.waitpid(child, 0)
    return found


def first_cost(address: str) -> Cost:
    from django.db import connection
    from years import cost_of

    connection.ensure_connection()
    content: list[bytes] = []

    def show() -> bytes:
        content.append(shown_by_a_stranger(address))
        return content[-1]

    cost = cost_of(show, times=1, is_warm=False)
    return cost._replace(size=len(gzip.compress(content[-1], 3)))


def shown_by_a_stranger(address: str) -> bytes:
    from django.test import Client

    answer = Client(headers={"Host": "localhost"}).get(address)
    if answer.status_code != 200:
        raise AssertionError(f"{address} answered {answer.status_code}")
    return answer.content


def sound() -> Iterator[str]:
    """Prove a sample of the evenings; yield what is found in them."""
    from clubs.books.verification import verify_log
    from scoring.models import Game
    from scoring.recording.recheck import differences_in
    from tournaments.models import Tournament
    from tournaments.play.audit import check_event_draws

    events = list(Tournament.objects.select_related("book").order_by("pk"))
    sample = random.Random(20_261_129).sample(events, min(SAMPLE, len(events)))
    for event in sample:
        # Rows that are kept were sealed with the key of the run that made them.
        if any(not one.is_unsealed for one in verify_log(event.book_id).broken):
            yield f"log of event {event.pk}"
        if any(differences_in(game) for game in Game.objects.filter(book=event.book_id)):
            yield f"scores of event {event.pk}"
        if any(check.faults or not check.repeats for check in check_event_draws(event)):
            yield f"draws of event {event.pk}"
    print(f"log, scores and draws of {len(sample)} events looked through", flush=True)


def counted(federation: Club) -> Iterator[str]:
    """Count all series, the ranking and all ratings from nothing; yield whether it takes too long."""
    from django.utils import timezone

    from tournaments.models import Ranking, Series
    from tournaments.rankings import counting as of_rankings
    from tournaments.ratings import counting as of_ratings
    from tournaments.series import counting as of_series

    of_ratings.forget()
    counts: dict[str, Callable[[], object]] = {
        "series": lambda: [of_series.count(one) for one in Series.objects.select_related("club")],
        "rankings": lambda: [
            of_rankings.count_ranking(one, timezone.localdate())
            for one in Ranking.objects.select_related("club")
        ],
        "ratings": lambda: of_ratings.ratings_of(federation.pk),
    }
    took = {name: _seconds(count) for name, count in counts.items()}
    print(", ".join(f"{name} {seconds:.1f} s" for name, seconds in took.items()), flush=True)
    if sum(took.values()) > MOST_COUNTED:
        yield "counted"


def _seconds(count: Callable[[], object]) -> float:
    start = time.perf_counter()
    count()
    return time.perf_counter() - start


def pages(federation: Club, *, plans: bool) -> Iterator[str]:
    """Measure the pages; yield which miss a bound."""
    from years import cost_of, director, heading, tell

    club = federation.clubs.order_by("pk")[0]
    show, at_desk = page_getter(director(club)), page_getter(director(federation))
    heading()
    asked = {what: (show, address) for what, address in addresses(federation, club).items()}
    asked |= {what: (at_desk, address) for what, address in desk_addresses(federation).items()}
    for what, (get, address) in asked.items():
        make: Callable[[], bytes] = partial(get, address)
        cost = cost_of(make)
        size = len(gzip.compress(make(), 3))
        tell(what, cost._replace(size=size))
        if cost.seconds > MOST_PAGE or size > MOST_BYTES:
            yield what
        if plans:
            tell_plans(make)


def desk_addresses(federation: Club) -> dict[str, str]:
    """Return the pages of those who work for the federation, about its last year."""
    from django.db.models import Max
    from django.urls import reverse

    from tournaments.models import Tournament

    year = Tournament.objects.aggregate(last=Max("date"))["last"].year
    days = f"?since={year}-01-01&until={year}-12-31"
    club = federation.clubs.order_by("pk")[0]
    return {
        "year, report": reverse("tournaments:federation_year", args=[federation.pk, year]),
        "year, statements": reverse("tournaments:club_statements", args=[federation.pk]) + days,
        "year, a statement": reverse("tournaments:club_statement", args=[federation.pk, club.pk]) + days,
        "calendar of dates": reverse("tournaments:club_dates", args=[federation.pk]),
    }


def addresses(federation: Club, club: Club) -> dict[str, str]:
    """Return the pages, of the club, of the busiest of its players, and of the federation."""
    from django.db.models import Count
    from django.urls import reverse

    from clubs.models import Player
    from tournaments.models import Ranking, Series

    players = Player.objects.filter(home_club=club, rating_consent_at__isnull=False)
    one, other = players.annotate(events=Count("places")).order_by("-events", "pk")[:2]
    series = {owner: Series.objects.filter(club=owner).latest("since").pk for owner in (club, federation)}
    ranking = Ranking.objects.filter(club=federation)[0].pk

    def at(name: str, *args: Any) -> str:
        return reverse(name, args=args)

    return {
        "player": at("tournaments:player_results", one.pk),
        "player, rating": at("tournaments:player_rating", one.pk),
        "player, met": at("tournaments:player_met", one.pk),
        "head to head": at("tournaments:head_to_head", one.pk, other.pk),
        "club": at("clubs:club", club.pk),
        "club, records": at("tournaments:club_records", club.pk),
        "club, champions": at("tournaments:champions", club.pk),
        "club, year": at("tournaments:club_year", club.pk),
        "club, ratings": at("tournaments:club_ratings", club.pk),
        "series of the club": at("tournaments:series", series[club]),
        "federation": at("clubs:club", federation.pk),
        "federation, records": at("tournaments:club_records", federation.pk),
        "federation, champions": at("tournaments:champions", federation.pk),
        "federation, year": at("tournaments:club_year", federation.pk),
        "federation, ratings": at("tournaments:club_ratings", federation.pk),
        "federation, series": at("tournaments:series", series[federation]),
        "federation, ranking": at("tournaments:ranking", ranking),
    }


def tell_plans(make: Callable[[], bytes]) -> None:
    """Print the statements of a page with what they took, and how the database finds their rows."""
    from django.db import connection

    asked: list[tuple[float, str, Any]] = []

    def noted(execute: Any, sql: str, params: Any, *more: Any) -> Any:
        start = time.perf_counter()
        try:
            return execute(sql, params, *more)
        finally:
            asked.append((time.perf_counter() - start, sql, params))

    with connection.execute_wrapper(noted):
        make()
    explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        for seconds, sql, params in asked:
            print(f"    {1000 * seconds:6.1f} ms {sql[sql.find(' FROM ') + 1 :][:SHOWN_SQL]}")
            if not sql.startswith(("SELECT", "WITH")):
                continue
            cursor.execute(f"{explain} {sql}", params)
            for row in cursor.fetchall():
                step = str(row[-1])
                mark = "ALL" if "Seq Scan" in step or step.startswith("SCAN ") else "   "
                print(f"          {mark} {step}")


if __name__ == "__main__":
    sys.exit(main())
