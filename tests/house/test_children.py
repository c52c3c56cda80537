"""The processes that `bin/run` keeps: which of them may end, and what becomes of the others."""

import os
import sys

import pytest

from config.serving import children

LIMIT = 60  # it ends what hangs, and measures nothing
ENDS = [sys.executable, "-c", "raise SystemExit(3)"]


def test_one_that_others_need_ends_all() -> None:
    with children.started({"server": ENDS}, os.environ) as kept:
        kept[0].process.wait(LIMIT)
        with pytest.raises(children.Ended, match=r"The server stopped by itself \(exit code 3\)"):
            children.check(kept)


def test_one_that_may_end_is_started_again_after_a_rest(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with children.started({"keeper": ENDS}, os.environ, {"keeper"}) as kept:
        first = kept[0].process
        first.wait(LIMIT)
        monkeypatch.setattr(children, "REST", float("inf"))
        children.check(kept)
        children.check(kept)
        assert kept[0].process is first
        monkeypatch.setattr(children, "REST", 0.0)
        children.check(kept)
        assert kept[0].process is not first
        kept[0].process.wait(LIMIT)
        children.check(kept)
    assert capfd.readouterr().err.count("keeper stopped (exit code 3) and is started again") == 2


def test_all_are_ended_together() -> None:
    sleeper = [sys.executable, "-c", "import signal; signal.pause()"]
    with children.started({"one": sleeper, "two": sleeper}, os.environ, {"two"}) as kept:
        children.check(kept)
    assert all(child.process.poll() is not None for child in kept)
