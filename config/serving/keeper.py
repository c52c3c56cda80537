"""Makes backups, starts the worker for jobs and ends times for complaints while the server runs.

`python -m config.serving.keeper` starts it.

It runs inside the environment, with the settings of the server. With one query each, it checks every second
whether jobs wait, and every few seconds what was written since the last backup. It keeps no state, so that
it can be killed and restarted. Each machine has one; of several, one makes a backup that is due, and another
one if that dies. Before it stops it makes a backup of what has none.
"""

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from itertools import count
from types import FrameType

from config.serving.children import stop_when_orphaned
from config.serving.complaints import complain
from config.serving.worker import WorkerProcess
from config.terminal import gettext as _

_START_DELAY = 3.0  # seconds, which leave the processors to the starting server
_POLL_SECONDS = 1.0  # between two checks for jobs
_POLLS_PER_BACKUP_CHECK = 3
_POLLS_PER_RESULTS_CHECK = 60
_POLLS_PER_TIDYING = 3600
_WAIT_STEP = 0.25
_NICENESS = 10  # everything else has priority
_URGENT_ACTS = frozenset({"round.published"})  # backed up at once: people sit at tables by it


class StopRequest:
    """Whether the keeper has been asked to stop; a backup that is being made is finished."""

    is_requested = False

    def receive(self, _number: int, _frame: FrameType | None) -> None:
        """Handle a signal."""
        self.is_requested = True

    def wait(self, seconds: float) -> bool:
        """Wait for the time or a request; return whether a stop is requested."""
        until = time.monotonic() + seconds
        while not self.is_requested and time.monotonic() < until:
            time.sleep(_WAIT_STEP)
        return self.is_requested


def run_keeper(stop_request: StopRequest) -> None:
    stops = stop_request.wait(_START_DELAY)
    from config.serving import keys
    from config.serving.loading import set_up_django

    keys.provide_log_key(os.environ)
    set_up_django()
    if stops:  # an earlier keeper may have been killed before its last backup
        back_up_if_due(is_last=True)
        return
    back_up_if_due()
    with WorkerProcess() as worker:
        for turn in count(1):
            if stop_request.wait(_POLL_SECONDS):
                break
            worker.start_if_needed()
            if turn % _POLLS_PER_BACKUP_CHECK == 0:
                back_up_if_due()
            if turn % _POLLS_PER_RESULTS_CHECK == 0:
                declare_due_results()
            if turn % _POLLS_PER_TIDYING == 1:
                remove_what_is_old()
                clear_sessions()
        worker.request_stop()  # it stops during the backup, since there is not much time
        back_up_if_due(is_last=True)


def clear_sessions() -> None:
    """Remove the sessions whose time is over; what fails now is done in an hour."""
    from django.db import Error, close_old_connections
    from django.utils import timezone

    from clubs.accounts.sessions import remove_ended_sessions

    with suppress(Error):
        close_old_connections()
        remove_ended_sessions(timezone.now())


def back_up_if_due(is_last: bool = False) -> None:
    """Make a backup if one is due; a failure is stored for the pages, and printed once."""
    from django.db import Error, close_old_connections
    from django.utils import timezone

    from clubs.backups import state
    from clubs.backups.create import BackupError, create_due_backup

    now = timezone.now()

    def is_due() -> bool:
        has_changes = is_last and state.changes_since(state.last_backup()).since is not None
        return has_changes or state.is_due(now, _URGENT_ACTS)

    try:
        close_old_connections()
        before = state.last_failure()
        if (
            is_due()
        ):  # the last one waits for the keeper of another machine: its backup may lack the last acts
            create_due_backup(now, is_due, wait=is_last)
    except BackupError as reason:
        if before is None or (before.code, before.detail) != (reason.code, reason.detail):
            print(reason, file=sys.stderr, flush=True)
    except Error as refusal:  # the next check is in a few seconds
        complain(_("The keeper of the backups"), refusal)


def remove_what_is_old() -> None:
    """Remove old backups, origins, sign-ups and phones; write the list of erasures beside the backups."""
    from datetime import timedelta

    from django.conf import settings
    from django.db import Error, close_old_connections
    from django.utils import timezone

    from clubs.backups.create import BackupError, prune_backups
    from clubs.books.words import forget_origins_before
    from clubs.books.writing import Author
    from clubs.people import erasures
    from tournaments.notices.old import remove_old_notices
    from tournaments.signup import remove_old_signups

    now = timezone.now()
    try:
        close_old_connections()
        prune_backups(now)
        erasures.write_list()
        forget_origins_before(now - timedelta(days=settings.ORIGIN_DAYS))
        remove_old_signups(Author(user=None, origin="console"), timezone.localdate(now))
        remove_old_notices(timezone.localdate(now))
    except (BackupError, OSError, Error) as refusal:  # the next check is in an hour
        complain(_("The keeper of the backups"), refusal)


def declare_due_results() -> None:
    """Declare results official whose time for complaints is over, where that was agreed on."""
    from django.core.exceptions import ValidationError
    from django.db import Error, close_old_connections
    from django.utils import timezone

    from clubs.books.writing import Author
    from scoring.recording import NotNow
    from tournaments.running import declare_official_when_due, events_due

    try:
        close_old_connections()
        for event in events_due(timezone.now()):
            declare_official_when_due(Author(user=None, origin="console"), event)
    except (Error, NotNow, ValidationError) as refusal:  # the next check is in a minute
        complain(_("The keeper of the results"), refusal)


def _main() -> None:
    stop_request = StopRequest()
    signal.signal(signal.SIGTERM, stop_request.receive)
    signal.signal(signal.SIGINT, stop_request.receive)
    if sys.platform != "win32":
        os.nice(_NICENESS)
        threading.Thread(target=stop_when_orphaned, args=[os.getppid()], daemon=True).start()
    run_keeper(stop_request)


if __name__ == "__main__":
    _main()
