"""`bin/run` as a person uses it: started, visited, stopped, started again.

Most tests use the environment of this test run; the fresh clone creates its own.
"""

import fcntl
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

from config.serving import venv
from tests import ROOT
from tests.house.starting import THIS_VENV, Talon, clean_environment, credentials, launch, running_talon
from tests.house.tables import with_tables
from tests.needs import program

LIMIT = 300  # ends a hanging test, and measures nothing


@dataclass(frozen=True)
class Stored:
    """What a start finds, and leaves as it is."""

    database: str  # each statement that makes it again
    key: bytes
    collected: dict[str, int]  # the times of the static files
    installed: int  # the time at which the packages were


@dataclass(frozen=True)
class Ended:
    """A start that has ended: what was seen of it, and the processes before and after its end."""

    data: Path
    address: str
    words: str
    front_page: str
    exit_code: int
    processes: list[str]
    left_behind: list[str]


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """The first start of an installation, stopped after its director has signed in."""
    with running_talon(tmp_path_factory.mktemp("a hall") / "my data") as running:
        sign_in(running, *running.credentials())
        return end(running, signal.SIGTERM)


@pytest.fixture(scope="module")
def stored(first_start: Ended) -> Stored:
    """What the first start has stored."""
    return read_stored(first_start.data)


@pytest.fixture(scope="module")
def talon(first_start: Ended, stored: Stored) -> Iterator[Talon]:
    """The second start of the same installation, for the tests that change nothing."""
    with running_talon(first_start.data, "--lan") as running:
        yield running


@pytest.fixture(scope="module")
def killed_start(tmp_path_factory: pytest.TempPathFactory, shared_folder: Path) -> Ended:
    """A start of an installation with nobody in it, killed."""
    data = with_tables(shared_folder, tmp_path_factory.mktemp("killed") / "data")
    with running_talon(data, "--no-demo") as running:
        return end(running, signal.SIGKILL)


def end(running: Talon, stop_signal: signal.Signals) -> Ended:
    """End a start by a signal; children of one that was killed have to see by themselves that it is gone."""
    front_page, processes = get(running, "/")[1], running.session()
    code = running.stop(stop_signal)
    deadline = time.monotonic() + LIMIT
    while (left_behind := running.session()) and code < 0 and time.monotonic() < deadline:
        time.sleep(0.05)
    return Ended(running.data, running.address, running.words, front_page, code, processes, left_behind)


def read_stored(data: Path) -> Stored:
    with closing(sqlite3.connect(data / "talon.sqlite3")) as connection:
        database = "\n".join(connection.iterdump())
    files = [file for file in (data / "static").rglob("*") if file.is_file()]
    return Stored(
        database=database,
        key=(data / "secret-key").read_bytes(),
        collected={str(file.relative_to(data)): file.stat().st_mtime_ns for file in files},
        installed=venv.stamp_file(Path(sys.prefix), "requirements.txt").stat().st_mtime_ns,
    )


def get(talon: Talon, path: str, host: str = "") -> tuple[HTTPResponse, str]:
    address = urlsplit(talon.address)
    with closing(HTTPConnection(str(address.hostname), address.port, timeout=LIMIT)) as connection:
        connection.request("GET", path, headers={"Host": host or address.netloc})
        response = connection.getresponse()
        return response, response.read().decode(errors="replace")


def test_it_serves_the_front_page_and_is_well(talon: Talon) -> None:
    assert get(talon, "/")[0].status == 200
    assert get(talon, "/health/")[1] == "ok\n"


def test_static_files_come_from_the_server_itself(talon: Talon) -> None:
    _response, page = get(talon, "/")
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert addresses
    assert {get(talon, address)[0].status for address in addresses} == {200}


def test_on_plain_http_cookies_are_not_secure_and_tls_is_not_promised(talon: Talon) -> None:
    response, _page = get(talon, "/sign-in/")
    assert "csrftoken" in str(response.headers["Set-Cookie"])
    assert "secure" not in str(response.headers["Set-Cookie"]).lower()
    assert "Strict-Transport-Security" not in response.headers


def test_in_a_hall_it_answers_to_this_machines_names_and_no_others(talon: Talon) -> None:
    assert get(talon, "/", host=socket.gethostname())[0].status == 200
    assert get(talon, "/", host="talon.elsewhere.example")[0].status == 400


def test_in_a_hall_it_shows_its_addresses_and_a_code_for_phones(talon: Talon) -> None:
    addresses = re.findall(r"^In the hall: (http://\S+)/$", talon.words, re.MULTILINE)
    assert addresses or "no address in a network" in talon.words
    assert ("█" in talon.words) == bool(addresses)


def test_the_secret_key_is_its_owners_alone(first_start: Ended) -> None:
    key = first_start.data / "secret-key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text(encoding="ascii").strip()) >= 50
    assert first_start.data.stat().st_mode & 0o077 == 0


def test_a_second_start_is_quick_and_keeps_everything(
    first_start: Ended, stored: Stored, talon: Talon
) -> None:
    """It installs, migrates, founds and collects nothing: no row, no file and no word shows any of it."""
    assert read_stored(talon.data) == stored
    assert "django_migrations" in stored.database
    assert "static/staticfiles.json" in stored.collected
    assert re.match(r"Talon is starting\.\n(This machine has no address .*\n)?\nTalon is at ", talon.words)
    assert "password" not in talon.words.lower()
    assert get(talon, "/")[1] == first_start.front_page
    sign_in(talon, *credentials(first_start.words))


def test_the_first_start_shows_the_demo_unless_it_is_not_wanted(
    first_start: Ended, killed_start: Ended
) -> None:
    assert "/clubs/" in first_start.front_page
    assert re.search(rf"^Table 4: {first_start.address}/t/, PIN \d{{8}}$", first_start.words, re.MULTILINE)
    assert "Sign in as" in killed_start.words
    assert re.search(r"/clubs/\d+/", killed_start.front_page) is None


def test_a_first_start_that_is_interrupted_is_a_first_start_again(
    tmp_path: Path, shared_folder: Path
) -> None:
    """The demo cannot be loaded without one of its tables: nothing of the first start may stay."""
    data = with_tables(shared_folder, tmp_path / "data")
    with closing(sqlite3.connect(data / "talon.sqlite3")) as connection, connection:
        connection.execute("DROP TABLE scoring_deal")
    failed = launch(data, ["--port", "0"], ROOT, THIS_VENV)
    assert failed.process.wait(LIMIT) == 1
    assert "could not be made ready" in failed.words
    assert rows(data / "talon.sqlite3", "clubs_user") == 0


def rows(database: Path, table: str) -> int:
    with closing(sqlite3.connect(database)) as connection:
        counted: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 (our own)
    return counted


def test_stopping_it_stops_all_it_started(first_start: Ended) -> None:
    assert len(first_start.processes) > 1
    assert (first_start.exit_code, first_start.left_behind) == (0, [])


@pytest.mark.long
@pytest.mark.parametrize("stop_signal", [signal.SIGINT, signal.SIGHUP])
def test_a_terminal_stops_it_in_the_same_way(tmp_path: Path, stop_signal: signal.Signals) -> None:
    with running_talon(tmp_path / "data", "--no-demo") as running:
        stopped = end(running, stop_signal)
    assert len(stopped.processes) > 1
    assert (stopped.exit_code, stopped.left_behind) == (0, [])


def test_killing_it_leaves_nothing_behind(killed_start: Ended) -> None:
    """The server stops by itself when its parent is gone."""
    assert len(killed_start.processes) > 1
    assert (killed_start.exit_code, killed_start.left_behind) == (-signal.SIGKILL, [])


@pytest.mark.long
def test_a_server_that_was_killed_is_started_again(tmp_path: Path, shared_folder: Path) -> None:
    data = with_tables(shared_folder, tmp_path / "data")
    with running_talon(data, "--no-demo") as running:
        command = ["pkill", "-KILL", "-s", str(running.process.pid), "-f", "config.serving.server"]
        subprocess.run(command, timeout=LIMIT, check=True)
        deadline = time.monotonic() + LIMIT
        while not is_well(running):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert "The server stopped (exit code -9) and is started again." in running.words
        assert running.stop() == 0


def is_well(talon: Talon) -> bool:
    try:
        return get(talon, "/health/")[0].status == 200
    except OSError:
        return False


def test_a_port_in_use_is_said_before_anything_is_done(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        running = launch(tmp_path / "data", ["--port", str(port)], ROOT, THIS_VENV)
        assert running.process.wait(LIMIT) == 1
    assert f"Port {port} is in use" in running.words
    assert f"--port {port + 1}" in running.words
    assert not (tmp_path / "data").exists()


def test_a_port_that_another_start_has_taken_meanwhile_is_not_shared(
    tmp_path: Path, shared_folder: Path
) -> None:
    """Two installations at one port would answer in turn, each with other clubs."""
    data = with_tables(shared_folder, tmp_path / "data")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with (data / "preparing.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        running = launch(data, ["--port", str(port), "--no-demo"], ROOT, THIS_VENV)
        while "Talon is starting." not in running.words:
            assert running.process.poll() is None
            time.sleep(0.05)
        taken = socket.create_server(("127.0.0.1", port))
    with taken:
        assert running.process.wait(LIMIT) == 1
    assert f"Port {port} is in use" in running.words


def test_it_can_be_called_through_a_link_from_a_folder_with_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "of my own"
    folder.mkdir()
    (folder / "talon").symlink_to(ROOT / "bin/run")
    done = subprocess.run(
        ["./talon", "--help"],
        cwd=folder,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert "--lan" in done.stdout


def bin_run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `bin/run` with arguments that make it exit by itself."""
    return subprocess.run(
        [ROOT / "bin/run", *arguments],
        env={**clean_environment(), **THIS_VENV},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )


def test_an_impossible_port_is_refused() -> None:
    done = bin_run("--port", "70000")
    assert done.returncode == 2
    assert "70000 is not a port" in done.stderr


def test_a_command_is_run_on_the_installation_that_is_named(talon: Talon) -> None:
    done = bin_run("--data", talon.data, "manage", "diffsettings", "--output=unified")
    assert done.returncode == 0, done.stderr
    assert f"+ DATA_DIR = {talon.data!r}" in done.stdout
    assert (talon.data / "secret-key").read_text(encoding="ascii").strip() in done.stdout


def test_a_command_on_a_mistyped_folder_makes_none(tmp_path: Path) -> None:
    done = bin_run("--data", tmp_path / "vra", "manage", "backup")
    assert done.returncode == 1
    assert f"There is no folder {tmp_path / 'vra'}." in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["manage"], ["migrate"]])
def test_a_word_that_is_no_command_is_refused(words: list[str]) -> None:
    assert bin_run(*words).returncode == 2


def test_it_asks_for_a_newer_python_where_there_is_none(tmp_path: Path) -> None:
    tools = [shutil.which(name) for name in ("bash", "dirname", "readlink")]
    for tool in filter(None, tools):
        (tmp_path / Path(tool).name).symlink_to(tool)
    done = subprocess.run(
        [ROOT / "bin/run"],
        env={"PATH": str(tmp_path), "TALON_PYTHON": "python3"},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 1
    assert "Python 3.11 or newer" in done.stderr


@pytest.mark.long
def test_a_fresh_clone_becomes_a_running_club(tmp_path: Path) -> None:
    clone = tmp_path / "fresh clone"
    subprocess.run([program("git", "git"), "clone", "--quiet", ROOT, clone], timeout=LIMIT, check=True)
    data = clone / "var"
    with running_talon(data, root=clone, extra={}, limit=1200) as first:
        assert get(first, "/")[0].status == 200
        email, password = first.email, first.password
        sign_in(first, email, password)
        assert first.stop() == 0
        assert first.session() == []
    with running_talon(data, root=clone, extra={}) as second:
        sign_in(second, email, password)
    half_made(clone)
    with running_talon(data, root=clone, extra={}, limit=1200) as mended:
        assert get(mended, "/health/")[0].status == 200


def half_made(clone: Path) -> None:
    """An environment as a power cut in the middle of the installation leaves it."""
    (clone / ".venv/half-made").touch()
    shutil.rmtree(clone / ".venv/lib")


def sign_in(talon: Talon, email: str, password: str) -> None:
    """Sign in with form, token and cookie; afterwards the account page opens."""
    browser = build_opener(HTTPCookieProcessor())
    form = page_of(browser, f"{talon.address}/sign-in/")
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
    assert token, form
    fields = {"csrfmiddlewaretoken": token[1], "username": email, "password": password}
    page_of(browser, f"{talon.address}/sign-in/", urlencode(fields).encode())
    assert email in page_of(browser, f"{talon.address}/account/")


def page_of(browser: OpenerDirector, address: str, form: bytes | None = None) -> str:
    with closing(browser.open(address, form, timeout=LIMIT)) as response:
        return str(response.read().decode())
