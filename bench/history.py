"""What ten years of a federation cost the pages of history: python bench/history.py [--keep FOLDER]

30 clubs, 3 000 events of five tables, four rounds and five deals a game: 60 000 games, 300 000 deals. Rows
are written at once, without versions and logs, which no such page reads. Each page is rendered anew. What
must be reached, in seconds of this process's own work and in bytes as they are sent:

    a page                          300 ms and 60 000 bytes, also when it is the first of its process

With --plans the plans of the slowest queries are shown (SQLite).
"""

from __future__ import annotations

import argparse
import gzip
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from installation import prepare

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from years import BEGIN, Cost, Decade, cost_of, folder_of, heading, saved, tell

if TYPE_CHECKING:
    from clubs.models import Club

EVENTS: Final = 3000
CLUBS: Final = 30
TABLES, ROUNDS, DEALS = 5, 4, 5
EVENINGS_A_YEAR: Final = 10
MOST_SECONDS, MOST_BYTES = 0.3, 60_000
SLOWEST: Final = 3
FIRST_TIMES: Final = 3


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--events", type=int, default=EVENTS)
    asked.add_argument("--keep", type=Path, help="a folder for the database; what is there is measured again")
    asked.add_argument("--plans", action="store_true", help="show the plans of the slowest queries")
    given = asked.parse_args()
    with folder_of(given.keep) as folder:
        prepare(folder)
        return measured(given.events, plans=given.plans)


def measured(events: int, *, plans: bool) -> int:
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    from scoring.models import Game
    from tournaments.history.errand import keep_history

    call_command("collectstatic", interactive=False, verbosity=0)
    settings.KEPT_PAGES_DIR = None  # each page is rendered anew
    if not Game.objects.exists():
        start = time.perf_counter()
        FederationDecade(CLUBS, ROUNDS, TABLES, DEALS).build(events)
        keep_history()
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        print(f"built in {time.perf_counter() - start:.0f} s")
    missed = list(pages())
    if plans:
        show_plans()
    print(f"{len(missed)} bounds missed: {', '.join(missed)}" if missed else "All bounds are kept.")
    return 1 if missed else 0


class FederationDecade(Decade):
    """The events of ten years of a federation: of each club ten a year, two of them with their own name."""

    def make_clubs(self) -> list[Club]:
        from tests.builders import a_club

        federation = a_club("Canasta Federation")
        return [a_club(f"Canasta {number}", federation=federation) for number in range(self.number_of_clubs)]

    def build(self, events: int) -> None:
        from django.db import transaction

        members = [self.players[at :: len(self.clubs)] for at in range(len(self.clubs))]
        for number in range(events):
            at = number % len(self.clubs)
            with transaction.atomic():
                self.evening(self.clubs[at], members[at], number // len(self.clubs))

    def evening(self, club: Club, members: Sequence[Any], nth: int) -> None:
        """Store the nth event of a club with its final standings."""
        from tournaments.models import Standing, Tournament

        begin = BEGIN + timedelta(days=36 * nth)
        names = {4: f"Christmas Cup {begin.year}", 9: f"Championship {begin.year}"}
        last, entries = self.play(
            club,
            begin,
            members,
            name=names.get(nth % EVENINGS_A_YEAR, "Club evening"),
            ruleset="royal" if nth % EVENINGS_A_YEAR == 4 else "samba",
            state=Tournament.State.OFFICIAL,
        )
        self.dice.shuffle(entries)
        saved((self.standing(last, entry, place) for place, entry in enumerate(entries, 1)), Standing)

    def standing(self, last: Any, entry: Any, place: int) -> Any:
        from tournaments.models import Standing

        figures = {
            "points": 40 - place,
            "own": self.dice.randrange(8000, 40_000, 5),
            "difference": 500 - place,
        }
        counts = {"played": self.rounds, "wins": 2, "draws": 0, "losses": 2}
        return Standing(round=last, entry=entry, place=place, **figures, **counts)


# The pages.


def pages() -> Iterator[str]:
    """Measure each page; yield which misses a bound."""
    heading()
    for what, address, is_first in addresses():
        show = shown_by(address)
        if is_first:
            first = min(cost_of(anew(show), times=1, is_warm=False) for _time in range(FIRST_TIMES))
            yield from judged(f"{what}, first", first, show)
        yield from judged(what, cost_of(show), show)
        if is_first:
            yield from judged(f"{what}, 304", cost_of(unchanged(address)), show)


def anew(show: Callable[[], bytes]) -> Callable[[], bytes]:
    """Return what renders a page in a process that has read no event."""

    def get() -> bytes:
        forget()
        return show()

    return get


def unchanged(address: str) -> Callable[[], bytes]:
    """Return what asks for a page that the browser has."""
    from django.test import Client

    client = Client(headers={"Host": "localhost"})
    tag = client.get(address)["ETag"]

    def get() -> bytes:
        answer = client.get(address, headers={"If-None-Match": tag})
        if answer.status_code != 304:
            raise AssertionError(f"{address} answered {answer.status_code}")
        return answer.content

    return get


def judged(what: str, cost: Cost, show: Callable[[], bytes]) -> Iterator[str]:
    cost = cost._replace(size=len(gzip.compress(show(), 6)))
    tell(what, cost)
    if cost.seconds > MOST_SECONDS or cost.size > MOST_BYTES:
        yield what


def forget() -> None:
    """Forget what this process has in memory of events, as if it had just begun."""
    from tournaments.history.errand import forget_memory

    forget_memory()


def shown_by(address: str) -> Callable[[], bytes]:
    """Return what renders a page anew: no kept page is sent."""
    from django.test import Client

    client = Client(headers={"Host": "localhost"})

    def get() -> bytes:
        answer = client.get(address)
        if answer.status_code != 200:
            raise AssertionError(f"{address} answered {answer.status_code}")
        return b"".join(answer) if answer.streaming else answer.content

    return get


def addresses() -> Iterator[tuple[str, str, bool]]:
    """Yield the pages: what it is, its address, and whether its first rendering is measured too."""
    from django.db.models import Count
    from django.urls import reverse

    from clubs.models import Club, Player

    federation = Club.objects.get(federation=None)
    club = federation.clubs.order_by("pk")[0]
    named = Player.objects.filter(may_publish=True, home_club=club)
    players = list(named.annotate(many=Count("seats")).order_by("-many", "pk")[:2])
    for what, one in (("club", club), ("federation", federation)):
        for name in ("champions", "club_records", "club_year"):
            yield f"{what}: {name}", reverse(f"tournaments:{name}", args=[one.pk]), True
        year = reverse("tournaments:champions_of_year", args=[one.pk, 2020])
        yield f"{what}: champions 2020", year, False
        yield f"{what}: records 2020s", reverse("tournaments:club_records_of", args=[one.pk, "2020s"]), False
        yield f"{what}: page", reverse("clubs:club", args=[one.pk]), False
    first, second = (player.pk for player in players)
    yield "player", reverse("tournaments:player_results", args=[first]), True
    yield "player: met", reverse("tournaments:player_met", args=[first]), False
    yield "player: against", reverse("tournaments:head_to_head", args=[first, second]), False


def show_plans() -> None:
    """Show how the database answers the slowest queries of each page."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for what, address, is_first in addresses():
        if is_first:
            forget()
        with CaptureQueriesContext(connection) as asked:
            shown_by(address)()
        print(f"\n{what}: {len(asked)} statements")
        slowest = sorted(asked, key=lambda one: -float(one["time"]))[:SLOWEST]
        for query in slowest:
            print(f"  {query['time']} s  {query['sql'][:160]}")
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
                print("\n".join(f"      {row[-1]}" for row in cursor.fetchall()))


if __name__ == "__main__":
    sys.exit(main())
