"""Keeps what pages over years count from: facts and results of events, and who stands where in series.

The worker does it once results are shown, and again after whatever changes an event. All of it can be thrown
away and made again, and compared with the same counted again from the events.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from django.db.models import Sum
from django.utils.translation import gettext as _

from clubs.books.writing import Author
from clubs.jobs.errands import Errand
from clubs.models import Book
from scoring.recording.recheck import FurtherCheck, FurtherDifference
from tournaments.history.keeping import FACTS, kept_facts
from tournaments.leagues.winners import counted_winners
from tournaments.models import KeptUpTo
from tournaments.running import keeping
from tournaments.series import kept as kept_series
from tournaments.series.results import RESULTS, kept_results

_KINDS: Final = (FACTS, RESULTS)
# Between two looks, in seconds: pages are right without it too.
_BETWEEN_LOOKS: Final = 5.0
_MARK: Final = 1


def keep_history(goes_on: Callable[[], bool] = lambda: True) -> int:
    """Keep what is not kept in its present state, while it goes on; return of how many events and series."""
    state = _state_now()
    kept = sum([keeping.keep_values(kind, goes_on) for kind in _KINDS]) + kept_series.keep_tables(goes_on)
    if goes_on():
        KeptUpTo.objects.update_or_create(pk=_MARK, defaults={"state": state})
    return kept


def forget_history() -> None:
    """Throw away all that is kept, and what this process has read of it."""
    forget_memory()
    KeptUpTo.objects.all().delete()
    for kind in _KINDS:
        keeping.forget_values(kind)
    kept_series.forget_tables()


def forget_memory() -> None:
    """Forget what this process has in memory, as if it had just begun: for tests and measurements."""
    kept_facts.clear()
    kept_results.clear()
    counted_winners.clear()
    kept_series.counted_tables.clear()


def _state_now() -> str:
    """Return what changes with each event that ends or changes afterwards, each series and each club.

    It is empty where there is nothing to keep.
    """
    played = (*keeping.state_of_finished_events(), *kept_series.state_of_series())
    if not any(played):
        return ""
    clubs = Book.objects.filter(kind=Book.Kind.CLUB).aggregate(revisions=Sum("revision"))["revisions"]
    return "-".join(map(str, (*played, clubs or 0)))


# Comparing.


def differences() -> Iterator[FurtherDifference]:
    """Yield where what is kept differs from the same counted again: a table follows from the results."""
    for kind in _KINDS:
        yield from keeping.differences_in_values(kind)
    yield from kept_series.differences_in_tables()


def repair(_by: Author) -> Iterator[str]:
    if any(differences()):
        forget_history()
        keep_history()
        yield _("What is kept for the history of clubs has been counted again.")


CHECK: Final = FurtherCheck(differences, repair)


# The errand.


class _Looks:
    """When this process has looked last."""

    last = -_BETWEEN_LOOKS


def _is_due(_now: datetime) -> bool:
    if time.monotonic() - _Looks.last < _BETWEEN_LOOKS:
        return False
    _Looks.last = time.monotonic()
    state = _state_now()
    return bool(state) and not KeptUpTo.objects.filter(pk=_MARK, state=state).exists()


def _run(stopping: threading.Event) -> None:
    keep_history(lambda: not stopping.is_set())


ERRAND: Final = Errand("history", _is_due, _run)
