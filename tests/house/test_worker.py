"""The process of the worker for jobs: it runs while there are jobs, and stops with the keeper."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from django.db import DatabaseError

from clubs.jobs import worker as job_worker
from config.serving import keeper, worker
from config.serving.keeper import StopRequest
from config.serving.worker import WorkerProcess

LIMIT = 60.0  # ends a hanging test, and measures nothing
STAYS = "import time; time.sleep(600)"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that were started in the worker's place; each runs until it is stopped."""
    processes: list[subprocess.Popen[bytes]] = []
    monkeypatch.setattr(worker, "start_worker", starting(processes, STAYS))
    return processes


def starting(processes: list[subprocess.Popen[bytes]], program: str) -> Callable[[], subprocess.Popen[bytes]]:
    def start() -> subprocess.Popen[bytes]:
        processes.append(subprocess.Popen([sys.executable, "-c", program]))
        return processes[-1]

    return start


def needs(monkeypatch: pytest.MonkeyPatch, answer: bool) -> None:
    monkeypatch.setattr(worker, "has_work", lambda: answer)


def test_nobody_is_started_while_there_is_nothing_to_do(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(monkeypatch, False)
    with WorkerProcess() as worker_process:
        worker_process.start_if_needed()
    assert started == []


def test_one_is_started_when_there_is_work_and_ends_with_the_keeper(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(monkeypatch, True)
    with WorkerProcess() as worker_process:
        worker_process.start_if_needed()
        worker_process.start_if_needed()
        (process,) = started
        assert process.poll() is None
    assert process.poll() is not None


def test_one_that_has_rested_is_followed_by_another_when_there_is_work_again(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(monkeypatch, True)
    monkeypatch.setattr(worker, "start_worker", starting(started, ""))
    with WorkerProcess() as worker_process:
        worker_process.start_if_needed()
        started[0].wait(LIMIT)
        worker_process.start_if_needed()
        assert len(started) == 2
        started[1].wait(LIMIT)


def test_one_that_cannot_live_is_not_started_again_and_again(
    started: list[subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    needs(monkeypatch, True)
    monkeypatch.setattr(worker, "start_worker", starting(started, "raise SystemExit(3)"))
    monkeypatch.setattr(worker, "RESTART_PAUSE", LIMIT)
    with WorkerProcess() as worker_process:
        worker_process.start_if_needed()
        started[0].wait(LIMIT)
        worker_process.start_if_needed()
        assert len(started) == 1
        assert "The worker stopped (exit code 3)." in capsys.readouterr().err
        worker_process.paused_until = time.monotonic()
        worker_process.start_if_needed()
        assert len(started) == 2
        started[1].wait(LIMIT)


def test_one_that_does_not_listen_is_ended_by_force(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); {STAYS}"
    needs(monkeypatch, True)
    monkeypatch.setattr(worker, "WORKER_STOP_TIMEOUT", 0.1)

    def start() -> subprocess.Popen[bytes]:
        process = subprocess.Popen([sys.executable, "-c", deaf], stdout=subprocess.PIPE)
        assert process.stdout is not None
        with process.stdout as output:
            output.readline()
        started.append(process)
        return process

    monkeypatch.setattr(worker, "start_worker", start)
    with WorkerProcess() as worker_process:
        worker_process.start_if_needed()
    assert started[0].poll() == -9


class StopsSoon(StopRequest):
    """A request that comes after the first check for jobs."""

    turns = 0

    def wait(self, _seconds: float) -> bool:
        self.turns += 1
        return self.turns > 2


class StopsAtOnce(StopRequest):
    def wait(self, _seconds: float) -> bool:
        return True


def test_a_keeper_that_is_stopped_at_once_still_copies_what_no_copy_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An earlier keeper may have been killed before its last backup."""
    calls: list[bool] = []

    def back_up(is_last: bool = False) -> None:
        calls.append(is_last)

    monkeypatch.setattr(keeper, "back_up_if_due", back_up)
    keeper.run_keeper(StopsAtOnce())
    assert calls == [True]


def test_the_last_copy_is_made_while_the_worker_ends_and_does_not_wait_for_it(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A keeper has only seconds to stop: the last backup comes before a job, which is started again later."""
    exit_codes: list[int] = []

    def back_up(is_last: bool = False) -> None:
        if is_last:
            exit_codes.append(started[0].wait(LIMIT))

    needs(monkeypatch, True)
    monkeypatch.setattr(keeper, "back_up_if_due", back_up)
    for tidying in ("remove_what_is_old", "clear_sessions"):
        monkeypatch.setattr(keeper, tidying, lambda: None)
    keeper.run_keeper(StopsSoon())
    assert exit_codes == [-signal.SIGTERM]


@pytest.mark.django_db  # it checks first whether the connection still works
def test_a_database_that_does_not_answer_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_now: object) -> bool:
        raise DatabaseError("busy")

    monkeypatch.setattr(job_worker, "has_due_jobs", refuse)
    assert not worker.has_work()
    assert "looking for work: busy" in capsys.readouterr().err
