"""Errands beside the jobs: each once at a time, and none keeps another one back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
from django.utils import timezone

from clubs.jobs import errands
from clubs.jobs.errands import Errand, ErrandRunner, has_due_errands, register_errands

LIMIT = 30  # seconds; ends a hanging test, and measures nothing


@pytest.fixture(autouse=True)
def own_errands(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only those of the test, and the runner looks often."""
    kept = dict(errands.errands)
    errands.errands.clear()
    monkeypatch.setattr(errands, "_POLL_SECONDS", 0.01)
    monkeypatch.setattr(errands, "_PAUSE_AFTER_FAILURE", 0.02)
    yield
    errands.errands.clear()
    errands.errands.update(kept)


def always(_now: datetime) -> bool:
    return True


def never(_now: datetime) -> bool:
    return False


def register(
    name: str, run: Callable[[threading.Event], None], is_due: Callable[[datetime], bool] = always
) -> None:
    register_errands([Errand(name, is_due, run)])


def test_one_that_hangs_keeps_no_other_back_and_runs_once_at_a_time() -> None:
    running, done = [], threading.Semaphore(0)

    def hang(ending: threading.Event) -> None:
        running.append("hangs")
        ending.wait(LIMIT)

    register("hangs", hang)
    register("works", lambda _ending: done.release())
    with ErrandRunner():
        for _time in range(3):
            assert done.acquire(timeout=LIMIT)
    assert running == ["hangs"]


def test_one_that_fails_is_run_again_and_the_others_go_on() -> None:
    failed, done = threading.Semaphore(0), threading.Semaphore(0)

    def fail(_ending: threading.Event) -> None:
        failed.release()
        raise RuntimeError("no")

    register("fails", fail)
    register("works", lambda _ending: done.release())
    with ErrandRunner():
        for _time in range(2):
            assert failed.acquire(timeout=LIMIT)
            assert done.acquire(timeout=LIMIT)


def test_what_is_not_due_is_not_run_and_wants_no_worker() -> None:
    register("rests", lambda _ending: pytest.fail("it was run"), never)
    assert not has_due_errands(timezone.now())
    with ErrandRunner() as runner:
        assert not runner.stopping.wait(0.1)
        assert runner.threads == {}
    register("works", lambda _ending: None)
    assert has_due_errands(timezone.now())


def test_the_end_waits_for_what_is_being_done() -> None:
    begun, ended = threading.Event(), threading.Event()

    def work(ending: threading.Event) -> None:
        begun.set()
        ending.wait(LIMIT)
        ended.set()

    register("works", work)
    with ErrandRunner():
        assert begun.wait(LIMIT)
    assert ended.is_set()
