"""Long work that is begun and left by its worker while somebody looks at it.

The functions below `told` run in the installation, with the server's own key and database.
"""

from __future__ import annotations

from pathlib import Path

from django.utils import timezone

from clubs.models import Job
from tests.browser.beside import inside
from tests.browser.jobs import AHEAD, at_work
from tests.browser.live_game import keeper
from tournaments.models import Tournament


def told(data: Path, call: str) -> str:
    """What a call of a function of this module says in the installation that keeps its data there."""
    return inside(data, f"from tests.browser import live_jobs; print(live_jobs.{call})")


def being_printed(event: int) -> int:
    return at_work(keeper(), Tournament.objects.select_related("book").get(pk=event)).pk


def died(pk: int) -> str:
    """The worker of a job has died an hour ago."""
    Job.objects.filter(pk=pk).update(heartbeat_at=timezone.now() - AHEAD)
    return "done"
