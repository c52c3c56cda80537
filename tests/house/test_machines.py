"""Two servers on one PostgreSQL that share no folder: what is given to one is found on the other."""

from __future__ import annotations

import io
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from PIL import Image

from clubs.backups import archive
from tests.house.machines import (
    LIMIT,
    Browser,
    in_process_of,
    running_proxy,
    running_together,
    shared_settings,
)
from tests.house.starting import DidNotStart, Talon, credentials, running_talon
from tests.needs import program, unavailable
from tests.steps import servers

PULSE = 0.05
COPY = re.compile(r"talon-[0-9a-f]{8}-\d{8}T\d{9}Z\.zip")
PUBLISHED = """
INSERT INTO clubs_logentry (book_id, number, at, act, text, hash, seal, fingerprint)
SELECT book_id, number + 1, now(), 'round.published', text, hash, '', ''
FROM clubs_logentry ORDER BY id DESC LIMIT 1
"""
OVER_TLS = {"X-Forwarded-Proto": "https"}


@dataclass(frozen=True)
class Hall:
    """Two servers, the event on them, and a person who directs it and keeps the installation."""

    one: Talon
    other: Talon
    database: str
    settings: dict[str, str]
    event: dict[str, int]
    account: dict[str, str]
    browser: Browser

    def copies(self, talon: Talon) -> list[str]:
        """The names on the page of the backups, the newest first."""
        return COPY.findall(self.browser.get(f"{talon.address}/copies/").text)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """Both servers begin at once with a database without tables."""
    program("pg_dump", "postgresql-client")
    folder = tmp_path_factory.mktemp("machines")
    try:
        with servers.empty_database() as database:
            settings = shared_settings(database)
            with running_together(folder, ("one", "other"), settings) as (one, other):
                event = in_process_of(one, "tests.house.machines_event")
                browser = Browser()
                account = event.pop("account")
                browser.post(f"{one.address}/sign-in/", account)
                yield Hall(one, other, database, settings, event, account, browser)
    except servers.NoServer as reason:
        unavailable(str(reason))


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(PULSE)


def photograph() -> bytes:
    file = io.BytesIO()
    Image.effect_noise((300, 300), 90).save(file, "JPEG")
    return file.getvalue()


def test_two_servers_that_begin_at_once_make_one_installation(hall: Hall) -> None:
    told = []
    for talon in (hall.one, hall.other):
        try:
            told.append(credentials(talon.words))
        except DidNotStart:
            continue
    assert len(told) == 1, "one of them creates the first account"
    with psycopg.connect(hall.database) as server:
        assert server.execute("SELECT count(*) FROM clubs_user WHERE is_keeper").fetchone() == (2,)


def test_a_form_of_one_server_is_sent_to_the_other_and_its_photograph_seen_on_both(hall: Hall) -> None:
    path = f"/games/{hall.event['game']}/desk/"
    form = hall.browser.get(f"{hall.other.address}{path}photos/new/").text
    kept = hall.browser.send(f"{hall.one.address}{path}photos/new/", form, {}, photograph())
    assert kept.status == 200
    (link,) = re.findall(rf'href="({path}photos/\d+/)"', kept.text)
    seen = {hall.browser.get(f"{talon.address}{link}").content for talon in (hall.one, hall.other)}
    assert len(seen) == 1
    assert Image.open(io.BytesIO(seen.pop())).size == (300, 300)
    assert [list(talon.data.glob("uploads/**/*.*")) for talon in (hall.one, hall.other)] == [[], []]


def test_the_file_of_a_job_is_taken_from_either_server(hall: Hall) -> None:
    wanted = {"languages": "sv", "to": "papers", "key": str(uuid4())}
    board = hall.browser.get(f"{hall.other.address}/account/").text
    page = hall.browser.send(
        f"{hall.other.address}/rounds/{hall.event['round']}/pack/", board, wanted
    ).address.removeprefix(hall.other.address)
    until(lambda: f"{page}file/" in hall.browser.get(f"{hall.one.address}{page}").text)
    files = {hall.browser.get(f"{talon.address}{page}file/").content for talon in (hall.one, hall.other)}
    assert len(files) == 1
    assert files.pop().startswith(b"%PDF")


def test_one_keeper_makes_the_copy_and_both_servers_have_it(hall: Hall, tmp_path: Path) -> None:
    """The published round makes one due at once, for both of them."""
    until(lambda: hall.copies(hall.one))
    before = hall.copies(hall.one)
    assert len(before) == 1
    hall.browser.post(f"{hall.one.address}/copies/", {})
    newest = hall.copies(hall.other)[0]
    assert hall.copies(hall.other) == [newest, *before]
    assert hall.browser.get(f"{hall.other.address}/copies/{newest}/").status == 403
    got = hall.browser.get(f"{hall.other.address}/copies/{newest}/", **OVER_TLS)
    (tmp_path / newest).write_bytes(got.content)
    photographs = [name for name in archive.verify_backup(tmp_path / newest).sums if name.endswith(".jpg")]
    assert len(photographs) == 1
    assert [list(talon.data.glob("backups/*")) for talon in (hall.one, hall.other)] == [[], []]


@pytest.mark.long
def test_a_server_with_a_key_of_its_own_does_not_start(hall: Hall, tmp_path: Path) -> None:
    with (
        pytest.raises(DidNotStart, match="another TALON_SECRET_KEY") as refused,
        running_talon(tmp_path / "data", "--no-demo", extra={**hall.settings, "TALON_SECRET_KEY": "k" * 60}),
    ):
        pass
    assert "Traceback" not in str(refused.value)


@pytest.mark.long
def test_nginx_asks_both_servers(hall: Hall, tmp_path: Path) -> None:
    with running_proxy(tmp_path / "proxy", [hall.one, hall.other]) as proxy:
        browser, address = Browser(proxy.trust()), proxy.address
        until(lambda: answers(browser, address))
        browser.post(f"{address}/sign-in/", hall.account)
        for _look in range(10):
            assert browser.get(f"{address}/games/{hall.event['game']}/").status == 200
            assert browser.get(f"{address}/account/").address == f"{address}/account/"


def answers(browser: Browser, address: str) -> bool:
    try:
        return browser.get(f"{address}/health/").status == 200
    except OSError:
        return False


@pytest.mark.long
@pytest.mark.parametrize("files", ["folder", "database"])
def test_a_copy_of_both_is_restored_on_one_machine(hall: Hall, tmp_path: Path, files: str) -> None:
    """With its data folder, and as the first of several again."""
    newest = hall.copies(hall.one)[0]
    got = hall.browser.get(f"{hall.one.address}/copies/{newest}/", **OVER_TLS)
    (tmp_path / newest).write_bytes(got.content)
    names = [name for name in archive.verify_backup(tmp_path / newest).sums if name.endswith(".jpg")]
    with servers.empty_database() as database:
        settings = {**hall.settings, "TALON_DATABASE_URL": database, "TALON_FILES": files}
        restored = ["--no-demo", "--restore", str(tmp_path / newest)]
        with running_talon(tmp_path / "data", *restored, extra=settings) as talon:
            path = f"/games/{hall.event['game']}/desk/"
            (link,) = set(
                re.findall(rf'"({path}photos/\d+/)"', hall.browser.get(f"{talon.address}{path}").text)
            )
            assert hall.browser.get(f"{talon.address}{link}").content.startswith(b"\xff\xd8")
        in_folder = [(tmp_path / "data" / name).is_file() for name in names]
    assert in_folder == [files == "folder"]


def test_the_keeper_of_the_other_machine_goes_on(hall: Hall) -> None:
    """One server is gone with all its processes; the other copies what is urgent then. The last test."""
    before = len(hall.copies(hall.other))
    subprocess.run(["pkill", "-KILL", "-s", str(hall.one.process.pid)], check=True)
    hall.one.process.wait(LIMIT)
    with psycopg.connect(hall.database) as server:
        server.execute(PUBLISHED)
    until(lambda: len(hall.copies(hall.other)) > before)
