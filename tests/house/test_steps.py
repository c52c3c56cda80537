"""`bin/test` itself: it counts correctly, keeps its time limits, and cleans up."""

import re
import signal
import socket
import subprocess
import time
from pathlib import Path

import psycopg
import pytest

from tests import ROOT
from tests.house.starting import THIS_VENV, clean_environment
from tests.needs import unavailable
from tests.steps import machine, servers
from tests.steps.__main__ import BROWSER, CORES, PROCESSES, SOURCES, on_each_engine, on_sqlite
from tests.steps.commands import TOO_LATE, background, run, show, wait
from tests.steps.counting import Count, count

LIMIT = 300  # ends a hanging test, and measures nothing
MARK = "pytest.mark" + ".engine"
LAST_LINE = re.compile(r"\d+ passed, \d+ failed, \d+ skipped")
REPORT = """\
<testsuites><testsuite>
<testcase classname="tests.a" name="one"/>
<testcase classname="tests.a" name="two"><failure message="wrong"/></testcase>
<testcase classname="tests.a" name="three"><error message="broken"/></testcase>
<testcase classname="tests.a" name="four"><skipped message="no Chromium"/></testcase>
</testsuite></testsuites>
"""


def test_a_report_is_counted(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    assert count(report) == Count(1, 2, 1, ("tests.a.four: no Chromium",))


def test_counts_are_added_up() -> None:
    total = Count(1, 0, 1, ("a",)) + Count(2, 1, 1, ("b",))
    assert str(total) == "3 passed, 1 failed, 2 skipped"
    assert total.reasons == ("a", "b")


def test_a_run_that_left_no_report_has_failed(tmp_path: Path) -> None:
    assert count(tmp_path / "none.xml").failed == 1


def test_a_command_that_takes_too_long_is_ended_with_what_it_started(tmp_path: Path) -> None:
    note = tmp_path / "child"
    command = ["sh", "-c", f"sleep {3 * LIMIT} & echo $! > '{note}'; wait"]
    # On a busy machine a shell may need longer than a second to print what it has started.
    for limit in (1, 10, 100):
        assert run(command, limit) == TOO_LATE
        if note.exists() and note.read_text():
            break
    child = int(note.read_text())
    deadline = time.monotonic() + LIMIT
    while is_running(child):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_what_is_checked_beside_us_is_told_at_its_end(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with background(["sh", "-c", "echo wrong; echo so >&2; exit 3"], tmp_path / "words") as child:
        assert wait(child, LIMIT) == 3
        assert capfd.readouterr().out == ""
        show(tmp_path / "words")
    assert capfd.readouterr().out == "wrong\nso\n"


def test_what_is_checked_beside_us_ends_with_us(tmp_path: Path) -> None:
    with background(["sleep", str(3 * LIMIT)], tmp_path / "words") as child:
        assert is_running(child.pid)
    assert not is_running(child.pid)


def test_what_depends_on_the_engine_is_found_in_every_file_that_says_so() -> None:
    """The marks must be in the test files: one from another file would not be found."""
    says_so = {
        str(file.relative_to(ROOT)) for file in (ROOT / "tests").rglob("*.py") if MARK in file.read_text()
    }
    assert set(on_each_engine()) == says_so
    assert "tests/scoring/recording/test_recording_races.py" in says_so


def test_every_file_of_tests_is_run_in_one_step() -> None:
    """The cores lie in folders of the step on SQLite, which is told to leave them out."""
    chosen = on_sqlite()
    assert {f"--ignore={folder}" for folder in CORES} == {word for word in chosen if word.startswith("-")}
    folders = [*SOURCES, *CORES, PROCESSES, BROWSER, *(word for word in chosen if not word.startswith("-"))]
    files = {str(file.relative_to(ROOT)) for file in (ROOT / "tests").rglob("test_*.py")}
    steps = {file: [folder for folder in folders if file.startswith(f"{folder}/")] for file in files}
    assert {
        file: found for file, found in steps.items() if len(found) != 1 + file.startswith((*CORES,))
    } == {}


def is_running(pid: int) -> bool:
    command = ["ps", "-o", "stat=", "-p", str(pid)]
    state = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False).stdout.strip()
    return bool(state) and not state.startswith("Z")


def bin_test(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "bin/test", *arguments],
        env={**clean_environment(), **THIS_VENV},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )


def test_arguments_are_pytests_and_the_last_line_counts() -> None:
    done = bin_test("tests/house/test_steps.py", "-k", "counts_are_added_up")
    assert done.stdout.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"
    assert done.returncode == 0


def test_a_failing_test_fails_the_command_and_a_skipped_one_gives_its_reason(tmp_path: Path) -> None:
    sample = tmp_path / "test_sample.py"
    sample.write_text(
        "import pytest\n\n"
        "def test_wrong():\n    assert not 1\n\n"
        "def test_later():\n    pytest.skip('no server')\n"
    )
    done = bin_test(sample)
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed, 1 skipped"
    assert "no server" in done.stdout
    assert done.returncode == 1


def test_finding_no_test_is_a_failure() -> None:
    done = bin_test("tests/house/test_steps.py", "-k", "nothing_is_called_so")
    assert LAST_LINE.fullmatch(done.stdout.splitlines()[-1])
    assert done.returncode == 1


def test_what_is_missing_is_a_failure_in_ci_and_a_reason_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no Chromium"):
        unavailable("no Chromium")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="no Chromium"):
        unavailable("no Chromium")


def test_what_only_full_counts_need_is_asked_for_with_them_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    need = machine.Need("libreoffice-calc", "/no/soffice", "the opening of files", long=True)
    monkeypatch.setattr(machine, "NEEDS", (need,))
    assert machine.missing(long=False) == []
    assert machine.missing(long=True) == [need]


def test_what_the_machine_lacks_is_said_with_what_it_is_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "NEEDS", (machine.Need("chromium", "/no/chromium", "the browser tests"),))
    monkeypatch.setattr(machine, "has_node_packages", lambda: True)
    assert list(machine.shortages(long=False)) == [
        "chromium, so the browser tests will be skipped (sudo apt-get install chromium)"
    ]


def test_what_does_instead_is_enough(tmp_path: Path) -> None:
    other = tmp_path / "chromium"
    need = machine.Need("chromium-headless-shell", "/no/shell", "the browser tests", instead=str(other))
    assert not need.is_met()
    other.touch()
    assert need.is_met()


def test_files_lie_in_memory_only_where_there_is_enough_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "MEMORY", tmp_path)
    monkeypatch.setattr(machine, "ROOM", 0)
    assert machine.place() == tmp_path
    monkeypatch.setattr(machine, "ROOM", 2**63)
    assert machine.place() is None
    monkeypatch.setattr(machine, "MEMORY", tmp_path / "none")
    assert machine.place() is None


def test_the_databases_of_a_run_are_dropped_after_it() -> None:
    try:
        with servers.own_database() as address:
            name = f"test_{address.rpartition('/')[2]}_gw0"
            servers.create_database(name)
    except servers.NoServer as reason:
        unavailable(str(reason))
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(f"{servers.POSTGRESQL}/{name}", connect_timeout=5)


def test_a_server_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    monkeypatch.setattr(servers, "POSTGRESQL", f"postgresql://postgres@127.0.0.1:{port}")
    with pytest.raises(servers.NoServer, match=str(port)):
        servers.connect()


def test_being_stopped_ends_the_tests_too(tmp_path: Path) -> None:
    sample, note = tmp_path / "test_sample.py", tmp_path / "pid"
    sample.write_text(
        "import os, time, pathlib\n\ndef test_long():\n"
        f"    pathlib.Path({str(note)!r}).write_text(str(os.getpid()))\n    time.sleep({3 * LIMIT})\n"
    )
    running = subprocess.Popen(
        [ROOT / "bin/test", sample], env={**clean_environment(), **THIS_VENV}, stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + LIMIT
    while not (note.exists() and note.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    running.send_signal(signal.SIGTERM)
    assert running.wait(LIMIT) == 128 + signal.SIGTERM
    assert not is_running(int(note.read_text()))
