"""The worker of long work beside the server: there while there is something to do, ended with the keeper."""

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
from config.serving.keeper import Stopping
from config.serving.worker import Worker

LIMIT = 60.0  # it ends what hangs, and measures nothing
STAYS = "import time; time.sleep(600)"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that were started in its place; each stays until it is ended."""
    found: list[subprocess.Popen[bytes]] = []
    monkeypatch.setattr(worker, "start", starting(found, STAYS))
    return found


def starting(found: list[subprocess.Popen[bytes]], program: str) -> Callable[[], subprocess.Popen[bytes]]:
    def start() -> subprocess.Popen[bytes]:
        found.append(subprocess.Popen([sys.executable, "-c", program]))
        return found[-1]

    return start


def needs(monkeypatch: pytest.MonkeyPatch, answer: bool) -> None:
    monkeypatch.setattr(worker, "is_needed", lambda: answer)


def test_nobody_is_started_while_there_is_nothing_to_do(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(monkeypatch, False)
    with Worker() as one:
        one.look()
    assert started == []


def test_one_is_started_when_there_is_work_and_ends_with_the_keeper(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(monkeypatch, True)
    with Worker() as one:
        one.look()
        one.look()
        (process,) = started
        assert process.poll() is None
    assert process.poll() is not None


def test_one_that_has_rested_is_followed_by_another_when_there_is_work_again(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(monkeypatch, True)
    monkeypatch.setattr(worker, "start", starting(started, ""))
    with Worker() as one:
        one.look()
        started[0].wait(LIMIT)
        one.look()
        assert len(started) == 2
        started[1].wait(LIMIT)


def test_one_that_cannot_live_is_not_started_again_and_again(
    started: list[subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    needs(monkeypatch, True)
    monkeypatch.setattr(worker, "start", starting(started, "raise SystemExit(3)"))
    monkeypatch.setattr(worker, "PAUSE", LIMIT)
    with Worker() as one:
        one.look()
        started[0].wait(LIMIT)
        one.look()
        assert len(started) == 1
        assert "The worker stopped (exit code 3)." in capsys.readouterr().err
        one.paused_until = time.monotonic()
        one.look()
        assert len(started) == 2
        started[1].wait(LIMIT)


def test_one_that_does_not_listen_is_ended_by_force(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); {STAYS}"
    needs(monkeypatch, True)
    monkeypatch.setattr(worker, "END_LIMIT", 0.1)

    def start() -> subprocess.Popen[bytes]:
        process = subprocess.Popen([sys.executable, "-c", deaf], stdout=subprocess.PIPE)
        assert process.stdout is not None
        with process.stdout as said:
            said.readline()
        started.append(process)
        return process

    monkeypatch.setattr(worker, "start", start)
    with Worker() as one:
        one.look()
    assert started[0].poll() == -9


class StopsSoon(Stopping):
    """Somebody asks it to stop after its first look for work."""

    turns = 0

    def within(self, _seconds: float) -> bool:
        self.turns += 1
        return self.turns > 2


class StopsAtOnce(Stopping):
    def within(self, _seconds: float) -> bool:
        return True


def test_a_keeper_that_is_stopped_at_once_still_copies_what_no_copy_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It may stand in the place of one that was killed with something uncopied."""
    looks: list[bool] = []

    def look(for_the_last_time: bool = False) -> None:
        looks.append(for_the_last_time)

    monkeypatch.setattr(keeper, "look", look)
    keeper.keep(StopsAtOnce())
    assert looks == [True]


def test_the_last_copy_is_made_while_the_worker_ends_and_does_not_wait_for_it(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A keeper has seconds to end in: what the evening wrote last goes before a job that is begun again."""
    at_the_last_copy: list[int] = []

    def look(for_the_last_time: bool = False) -> None:
        if for_the_last_time:
            at_the_last_copy.append(started[0].wait(LIMIT))

    needs(monkeypatch, True)
    monkeypatch.setattr(keeper, "look", look)
    keeper.keep(StopsSoon())
    assert at_the_last_copy == [-signal.SIGTERM]


@pytest.mark.django_db  # it looks first whether the connection still holds
def test_a_database_that_does_not_answer_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(_now: object) -> bool:
        raise DatabaseError("busy")

    monkeypatch.setattr(job_worker, "is_needed", refuse)
    assert not worker.is_needed()
    assert "looking for work: busy" in capsys.readouterr().err
