"""Locks over all machines: one process at a time, and none is held by the dead."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import connection

from clubs.db import locks
from tests import ROOT

LIMIT: Final = 60  # ends what hangs
HOLD: Final = """
import json, sys
from django.conf import settings
settings.configure(DATA_DIR=sys.argv[1], DATABASES={"default": json.loads(sys.argv[2])})
from clubs.db import locks
with locks.exclusive("tried"):
    print("held", flush=True)
    sys.stdin.read()
"""

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, settings: Any) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def is_free(name: str = "tried") -> bool:
    with locks.exclusive(name, wait=False) as is_ours:
        return is_ours


def test_one_holds_it_and_others_are_told_or_wait() -> None:
    waited = threading.Event()

    def wait() -> None:
        with locks.exclusive("tried") as is_ours:
            assert is_ours
            waited.set()
        connection.close()

    other = threading.Thread(target=wait)
    with locks.exclusive("tried") as is_ours:
        assert is_ours
        assert not is_free()
        assert is_free("another")
        other.start()
        assert not waited.wait(0.2)
    other.join(LIMIT)
    assert waited.is_set()
    assert is_free()


def test_a_lock_is_given_back_after_an_error() -> None:
    with pytest.raises(RuntimeError), locks.exclusive("tried"):
        raise RuntimeError("no room")
    assert is_free()


def test_the_lock_of_a_process_that_is_killed_is_free(data: Path) -> None:
    words = ("ENGINE", "NAME", "USER", "PASSWORD", "HOST", "PORT")
    database = {word: str(connection.settings_dict.get(word, "")) for word in words}
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, data, json.dumps(database)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert not is_free()
        other.send_signal(signal.SIGKILL)
        other.wait(LIMIT)
        with locks.exclusive("tried") as is_ours:  # waits for as long as the database takes to see it
            assert is_ours


def test_the_lock_of_a_machine_that_is_gone_is_free_within_half_a_minute() -> None:
    """PostgreSQL asks a connection that says nothing; the system of a dead machine does not answer."""
    if connection.vendor != "postgresql":
        pytest.skip("a database in a file is on one machine")
    asked = "SELECT name, setting FROM pg_settings WHERE name LIKE 'tcp_keepalives%'"
    with locks.exclusive("tried") as is_ours:
        assert is_ours
    with locks.lock_session() as cursor:
        cursor.execute(asked)
        found = {name: int(value) for name, value in cursor.fetchall()}
    idle, interval, count = (found[f"tcp_keepalives_{word}"] for word in ("idle", "interval", "count"))
    assert idle + interval * count == locks.DEAD_AFTER_SECONDS <= 30
