"""What a spreadsheet of many rows costs beside its floor in the same run: python bench/files.py [--rows N]

The floor is openpyxl's own write-only mode with the same values, taken in turn in processes of their own; the
best of each counts. Then the large files of an event of so many lines, as its job makes them, and of a tenth.
What must be reached:

    time        at most 1.5 times the floor's processor time
    memory      at most 1.5 times the floor's peak; a tenth of the rows is written besides, to see whether it
                grows with them
    event       at most 1.2 times the peak of an event with a tenth of the lines
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
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import IO, Final

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from installation import prepare

from clubs.reports import xlsx
from clubs.reports.report import Column, ColumnKind
from clubs.reports.tables import ExportReport, LongTable, Values

MOST_TIMES: Final = 1.5
MOST_GROWTH: Final = 1.2
REPEATS: Final = 3
ROWS: Final = 100_000
COLUMNS: Final = (
    *(Column(title, ColumnKind.NUMBER) for title in ("Round", "Table", "Deal")),
    *(Column(title) for title in ("State", "Side", "Part", "Line")),
    *(Column(title, ColumnKind.NUMBER) for title in ("How many", "Points")),
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
        xlsx.write_xlsx(ExportReport(title="Event", long=(table,)), into)


def write_floor(rows: int, path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Deals")
    for values in lines(rows):
        sheet.append(values)
    book.save(path)


WRITERS: Final = {"floor": write_floor, "ours": write_ours}


# The large files of an event.

PAIRS: Final = 200


def hold_event(lines: int) -> None:
    """An event whose deals have so many lines."""
    from big_deals import event_of_lines

    event_of_lines(lines, PAIRS)


def write_event(folder: Path, file: str, form: str) -> None:
    """A file of the event there, as a worker writes it."""
    from clubs.models import Job
    from clubs.web.exports import FILE_FORMATS
    from tournaments.models import Tournament
    from tournaments.papers.job_kinds import write_file
    from tournaments.papers.large_exports import LARGE_FILES

    event = Tournament.objects.latest("pk")
    (large,) = (one for one in LARGE_FILES if one.code == file)
    with (folder / "made").open("wb") as into:
        write_file(large, FILE_FORMATS[form], Job(parameters={"event": event.pk}), Alone(into))


class Alone:
    """Work that nobody follows."""

    def __init__(self, into: IO[bytes]) -> None:
        self.output = into

    def set_total(self, total: int) -> None:
        """Nobody asks how much there is."""

    def advance(self) -> None:
        """Nobody asks how far it is."""


def told_of_event(lines: int) -> bool:
    """Says what the files of an event cost; whether their memory is nearly that of a tenth."""
    kept = True
    with tempfile.TemporaryDirectory(prefix="talon-bench-") as base:
        folders = {size: Path(base) / str(size) for size in (lines, lines // 10)}
        for size, folder in folders.items():
            folder.mkdir()
            run("--hold", str(folder), "--rows", str(size))
        for file in ("deals", "whole"):
            for form in ("xlsx", "csv"):
                (seconds, peak), (_few, small) = (
                    run("--event", str(folder), "--file", file, "--form", form) for folder in folders.values()
                )
                growth = peak / small
                kept = kept and growth <= MOST_GROWTH
                print(
                    f"  {file} as {form:<6}{seconds:8.2f} s{peak / 1024:10.1f} MB at its peak, "
                    f"{growth:.2f} times that of a tenth, bound {MOST_GROWTH}"
                )
    return kept


# Measuring.


def measured(name: str, rows: int) -> tuple[float, int]:
    """Processor time in seconds and the peak of memory in KiB, of a process that does nothing else."""
    return run("--alone", name, "--rows", str(rows))


def run(*arguments: str) -> tuple[float, int]:
    done = subprocess.run([sys.executable, __file__, *arguments], capture_output=True, text=True, check=True)
    seconds, peak = json.loads(done.stdout.splitlines()[-1])
    return seconds, peak


def timed(what: Callable[[], None]) -> None:
    begun = time.process_time()
    what()
    seconds = time.process_time() - begun
    print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))


def alone(name: str, rows: int) -> None:
    with tempfile.TemporaryDirectory(prefix="talon-bench-") as folder:
        timed(partial(WRITERS[name], rows, Path(folder) / "deals.xlsx"))


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--rows", type=int, default=ROWS)
    asked.add_argument("--alone", choices=list(WRITERS), help=argparse.SUPPRESS)
    for name in ("--hold", "--event"):
        asked.add_argument(name, type=Path, help=argparse.SUPPRESS)
    for name in ("--file", "--form"):
        asked.add_argument(name, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.alone:
        alone(given.alone, given.rows)
    elif given.hold:
        prepare(given.hold)
        timed(partial(hold_event, given.rows))
    elif given.event:
        prepare(given.event)
        timed(partial(write_event, given.event, given.file, given.form))
    else:
        return compared(given.rows)
    return 0


def compared(rows: int) -> int:
    best: dict[str, tuple[float, int]] = {}
    for _repeat in range(REPEATS):
        for name in WRITERS:
            seconds, peak = measured(name, rows)
            before = best.get(name, (seconds, peak))
            best[name] = min(before[0], seconds), min(before[1], peak)
    _tenth, small = measured("ours", rows // 10)
    kept = told(best, small)
    kept = told_of_event(rows) and kept
    print("The bounds are kept." if kept else "A bound is missed.")
    return 0 if kept else 1


def told(best: dict[str, tuple[float, int]], small: int) -> bool:
    times = best["ours"][0] / best["floor"][0]
    memory = best["ours"][1] / best["floor"][1]
    for name, (seconds, peak) in best.items():
        print(f"  {name:<8}{seconds:8.2f} s{peak / 1024:10.1f} MB at its peak")
    print(f"  a tenth of the rows {small / 1024:.1f} MB")
    print(
        f"  time {times:.2f} times, memory {memory:.2f} times, bound {MOST_TIMES} times of each", flush=True
    )
    return max(times, memory) <= MOST_TIMES


if __name__ == "__main__":
    os.chdir(ROOT)
    raise SystemExit(main())
