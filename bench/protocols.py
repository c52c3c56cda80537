"""What 500 protocols in one PDF cost beside their floor in one run: python bench/protocols.py [--count N]

The floor is the library's bare canvas on which the same words and lines stand at the same places, told to it
one by one, without the codes, without an outline and with nothing to lay out. Each runs in processes of its
own, in turn; the best of each counts. What must be reached:

    time        at most twice the floor's processor time
    memory      at most 80 MB at its peak; a tenth of the protocols is bound besides, to see how it grows
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from clubs.reports.layouts import Ledger
from clubs.reports.pdf import booklet
from clubs.reports.pdf.booklet import Booklet, Chapter, Section
from clubs.reports.report import Column, ColumnKind, Fact, Report, ReportTable, Row, RowKind, SignatureLine

MOST_TIMES: Final = 2.0
MOST_MEMORY: Final = 80.0  # MB
REPEATS: Final = 3
PROTOCOLS: Final = 500
TABLES: Final = 20
DEALS: Final = 8
LINES: Final = ("Mixed canastas", "Sambas", "Red threes", "Going out")
NAMES: Final = ("Anna Berg", "Bo Ek", "Cecilia Öhman", "Dan Åkerlund", "Elsa Näs", "Øyvind Dahl")
STROKES: Final = (((30, 40), (120, 90), (300, 150), (420, 60)), ((500, 60), (520, 130)))
STEP: Final = re.compile(r"(\S+) (\S+) [ml]")


# The protocols.


def protocols(count: int) -> Booklet:
    """As many as there are, in rounds of twenty tables; no two say the same."""
    rounds = range(0, count, TABLES)
    return Booklet(
        title="Protocols",
        sections=(
            Section(f"Round {at + 1}", chapters(range(first, min(first + TABLES, count))))
            for at, first in enumerate(rounds)
        ),
    )


def chapters(numbers: range) -> Iterator[Chapter]:
    for number in numbers:
        yield Chapter(f"Table {number % TABLES + 1}", protocol(Random(number), number))


def protocol(rng: Random, number: int) -> Report:
    """A game of eight deals, signed on the screen."""
    players = rng.sample(NAMES, 4)
    return Report(
        title="Score sheet",
        subtitle="Samba",
        facts=(
            Fact("Club", "Canasta Nord"),
            Fact("Event", "The cup of the archipelago"),
            Fact("Round", str(number // TABLES + 1)),
            Fact("Table", str(number % TABLES + 1)),
            Fact("Started", f"22.11.2026 18:{number % 60:02}"),
            Fact("Ended", f"22.11.2026 20:{number % 60:02}"),
            Fact("Played to", "10,000"),
            Fact("Rules, edition", "Samba 2023"),
            Fact("Scorekeeper", players[0]),
            Fact("First dealer", players[1]),
            Fact("A", f"{players[0]} – {players[1]} (CN)"),
            Fact("B", f"{players[2]} – {players[3]} (CN)"),
        ),
        tables=(
            ReportTable(
                columns=(
                    Column(""),
                    Column(players[0], ColumnKind.NUMBER, short="A"),
                    Column(players[2], ColumnKind.NUMBER, short="B"),
                ),
                rows=tuple(rows(rng, players)),
                layout=Ledger(carried="Carried forward"),
            ),
        ),
        notes=(
            "The game is over.",
            f"Signed on 22 November 2026 at 20:{number % 60:02}.",
            "Approval: on paper",
        ),
        signatures=tuple(SignatureLine(f"{name} has signed.\n22 November 2026", STROKES) for name in players),
        address=f"http://192.168.1.20:8000/games/{1000 + number}/",
    )


def rows(rng: Random, players: list[str]) -> Iterator[Row]:
    after = [0, 0]
    for deal in range(1, DEALS + 1):
        yield Row((f"Deal {deal}", f"dealer {players[deal % 4]}, A went out", None), RowKind.HEADING)
        yield Row(("Opening requirement", 50, 90))
        for line in LINES:
            yield Row((line, rng.randrange(0, 1500, 100), rng.randrange(0, 1500, 100)))
        yield Row(("Base points", rng.randrange(3000), rng.randrange(3000)), RowKind.TOTAL)
        yield Row(("Melded cards", rng.randrange(1000), rng.randrange(1000)))
        yield Row(("Cards in hand", -rng.randrange(300), -rng.randrange(300)))
        yield Row(("Card points", rng.randrange(1000), -rng.randrange(1000)), RowKind.TOTAL)
        had = [rng.randrange(3000), rng.randrange(3000)]
        after = [sum(pair) for pair in zip(after, had, strict=True)]
        yield Row(("Deal total", *had))
        yield Row(("Running total", *after), RowKind.RUNNING_TOTAL)
    yield Row(("Result", *after), RowKind.TOTAL)


# What stands on the pages, noted down.


class NotingText(PDFTextObject):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Many words at once, noted one by one."""

    def setFont(self, name: str, size: float, leading: float | None = None) -> None:  # noqa: N802
        super().setFont(name, size, leading)
        self._canvas.note("font", name, size)

    def textOut(self, text: str) -> None:  # noqa: N802
        self._canvas.note("left", *self._canvas.absolutePosition(*self.getCursor()), text)


class Noting(Canvas):  # type: ignore[misc]  # ReportLab says nothing of its types
    """Notes what is drawn on it, at its place on the page; each page becomes a line of a file."""

    noted: list[list[Any]]
    into: Any

    def showPage(self) -> None:  # noqa: N802 - ReportLab's name
        super().showPage()
        Noting.into.write(json.dumps(Noting.noted) + "\n")
        Noting.noted = []

    def note(self, what: str, *said: object) -> None:
        Noting.noted.append([what, *said])

    def setFont(self, name: str, size: float, leading: float | None = None) -> None:  # noqa: N802
        super().setFont(name, size, leading)
        self.note("font", name, size)

    def setLineWidth(self, width: float) -> None:  # noqa: N802
        super().setLineWidth(width)
        self.note("pen", width)

    def beginText(self, x: float = 0, y: float = 0, direction: str | None = None) -> NotingText:  # noqa: N802
        return NotingText(self, x, y, direction)

    def drawString(self, x: float, y: float, text: str) -> None:  # noqa: N802
        self.note("left", *self.absolutePosition(x, y), text)

    def drawRightString(self, x: float, y: float, text: str) -> None:  # noqa: N802
        self.note("right", *self.absolutePosition(x, y), text)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self.note("line", *self.absolutePosition(x1, y1), *self.absolutePosition(x2, y2))

    def drawPath(self, path: Any, **_how: object) -> None:  # noqa: N802
        points = [(float(x), float(y)) for x, y in STEP.findall(path.getCode())]
        self.note("path", [self.absolutePosition(*point) for point in points])


def note_pages(count: int, path: Path) -> None:
    with path.open("w", encoding="utf-8") as into, Path(os.devnull).open("wb") as nowhere:
        Noting.noted, Noting.into = [], into
        with patch.object(booklet, "CompressingCanvas", Noting):
            booklet.write_booklet(protocols(count), nowhere)


def draw(canvas: Any, noted: list[list[Any]]) -> None:
    for what, *said in noted:
        if what == "font":
            canvas.setFont(*said)
        elif what == "pen":
            canvas.setLineWidth(*said)
        elif what == "left":
            canvas.drawString(*said)
        elif what == "right":
            canvas.drawRightString(*said)
        elif what == "line":
            canvas.line(*said)
        else:
            draw_path(canvas, *said)
    canvas.showPage()


def draw_path(canvas: Any, points: list[tuple[float, float]]) -> None:
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    canvas.drawPath(path)


# The two that are compared.


def bind_ours(count: int, folder: Path, _noted: Path) -> float:
    with (folder / "ours.pdf").open("wb") as into:
        begun = time.process_time()
        booklet.write_booklet(protocols(count), into)
        return time.process_time() - begun


def draw_floor(_count: int, folder: Path, noted: Path) -> float:
    """Reading what is to be drawn is not counted."""
    spent = 0.0
    canvas = Canvas(str(folder / "floor.pdf"), pagesize=A4, invariant=1)
    with noted.open(encoding="utf-8") as pages:
        for page in pages:
            told = json.loads(page)
            begun = time.process_time()
            draw(canvas, told)
            spent += time.process_time() - begun
    begun = time.process_time()
    canvas.save()
    return spent + time.process_time() - begun


WORKERS: Final = {"floor": draw_floor, "ours": bind_ours}


def measured(name: str, count: int, noted: Path) -> tuple[float, float]:
    """Processor time in seconds and the peak of memory in MB, of a process that does nothing else."""
    asked = [sys.executable, __file__, "--alone", name, "--count", str(count), "--noted", str(noted)]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    seconds, peak = json.loads(done.stdout)
    return seconds, peak


def alone(name: str, count: int, noted: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="talon-bench-") as folder:
        seconds = WORKERS[name](count, Path(folder), noted)
    print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--count", type=int, default=PROTOCOLS)
    asked.add_argument("--alone", choices=[*WORKERS, "note"], help=argparse.SUPPRESS)
    asked.add_argument("--noted", type=Path, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.alone == "note":
        note_pages(given.count, given.noted)
    elif given.alone:
        alone(given.alone, given.count, given.noted)
    else:
        return compared(given.count)
    return 0


def compared(count: int) -> int:
    best: dict[str, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory(prefix="talon-bench-") as folder:
        noted = Path(folder) / "pages"
        note = [sys.executable, __file__, "--alone", "note", "--count", str(count), "--noted", str(noted)]
        subprocess.run(note, check=True)
        for _repeat in range(REPEATS):
            for name in WORKERS:
                seconds, peak = measured(name, count, noted)
                before = best.get(name, (seconds, peak))
                best[name] = min(before[0], seconds), min(before[1], peak)
        _tenth, small = measured("ours", count // 10, noted)
    return told(best, small)


def told(best: dict[str, tuple[float, float]], small: float) -> int:
    times, memory = best["ours"][0] / best["floor"][0], best["ours"][1]
    for name, (seconds, peak) in best.items():
        print(f"  {name:<8}{seconds:8.2f} s{peak:10.1f} MB at its peak")
    print(f"  a tenth of the protocols {small:.1f} MB")
    print(f"  time {times:.2f} times, bound {MOST_TIMES}; memory {memory:.1f} MB, bound {MOST_MEMORY} MB")
    missed = times > MOST_TIMES or memory > MOST_MEMORY
    print("A bound is missed." if missed else "The bounds are kept.")
    return 1 if missed else 0


if __name__ == "__main__":
    os.chdir(ROOT)
    raise SystemExit(main())
