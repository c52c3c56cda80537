"""The child processes of `bin/run`: which of them may exit, and what happens to the others."""

import os
import sys

import pytest

from config.serving import children

LIMIT = 60  # ends a hanging test, and measures nothing
ENDS = [sys.executable, "-c", "raise SystemExit(3)"]


def test_one_that_others_need_ends_all() -> None:
    with children.running_children({"server": ENDS}, os.environ) as running:
        running[0].process.wait(LIMIT)
        with pytest.raises(children.ChildExited, match=r"The server stopped by itself \(exit code 3\)"):
            children.check_children(running)


def test_one_that_may_end_is_started_again_after_a_rest(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with children.running_children({"keeper": ENDS}, os.environ, {"keeper"}) as running:
        first = running[0].process
        first.wait(LIMIT)
        monkeypatch.setattr(children, "RESTART_DELAY", float("inf"))
        children.check_children(running)
        children.check_children(running)
        assert running[0].process is first
        monkeypatch.setattr(children, "RESTART_DELAY", 0.0)
        children.check_children(running)
        assert running[0].process is not first
        running[0].process.wait(LIMIT)
        monkeypatch.setattr(children, "RESTART_DELAY", float("inf"))
        children.check_children(running)
    assert (
        capfd.readouterr().err.count("keeper of the backups stopped (exit code 3) and is started again") == 2
    )


class AllChecked(Exception):
    """Leaves a loop that has no end."""


def test_once_all_have_started_each_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(_seconds: float) -> None:
        raise AllChecked

    monkeypatch.setattr(children, "RESTART_DELAY", 0.0)
    with children.running_children({"server": ENDS}, os.environ) as running:
        first = running[0].process
        first.wait(LIMIT)
        monkeypatch.setattr("config.serving.children.time.sleep", leave)
        with pytest.raises(AllChecked):
            children.watch_children(running)
        monkeypatch.undo()
        assert running[0].process is not first


def test_all_are_ended_together() -> None:
    sleeper = [sys.executable, "-c", "import signal; signal.pause()"]
    with children.running_children({"one": sleeper, "two": sleeper}, os.environ, {"two"}) as running:
        children.check_children(running)
    assert all(child.process.poll() is not None for child in running)
