"""What ten years of a federation cost: python bench/federation.py [--postgres] [--keep FOLDER] [--plans]

The federation of `manage.py simulate_federation`: 30 clubs, 3 000 evenings, 300 000 deals, 310 series and a
ranking. What must be reached, alone on the machine:

    the federation is made                          20 minutes
    the log, the scores and the draws of a sample   nothing is found
    all series, the ranking, all ratings counted    60 seconds together, from nothing
    the pages of a player, a club, a series         300 ms of this process's work, 60 000 bytes compressed

A page is asked for as somebody does whom no kept page answers. `--plans` prints how the database finds what
the pages read, and marks what goes through a whole table.
"""

from __future__ import annotations

import argparse
import gzip
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
    from clubs.models import Club

SAMPLE: Final = 25
MOST_MADE, MOST_COUNTED, MOST_PAGE, MOST_BYTES = 1200.0, 60.0, 0.3, 60_000


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
    from django.core.management import call_command

    from clubs.models import Club
    from scoring.models import Deal
    from tournaments.models import Tournament

    call_command("collectstatic", interactive=False, verbosity=0)
    missed = [] if Tournament.objects.exists() else list(made(events))
    print(f"{Tournament.objects.count():,} events, {Deal.objects.count():,} deals", flush=True)
    federation = Club.objects.get(federation=None)
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
    show = page_getter(director(club))
    heading()
    for what, address in addresses(federation, club).items():
        # A parameter that changes nothing: what was kept is no answer to it.
        make: Callable[[], bytes] = partial(show, f"{address}?page=1")
        cost = cost_of(make)
        tell(what, cost)
        if cost.seconds > MOST_PAGE or len(gzip.compress(make(), 3)) > MOST_BYTES:
            yield what
        if plans:
            tell_plans(make)


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
    """Print how the database finds what a page reads, a line for each step of each statement."""
    from django.db import connection

    asked: list[tuple[str, Any]] = []

    def noted(execute: Any, sql: str, params: Any, *more: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, *more)

    with connection.execute_wrapper(noted):
        make()
    explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        for sql, params in asked:
            if not sql.startswith(("SELECT", "WITH")):
                continue
            cursor.execute(f"{explain} {sql}", params)
            for row in cursor.fetchall():
                mark = "  ALL" if str(row[-1]).startswith(("SCAN ", "Seq Scan")) else "     "
                print(f"    {mark} {row[-1]}")


if __name__ == "__main__":
    sys.exit(main())
