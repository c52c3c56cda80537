"""What recording a deal costs, beside one bare save of the same run: python bench/recording.py [--deals N]

The bare save is one row written in one transaction, `with atomic(): row.save()`, on the same SQLite file with
the product's own settings: it waits for the disk just as a deal does. A deal is recorded as a table records
it: started before, read, checked, scored, stored with hands, totals and log. The two are taken in turn and
the medians compared. What must be reached:

    record_deal    12 times the bare save
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from uuid import uuid4

from installation import prepare

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from clubs.books.writing import JsonValue
    from tests.scoring.support.played import Evening

MOST = 12
WARM_UP = 20
# A game of its own for so many deals, as deals of real games are few.
DEALS_A_GAME = 10


def main() -> int:
    asked = argparse.ArgumentParser(description="What recording a deal costs, beside one bare save.")
    asked.add_argument("--deals", type=int, default=400, help="how many are recorded (%(default)s)")
    deals: int = asked.parse_args().deals
    with tempfile.TemporaryDirectory(prefix="talon-bench-") as folder:
        prepare(Path(folder))
        bare, recorded = measured(deals)
    return report(bare, recorded)


def measured(deals: int) -> tuple[list[float], list[float]]:
    """Seconds of each bare save and of each recorded deal; half of the deals by melds, half as tallies."""
    from django.db import transaction

    from clubs.models import Club
    from scoring import recording
    from scoring.store.game_queries import games_with_sides

    row, bare, recorded = Club.objects.create(name="Bare"), [], []

    def save() -> None:
        with transaction.atomic():
            row.save()

    for evening, number, body in evenings(WARM_UP + deals):
        recording.start_deal(evening.scorer, evening.game, number, uuid4())
        game, device = games_with_sides().get(pk=evening.game.pk), evening.device(0)
        written = recording.WrittenDeal(number=number, body=body, key=uuid4())
        bare.append(seconds(save))
        recorded.append(seconds(lambda: recording.record_deal(device, game, written)))  # noqa: B023 - called here
    return bare[WARM_UP:], recorded[WARM_UP:]


def evenings(deals: int) -> Iterator[tuple[Evening, int, dict[str, JsonValue]]]:
    """So many deals as players play them, a few in each game."""
    from scoring import rulesets
    from scoring.core import simulate
    from scoring.core.sheet_io import sheet_as_data
    from scoring.store import sheets
    from tests.scoring.support.played import an_evening

    samba, dice = rulesets.find("samba"), Random(20_261_121)
    assert samba is not None
    for at in range(deals):
        number = at % DEALS_A_GAME + 1
        if number == 1:
            evening = an_evening(carried=[-100_000, -100_000])  # so that it is not over meanwhile
        sheet = simulate.play_deal(samba, dice).sheet
        data = json.loads(json.dumps(sheet_as_data(sheet if at % 2 else simulate.tally_sheet(sheet))))
        yield evening, number, sheets.deal_data(data)


def seconds(deed: Callable[[], object]) -> float:
    started = time.perf_counter()
    deed()
    return time.perf_counter() - started


def report(bare: list[float], recorded: list[float]) -> int:
    times = statistics.median(recorded) / statistics.median(bare)
    for name, measured in (("one bare save", bare), ("record_deal", recorded)):
        middle, slow = statistics.median(measured), statistics.quantiles(measured, n=20)[-1]
        print(f"{name:15} median {1000 * middle:6.2f} ms, 19 of 20 below {1000 * slow:6.2f} ms")
    print(f"{len(recorded)} deals: {times:.1f} times the bare save, at most {MOST}")
    return 0 if times <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
