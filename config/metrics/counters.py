"""What the processes of the server count.

Each process writes its counts into a file of its own, from which whichever process is asked adds them up. The
file of a process that has died stays: what it has answered was answered.
"""

import os
from http import HTTPMethod
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from config.metrics.folder import VARIABLE

_OWN: Final = CollectorRegistry()
_METHODS: Final = frozenset(HTTPMethod)
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

_requests = Counter("talon_requests", "Requests answered.", ["method", "status"], registry=_OWN)
_seconds = Histogram(
    "talon_request_seconds",
    "Time in which requests were answered.",
    ["method"],
    buckets=_SECONDS,
    registry=_OWN,
)
_recordings = Counter("talon_recordings", "Acts recorded, by their code in the log.", ["act"], registry=_OWN)
_conflicts = Counter(
    "talon_conflicts",
    "Acts refused because somebody else was faster, or because their key belongs to another act.",
    ["kind"],
    registry=_OWN,
)


def count_request(method: str | None, status: int, seconds: float) -> None:
    """Count an answer; a method that a client has made up gets no number of its own."""
    name = method if method in _METHODS else "other"
    _requests.labels(name, str(status)).inc()
    _seconds.labels(name).observe(seconds)


def count_recording(act: str) -> None:
    _recordings.labels(act).inc()


def count_conflict(kind: str) -> None:
    _conflicts.labels(kind).inc()


def counts_of_all_processes() -> Collector:
    """Return the counts of all processes of the server; of this one alone where it has no folder for them."""
    return MultiProcessCollector(None) if VARIABLE in os.environ else _OWN
