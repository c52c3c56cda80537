"""What a spreadsheet of many rows costs beside its floor in the same run: python bench/files.py [--rows N]

The floor is openpyxl's own write-only mode with the same values, taken in turn in processes of their own; the
best of each counts. What must be reached:

    time        at most 1.5 times the floor's processor time
    memory      at most 1.5 times the floor's peak; a tenth of the rows is written besides, to see whether it
                grows with them
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from clubs.reports import xlsx  # noqa: E402
from clubs.reports.report import Column, Kind  # noqa: E402
from clubs.reports.tables import LongTable, Tables, Values  # noqa: E402

MOST_TIMES: Final = 1.5
REPEATS: Final = 3
ROWS: Final = 100_000
COLUMNS: Final = (
    *(Column(title, Kind.NUMBER) for title in ("Round", "Table", "Deal")),
    *(Column(title) for title in ("State", "Side", "Part", "Line")),
    *(Column(title, Kind.NUMBER) for title in ("How many", "Points")),
    Column("Paragraph"),
)
# A few rows in a hundred have what needs a cell of its own.
SELDOM: Final = 50
DAY: Final = date(2026, 11, 22)


def lines(rows: int) -> Iterator[Values]:
    """Lines of deals, as the file of an event has them."""
    for at in range(rows):
        name = "=1+1" if at % SELDOM == 0 else f"Anna Berg – Bo Ek {at % 400}"
        points = Decimal(at % 1000).scaleb(-2) if at % SELDOM == 1 else at % 1500
        rule = DAY if at % SELDOM == 2 else "§ 15 b"
        yield (
            at // 2000,
            at % 40,
            at % 20,
            "confirmed",
            name,
            "Base points",
            "Mixed canastas",
            at % 7,
            points,
            rule,
        )


def write_ours(rows: int, path: Path) -> None:
    table = LongTable(columns=COLUMNS, lines=lambda: lines(rows), caption="Deals")
    with path.open("wb") as into:
        xlsx.write(Tables(title="Event", long=(table,)), into)


def write_floor(rows: int, path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Deals")
    for values in lines(rows):
        sheet.append(values)
    book.save(path)


WRITERS: Final = {"floor": write_floor, "ours": write_ours}


def measured(name: str, rows: int) -> tuple[float, int]:
    """Processor time in seconds and the peak of memory in KiB, of a process that does nothing else."""
    asked = [sys.executable, __file__, "--alone", name, "--rows", str(rows)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    seconds, peak = json.loads(done.stdout)
    return seconds, peak


def alone(name: str, rows: int) -> None:
    with tempfile.TemporaryDirectory(prefix="talon-bench-") as folder:
        begun = time.process_time()
        WRITERS[name](rows, Path(folder) / "deals.xlsx")
        seconds = time.process_time() - begun
    print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--rows", type=int, default=ROWS)
    asked.add_argument("--alone", choices=list(WRITERS), help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.alone:
        alone(given.alone, given.rows)
        return 0
    best: dict[str, tuple[float, int]] = {}
    for _repeat in range(REPEATS):
        for name in WRITERS:
            seconds, peak = measured(name, given.rows)
            before = best.get(name, (seconds, peak))
            best[name] = min(before[0], seconds), min(before[1], peak)
    _tenth, small = measured("ours", given.rows // 10)
    return told(best, small)


def told(best: dict[str, tuple[float, int]], small: int) -> int:
    times = best["ours"][0] / best["floor"][0]
    memory = best["ours"][1] / best["floor"][1]
    for name, (seconds, peak) in best.items():
        print(f"  {name:<8}{seconds:8.2f} s{peak / 1024:10.1f} MB at its peak")
    print(f"  a tenth of the rows {small / 1024:.1f} MB")
    print(f"  time {times:.2f} times, memory {memory:.2f} times, bound {MOST_TIMES} times of each")
    missed = max(times, memory) > MOST_TIMES
    print("A bound is missed." if missed else "The bounds are kept.")
    return 1 if missed else 0


if __name__ == "__main__":
    os.chdir(ROOT)
    raise SystemExit(main())
