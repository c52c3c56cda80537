"""`manage.py work` does the long work that pages ask for; `bin/run` starts it when there is some."""

from __future__ import annotations

import signal
import tempfile
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubs.jobs.folder import folder
from clubs.jobs.worker import work


class Command(BaseCommand):
    help = "Does the long work that pages have asked for: printing a whole event, for one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rest", type=float, help="End when there was nothing to do for so many seconds; else stay."
        )

    def handle(self, *_args: Any, rest: float | None, **_options: Any) -> None:
        ending = threading.Event()
        for asked in (signal.SIGTERM, signal.SIGINT):
            signal.signal(asked, lambda *_told: ending.set())
        # What a spreadsheet puts aside is as large as the work: `/tmp` may be memory, and nobody clears it.
        before, tempfile.tempdir = tempfile.tempdir, str(folder())
        try:
            work(ending, rest)
        finally:
            tempfile.tempdir = before
