"""The server is killed while phones send deals: what was acknowledged is there once, nothing is half there.

The server is the product's own, with the product's settings and its SQLite file, started as `bin/run` starts
it. Its whole process group gets SIGKILL at a moment of chance; phones then send again what they had no answer
to, with the same key.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from config.serving import children
from config.serving.__main__ import commands, health_status
from config.serving.addresses import free_port
from tests import ROOT
from tests.conftest import LONG
from tests.house.tables import with_tables
from tests.scoring.support.other_process import other_process

KILLS = 100 if LONG else 1
PHONES = 4
HOST = "127.0.0.1"
START_LIMIT = 120.0
PULSE = 0.02
TOKEN = secrets.token_hex(16)  # any token does, when cookie and header agree


@dataclass
class Phone:
    """One phone at one table: it sends deal after deal, and again what was not answered."""

    secret: str
    game: int
    player: int
    number: int = 1
    key: str = field(default_factory=lambda: str(uuid4()))
    acknowledged: dict[str, int] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)
    # Seconds between a deal and the next: a game has room for 999 of them.
    pause: float = 0.0

    def play(self, port: int) -> None:
        """Until the server is gone."""
        connection = HTTPConnection(HOST, port, timeout=START_LIMIT)
        try:
            while not self.strange:
                self.send(connection)
                time.sleep(self.pause)
        except (OSError, HTTPException):
            return  # killed: this deal has no answer
        finally:
            connection.close()

    def send(self, connection: HTTPConnection) -> None:
        connection.request("POST", f"/t/{self.secret}/deals/{self.number}/", self.form(), self.headers())
        answer = connection.getresponse()
        said = answer.read()
        if answer.status != 201:
            self.strange.append(f"{answer.status} to deal {self.number}: {said[:2000]!r}")
            return
        self.acknowledged[self.key] = self.number
        self.number, self.key = self.number + 1, str(uuid4())

    def form(self) -> str:
        typed = {"ended": "stock", "side0-hand_points": "5", "player": self.player, "game": self.game}
        return urlencode({**typed, "number": self.number, "key": self.key, "version": 0})

    def headers(self) -> dict[str, str]:
        return {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Talon-Outbox": "1",
        }


@pytest.fixture
def settings(tmp_path: Path, shared_folder: Path) -> dict[str, str]:
    """The product's settings, for a folder of data of its own."""
    with_tables(shared_folder, tmp_path)
    made = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TALON_SECRET_KEY": secrets.token_urlsafe(64),
        "TALON_HOSTS": HOST,
        "TALON_PLAIN_HTTP": "yes",
        "TALON_DATA_DIR": str(tmp_path),
        "TALON_DATABASE_URL": "",
        "PYTHONPATH": str(ROOT),
    }
    prepare = [sys.executable, "-m", "config.serving.preparing", "--no-demo"]
    subprocess.run(
        prepare, env={**os.environ, **made}, cwd=ROOT, check=True, timeout=START_LIMIT, capture_output=True
    )
    return made


@contextmanager
def serving(settings: Mapping[str, str]) -> Iterator[tuple[int, int]]:
    """The server of `bin/run`, by its port and its process group; ended by force in any case."""
    port = free_port(HOST, 0)
    process = children.start_child(commands(sys.executable, HOST, port)["server"], {**os.environ, **settings})
    try:
        deadline = time.monotonic() + START_LIMIT
        while health_status(port) != 200:
            assert process.poll() is None, "the server ended by itself"
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(PULSE)
        yield port, process.pid
    finally:
        children.kill_group(process)


def play_until_killed(phones: list[Phone], settings: Mapping[str, str], chance: Random) -> None:
    """Every phone sends what it can; the server and its workers are killed somewhere in the midst of it."""
    before = sum(len(phone.acknowledged) for phone in phones)
    with serving(settings) as (port, group):
        threads = [threading.Thread(target=phone.play, args=[port]) for phone in phones]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + START_LIMIT
        while sum(len(phone.acknowledged) for phone in phones) < before + PHONES:
            assert not [words for phone in phones for words in phone.strange]
            assert time.monotonic() < deadline, "no deal was acknowledged"
            time.sleep(PULSE)
        time.sleep(chance.uniform(0, 0.5))
        os.killpg(group, signal.SIGKILL)
        for thread in threads:
            thread.join(START_LIMIT)
    assert not [words for phone in phones for words in phone.strange]


def everything_is_there_once(found: dict[str, Any], phones: list[Phone]) -> None:
    assert (found["file"], found["differences"], found["breaks"]) == ("ok", [], [])
    told = {key: number for phone in phones for key, number in phone.acknowledged.items()}
    unanswered = {phone.key: phone.number for phone in phones}
    stored = {key: number for key, (_deal, number) in found["keys"].items()}
    assert told.items() <= stored.items() <= (told | unanswered).items()
    deals = sorted(tuple(place) for place in found["deals"].values())
    expected = [
        (phone.game, number) for phone in phones for number in range(1, phone.number + (phone.key in stored))
    ]
    assert deals == sorted(expected)
    assert found["versions"] == len(deals)
    assert found["hands"] == 2 * len(deals)


def test_what_was_acknowledged_before_the_server_was_killed_is_there_once(settings: dict[str, str]) -> None:
    with other_process(settings=settings) as other:
        phones = [Phone(**known) for known in other.ask(do="open_games", count=PHONES)["answer"]]
    for kill in range(KILLS):
        play_until_killed(phones, settings, Random(kill))
        with other_process(settings=settings) as other:
            everything_is_there_once(other.ask(do="inspect_database")["answer"], phones)
    assert sum(len(phone.acknowledged) for phone in phones) >= KILLS * PHONES
