"""`bin/run` as a person uses it: started, visited, stopped, started again.

Most tests use the environment of this test run; the fresh clone creates its own.
"""

import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

from tests import ROOT
from tests.house.starting import THIS_VENV, Talon, clean_environment, launch, running_talon
from tests.needs import program

LIMIT = 300  # ends a hanging test, and measures nothing


@pytest.fixture(scope="module")
def talon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talon]:
    """An installation for the tests that change nothing."""
    with running_talon(tmp_path_factory.mktemp("a hall") / "my data", "--lan", "--no-demo") as running:
        yield running


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


def test_the_secret_key_is_its_owners_alone(talon: Talon) -> None:
    key = talon.data / "secret-key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text(encoding="ascii").strip()) >= 50
    assert talon.data.stat().st_mode & 0o077 == 0


def test_a_second_start_is_quick_and_keeps_everything(tmp_path: Path) -> None:
    data = tmp_path / "data"
    nothing = seconds_of_work()
    with running_talon(data) as first:
        email, password, key = first.email, first.password, (data / "secret-key").read_bytes()
        front_page = get(first, "/")[1]
        sign_in(first, email, password)
        assert first.stop() == 0
    made = stamps_of(data)
    once = seconds_of_work()
    with running_talon(data) as second:
        sign_in(second, email, password)
        assert get(second, "/")[1] == front_page
        assert second.stop() == 0
    # Compared with the first start, not with a clock: nothing is created or loaded a second time. Two fifths
    # of a first start are tables and demo; the rest is Python, Django and the server, as in every start.
    assert 4 * (seconds_of_work() - once) < 3 * (once - nothing)
    assert stamps_of(data) == made
    assert (data / "secret-key").read_bytes() == key
    assert "password" not in second.words.lower()


def stamps_of(data: Path) -> dict[str, int]:
    """Return when each static file was collected, which a second start leaves alone."""
    files = (file for file in (data / "static").rglob("*") if file.is_file())
    return {str(file.relative_to(data)): file.stat().st_mtime_ns for file in files}


def seconds_of_work() -> float:
    """Return the CPU time of all child processes that have ended, which other processes do not slow."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_the_first_start_shows_the_demo_unless_it_is_not_wanted(tmp_path: Path, talon: Talon) -> None:
    with running_talon(tmp_path / "data") as with_demo:
        assert "/clubs/" in get(with_demo, "/")[1]
        assert re.search(
            rf"^Table 1: {with_demo.address}/t/ with the PIN \d{{6}}$", with_demo.words, re.MULTILINE
        )
    assert re.search(r"/clubs/\d+/", get(talon, "/")[1]) is None


def test_a_first_start_that_is_interrupted_is_a_first_start_again(tmp_path: Path) -> None:
    """The demo cannot be loaded without one of its tables: nothing of the first start may stay."""
    data = tmp_path / "data"
    with running_talon(data, "--no-demo") as before:
        assert before.stop() == 0
    empty_but_broken(data / "talon.sqlite3")
    failed = launch(data, ["--port", "0"], ROOT, THIS_VENV)
    assert failed.process.wait(LIMIT) == 1
    assert "could not be made ready" in failed.words
    assert rows(data / "talon.sqlite3", "clubs_user") == 0


def empty_but_broken(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("DELETE FROM clubs_user")
        connection.execute("DROP TABLE scoring_deal")


def rows(database: Path, table: str) -> int:
    with closing(sqlite3.connect(database)) as connection:
        counted: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 (our own)
    return counted


@pytest.mark.parametrize(
    "stop_signal",
    [
        signal.SIGTERM,
        *(
            pytest.param(stop_signal, marks=pytest.mark.long)
            for stop_signal in (signal.SIGINT, signal.SIGHUP)
        ),
    ],
)
def test_stopping_it_stops_all_it_started(tmp_path: Path, stop_signal: signal.Signals) -> None:
    with running_talon(tmp_path / "data", "--no-demo") as running:
        assert len(running.session()) > 1
        assert running.stop(stop_signal) == 0
        assert running.session() == []


def test_killing_it_leaves_nothing_behind(tmp_path: Path) -> None:
    """The server stops by itself when its parent is gone."""
    with running_talon(tmp_path / "data", "--no-demo") as running:
        running.stop(signal.SIGKILL)
        deadline = time.monotonic() + LIMIT
        while running.session():
            assert time.monotonic() < deadline, running.session()
            time.sleep(0.05)


def test_a_port_in_use_is_said_before_anything_is_done(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        running = launch(tmp_path / "data", ["--port", str(port)], ROOT, THIS_VENV)
        assert running.process.wait(LIMIT) == 1
    assert f"Port {port} is in use" in running.words
    assert f"--port {port + 1}" in running.words
    assert not (tmp_path / "data").exists()


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
        env={"PATH": str(tmp_path)},
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
