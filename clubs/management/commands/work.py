"""`manage.py work` runs jobs; `bin/run` starts it when there are some."""

from __future__ import annotations

import signal
import tempfile
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from clubs.jobs.files import work_folder
from clubs.jobs.worker import run_worker


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Does the long work that pages have asked for: printing a whole event, for one."
        )
        parser.add_argument(
            "--rest", type=float, help=_("End when there was nothing to do for so many seconds; else stay.")
        )

    def handle(self, *_args: Any, rest: float | None, **_options: Any) -> None:
        ending = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_arguments: ending.set())
        # The temporary files of a spreadsheet are as large as the job, and `/tmp` may be memory.
        before, tempfile.tempdir = tempfile.tempdir, str(work_folder())
        try:
            run_worker(ending, rest)
        finally:
            tempfile.tempdir = before
