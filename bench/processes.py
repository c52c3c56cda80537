"""What a server takes of the machine: of all processes of its session, as Linux counts."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Used:
    """Seconds on the clock, and seconds of processors: of the server, of us who ask, of the whole machine."""

    clock: float
    server: float
    asking: float
    machine: float

    def since(self, before: Used) -> Used:
        return Used(
            self.clock - before.clock,
            self.server - before.server,
            self.asking - before.asking,
            self.machine - before.machine,
        )

    def __str__(self) -> str:
        others = self.machine - self.server - self.asking
        server, asking, rest = (part / self.clock for part in (self.server, self.asking, others))
        return f"{server:.2f} the server, {asking:.2f} asking, {rest:.2f} everything else"


def used(session: int) -> Used:
    """Return what was used until now, as Linux counts it."""
    tick = os.sysconf("SC_CLK_TCK")
    ticks = [
        int(each) for each in Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:9]
    ]
    server = sum(int(stat[11]) + int(stat[12]) for _process, stat in _processes(session))
    own = os.times()
    return Used(time.monotonic(), server / tick, own.user + own.system, (sum(ticks) - sum(ticks[3:5])) / tick)


def memory_of(session: int) -> float:
    """Return the megabytes of all processes; what they share counts once."""
    return sum(_shares(session)) / 1024


def _shares(session: int) -> Iterator[int]:
    for process, _stat in _processes(session):
        try:
            rollup = (process / "smaps_rollup").read_text(encoding="ascii")
        except (FileNotFoundError, ProcessLookupError):
            continue  # ended since it was listed
        yield next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))


def _processes(session: int) -> Iterator[tuple[Path, list[str]]]:
    """Yield the folder of each process, and its `stat` from the state on."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            stat = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue  # ended since the folder was listed
        if int(stat[3]) == session:
            yield process, stat
