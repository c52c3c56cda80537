"""The second laptop: a server is killed in the middle of a round, and its last copy is served elsewhere."""

import os
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from clubs.backups import archive
from tests import ROOT
from tests.house.starting import THIS_VENV, Talon, clean_environment, running_talon
from tests.house.tables import with_tables
from tests.scoring.recording.test_recording_kills import Phone
from tests.scoring.support.other_process import other_process

LIMIT = 200  # ends a hanging test, and measures nothing
PULSE = 0.05
# The game lasts longer than any copy takes.
PAUSE = 0.2
NEWEST_ROUND = "SELECT max(id) FROM clubs_logentry WHERE act = 'round.published'"


def manage(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "bin/run", "--data", data, "manage", *words],
        env={**clean_environment(), **THIS_VENV},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(PULSE)


def fetch_number(data: Path, question: str, *about: object) -> int:
    with closing(sqlite3.connect(data / "talon.sqlite3")) as database:
        answer: int = database.execute(question, about).fetchone()[0]
    return answer


def copies_in(data: Path) -> list[Path]:
    return sorted((data / "backups").glob("talon-*.zip"))


def is_in_a_copy(data: Path, entry: int) -> bool:
    return any(archive.verify_backup(copy).log >= entry for copy in copies_in(data)[-1:])


def settings_of(data: Path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TALON_SECRET_KEY": (data / "secret-key").read_text(encoding="ascii").strip(),
        "TALON_HOSTS": "127.0.0.1",
        "TALON_PLAIN_HTTP": "yes",
        "TALON_DATA_DIR": str(data),
        "TALON_DATABASE_URL": "",
    }


def port_of(talon: Talon) -> int:
    port = urlsplit(talon.address).port
    assert port is not None
    return port


def kill_all(talon: Talon) -> None:
    """Kill all processes at once, as a power failure does."""
    command = ["ps", "-o", "pid=", "-s", str(talon.process.pid)]
    matches = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=True).stdout
    for number in matches.split():
        os.kill(int(number), signal.SIGKILL)
    talon.process.wait(LIMIT)


def enter_by_pin(talon: Talon, pin: str, phone: Phone) -> str:
    """Return the address to which the PIN of a table leads."""
    with closing(HTTPConnection("127.0.0.1", port_of(talon), timeout=LIMIT)) as connection:
        connection.request("POST", "/t/", urlencode({"pin": pin}), phone.headers())
        answer = connection.getresponse()
        answer.read()
        return str(answer.headers["Location"])


@dataclass(frozen=True)
class Killed:
    """The data of a server that was killed in the middle of a round, and a phone that was connected to it."""

    data: Path
    phone: Phone
    words: str


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory, shared_folder: Path) -> Killed:
    data = with_tables(shared_folder, tmp_path_factory.mktemp("first laptop") / "data")
    with running_talon(data, "--no-demo") as talon:
        kill_keeper(talon)
        simulated = manage(data, "simulate_event", "--moment", "mid_round")
        assert simulated.returncode == 0, simulated.stderr
        until(lambda: is_in_a_copy(data, fetch_number(data, NEWEST_ROUND)))
        with other_process(settings=settings_of(data)) as other:
            (known,) = other.ask(do="open_games", count=1)["answer"]
        phone = Phone(**known, pause=PAUSE)
        playing = threading.Thread(target=phone.play, args=[port_of(talon)])
        playing.start()
        until(lambda: len(phone.acknowledged) > 2 or phone.strange)
        taken = manage(data, "backup")
        assert taken.returncode == 0, taken.stderr
        copied = len(phone.acknowledged)
        until(lambda: len(phone.acknowledged) > copied or phone.strange)
        kill_all(talon)
        playing.join(LIMIT)
    assert phone.strange == []
    return Killed(data, phone, talon.words)


def kill_keeper(talon: Talon) -> None:
    """Kill the keeper of the backups, and wait for the next one."""
    os.kill(keeper_of(talon), signal.SIGKILL)
    until(lambda: "keeper of the backups stopped (exit code -9)" in talon.words)
    until(lambda: keeper_of(talon, missing=0))


def test_a_keeper_that_was_killed_is_started_again(killed: Killed) -> None:
    """The keeper that follows has copied the newest round."""
    assert "keeper of the backups stopped (exit code -9) and is started again" in killed.words
    assert is_in_a_copy(killed.data, fetch_number(killed.data, NEWEST_ROUND))


def test_the_last_copy_of_a_killed_server_takes_the_next_deal_from_the_same_table_card(
    killed: Killed, tmp_path: Path
) -> None:
    """Stopping copies what is left."""
    data, phone = killed.data, killed.phone
    second = tmp_path / "second laptop" / "data"
    before = fetch_number(data, "SELECT count(*) FROM clubs_logentry")
    with running_talon(second, "--restore", str(copies_in(data)[-1])) as talon:
        dealt = fetch_number(second, "SELECT count(*) FROM scoring_deal WHERE game_id = ?", phone.game)
        assert dealt >= 2
        pin = fetch_number(second, "SELECT pin FROM scoring_table WHERE secret = ?", phone.secret)
        assert enter_by_pin(talon, str(pin), phone) == f"/t/{phone.secret}/"
        until(lambda: copies_in(second))
        next_deal = Phone(phone.secret, phone.game, phone.player, dealt + 1)
        with closing(HTTPConnection("127.0.0.1", port_of(talon), timeout=LIMIT)) as connection:
            next_deal.send(connection)
        assert (next_deal.strange, list(next_deal.acknowledged.values())) == ([], [dealt + 1])
        for proof in (["verify_log"], ["rescore", "--check"]):
            done = manage(second, *proof)
            assert done.returncode == 0, done.stdout + done.stderr
        stop_with_a_last_copy(talon)
    assert fetch_number(data, "SELECT count(*) FROM clubs_logentry") == before
    assert (second / "secret-key").read_bytes() == (data / "secret-key").read_bytes()


def stop_with_a_last_copy(talon: Talon) -> None:
    newest = fetch_number(talon.data, "SELECT max(id) FROM clubs_logentry")
    assert not is_in_a_copy(talon.data, newest)
    assert talon.stop() == 0
    assert "does not stop by itself" not in talon.words, "then the last copy was not waited for"
    assert is_in_a_copy(talon.data, newest)
    assert not list((talon.data / "backups").glob(".*"))


def keeper_of(talon: Talon, missing: int | None = None) -> int:
    listed = ["ps", "-o", "pid=,args=", "-s", str(talon.process.pid)]
    listing = subprocess.run(listed, capture_output=True, text=True, timeout=LIMIT, check=True).stdout
    matches = [int(line.split()[0]) for line in listing.splitlines() if "config.serving.keeper" in line]
    return matches[0] if missing is None or matches else missing


@pytest.mark.long
def test_a_stick_that_is_missing_stops_nobody_and_is_said(tmp_path: Path, shared_folder: Path) -> None:
    """A stick that is plugged in before the evening ends still gets the last copy."""
    data = with_tables(shared_folder, tmp_path / "data")
    elsewhere = {"TALON_BACKUP_DIR": str(tmp_path / "gone/stick")}
    with running_talon(data, extra={**THIS_VENV, **elsewhere}) as talon:
        until(lambda: "Is the USB stick plugged in?" in talon.words)
        assert (data / "backup-failed.json").is_file()
        (tmp_path / "gone").mkdir()
        with closing(HTTPConnection("127.0.0.1", port_of(talon), timeout=LIMIT)) as connection:
            connection.request("GET", "/health/")
            assert connection.getresponse().status == 200
        assert talon.stop() == 0
    assert len(list((tmp_path / "gone/stick").glob("talon-*.zip"))) == 1
    assert not (data / "backup-failed.json").exists()
